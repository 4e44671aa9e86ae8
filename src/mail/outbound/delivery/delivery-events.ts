import type { MailEvent } from '../../../clients/mailbox/event-schemas.ts'
import { recordSending } from '../../access/mail-acts.ts'
import {
  type DeliveryReport,
  deriveDeliveryStatus,
  emptyDeliveryReport,
  hasReachedNobody,
  isTemporaryBounce,
} from '../../records/replies/delivery-status.ts'
import { withSentVersion } from '../../records/replies/first-mail.ts'
import { createMailKey, isUnsent, type MailRef } from '../../records/mail/mail.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { sendReplyLeft, sendReplyLost } from '../../tasks/reply-left-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { createThreadKey } from '../../records/mail/mail-thread.ts'
import { countAutomaticSend } from '../../placement/threads/notice-loop.ts'
import { recordRecipients } from '../../senders/record-recipients.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { closeAdminRequests } from './admin-requests.ts'
import { countOutcome } from './count-bounces.ts'
import { readDeliveryFacts } from './delivery-facts.ts'
import { findOpenReplies } from './find-open-replies.ts'
import { sendMatchSentMail } from './match-task.ts'
import { recordAllSuppressed, recordSuppressions } from './record-suppressions.ts'
import { alertWriter } from './writer-alerts.ts'

/** The most complaints with a separate notice; the card counts all of them. */
const COMPLAINT_NOTICES = 10

/** Records an event about a sent mail. Events may come in any order, even before the answer to the send. */
export async function recordDeliveryEvent(scope: OutboundScope, event: MailEvent, ref: MailRef): Promise<void> {
  const change = readDeliveryFacts(event, scope.clock.now())
  if (!change) return
  const report = await scope.replyStore.recordDelivery(ref, change)
  const key = createThreadKey(scope.keyedHash, ref.inboxId, ref.threadId)
  const thread = (await scope.placement.threadOrigins.findOrigin(key)) ?? key
  await recordSuppressions(scope, { ...ref, thread }, change(emptyDeliveryReport), report.reply)
  const mail = createMailKey(scope.keyedHash, ref.inboxId, ref.messageId)
  if (event.send) await countOutcome(scope, ref.inboxId, { outcome: 'sent', mail })
  if (event.bounce && !isTemporaryBounce(event.bounce.type ?? ''))
    await countOutcome(scope, ref.inboxId, { outcome: 'bounced', mail })
  if (report.reply !== undefined) return showDelivery(scope, report.reply, report)
  // A mail of a colleague or another program, or a reply whose answer has not come yet or was lost.
  const { inboxId, messageId, threadId } = ref
  if ((await findOpenReplies(scope, { thread, inboxId })).length === 0)
    return event.send && countAutomaticSend(scope, thread, mail)
  return sendMatchSentMail(
    scope.queue,
    {
      team: scope.team,
      thread,
      inboxId,
      messageId,
      ...(threadId && { threadId }),
      ...(event.send && { isSent: true }),
    },
    scope.keyedHash('event', event.event_id),
  )
}

/** Assigns the events under this message id to the reply, once the send was answered. */
export async function linkSentMail(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  { messageId, threadId }: { messageId: string; threadId: string | undefined },
): Promise<void> {
  const { inboxId } = reply
  await linkThread(scope, { id, reply }, { messageId, threadId })
  // The recipients of a mail that was not sent stay new.
  await recordRecipients(scope, id, reply)
  // Without Bcc: only people who see the reply may learn of those recipients.
  await scope.records.correspondents.record(inboxId, [...reply.to, ...reply.cc], reply.thread)
  await recordSending(scope, { id, reply }, 'done')
  const report = await scope.replyStore.recordDelivery({ inboxId, messageId }, (known) => ({
    ...known,
    reply: id,
  }))
  // Only now: an answer is assigned by the open send or by the report, so one of the two always exists.
  if (reply.kind !== undefined) await scope.placement.threadOrigins.removeOpenSend(inboxId, id)
  await recordAllSuppressed(scope, { inboxId, messageId, thread: reply.thread }, { report, reply })
  const mail = createMailKey(scope.keyedHash, inboxId, messageId)
  await countOutcome(scope, inboxId, { outcome: 'sent', mail })
  await sendReplyLeft(scope.queue, { team: scope.team, thread: reply.thread, reply: id })
  await closeAdminRequests(scope, id)
  await showDelivery(scope, id, report)
}

/**
 * Routes answers in the mailbox's thread back to where the mail was written, unless that thread had mail before. The version that was sent becomes the
 * first mail of a thread that began in Slack.
 */
async function linkThread(
  { team, clock, queue, mailStore, keyedHash, placement: { threadOrigins } }: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  { messageId, threadId = '' }: { messageId: string; threadId: string | undefined },
): Promise<void> {
  const { inboxId, thread, kind, mail } = reply
  if (kind === undefined) return
  const key = createThreadKey(keyedHash, inboxId, threadId)
  if (threadId !== '' && key !== thread && !(await mailStore.findThread(key)))
    await threadOrigins.recordOrigin(key, thread)
  if (kind === 'new') {
    await mailStore.threads.update(thread, (now) =>
      now?.threadId === '' && threadId !== '' ? { ...now, threadId } : undefined,
    )
    const sent = { id, reply, messageId, threadId, at: reply.sentAt ?? clock.now() }
    await mailStore.mails.update(mail, (now) => (now && isUnsent(now) ? withSentVersion(now, sent) : undefined))
    await sendIndexMail(queue, team, mail, 'sent')
  }
}

/** Refreshes the card of the reply, and notifies its writer of problems. */
async function showDelivery(scope: OutboundScope, id: string, report: DeliveryReport): Promise<void> {
  const reply = await scope.replyStore.findReply(id)
  if (!reply) return
  await refreshReplyCards(scope, id)
  const status = deriveDeliveryStatus(reply, report)
  const { bounced, complained, state, omitted } = status
  if (hasReachedNobody(reply, status) || complained.length > 0)
    await sendReplyLost(scope.queue, { team: scope.team, thread: reply.thread, reply: id })
  if (state.is === 'rejected') await alertWriter(scope, { id, reply }, { about: 'rejected', reason: state.reason })
  // The addresses of one event share one notice; the time distinguishes the events.
  for (const group of Map.groupBy(bounced, (one) => one.at).values()) {
    const isOnly = group.length === bounced.length
    const alert = { about: 'bounced', bounced: group, omitted: isOnly ? (omitted.bounced ?? 0) : 0 } as const
    await alertWriter(scope, { id, reply }, alert)
  }
  for (const { address } of complained.slice(0, COMPLAINT_NOTICES))
    await alertWriter(scope, { id, reply }, { about: 'complained', address })
}
