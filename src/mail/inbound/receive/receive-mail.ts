import type { MailEvent } from '../../../clients/mailbox/event-schemas.ts'
import type { MailMessage } from '../../../clients/mailbox/mailbox-schemas.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { runInOwnTurn, runInOwnTurns } from '../../../core/own-turn.ts'
import { readMail } from '../../records/mail/mail-reading.ts'
import type { ArrivalTurn } from '../../placement/burst/arrival-order.ts'
import { queueIfBusy } from '../../placement/burst/channel-load.ts'
import { isQuarantined, type Mail, createMailKey, type MailRef, type MailRestriction } from '../../records/mail/mail.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { noticeConversation } from '../quarantine/conversation.ts'
import { postQuarantined } from '../quarantine/post-quarantined.ts'
import type { RoutingSettings } from '../../records/routing/routing-settings.ts'
import type { InboundScope } from '../inbound-scope.ts'
import { countAutomaticMail } from '../../placement/threads/notice-loop.ts'
import { listThread } from '../../placement/threads/change-thread.ts'
import { noticeNewMail } from '../../placement/threads/notice-new-mail.ts'
import { placeMail, showPlacedMail } from '../../placement/threads/post-mail.ts'
import { readSenderHistory, recordSender } from '../../senders/sender-history.ts'
import { assessBadges } from './badges.ts'
import { readEarlierTexts } from './earlier-texts.ts'
import { sendReadFacts } from '../facts/facts-task.ts'
import { sendFetchBody } from './fetch-task.ts'
import { noteCopyOfReply } from './note-copy.ts'
import { findOwnMail } from './own-mail.ts'
import { holdByRule, recordHoldBack } from './hold-by-rule.ts'
import { buildMailRecord, readTimestamp, type ReceivedMessage } from './mail-record.ts'

const FETCH_ATTEMPTS = 4

const restrictions: Record<string, MailRestriction> = {
  'message.received.spam': 'spam',
  'message.received.blocked': 'blocked',
  'message.received.unauthenticated': 'unauthenticated',
}

/** Stores a received mail whole, with its badges, and shows it openly or in quarantine. Safe to repeat. */
export async function receiveMail(
  scope: InboundScope,
  { event, ref, thread }: { event: MailEvent; ref: MailRef; thread: string },
  attempt: number,
): Promise<void> {
  const { team, clock, mailStore, queue, placement } = scope
  const arrival = placement.arrivals.enter(readTimestamp(event.message?.timestamp) ?? clock.now())
  try {
    const key = createMailKey(scope.keyedHash, ref.inboxId, ref.messageId)
    const settings = await scope.routes.read()
    const mail =
      (await mailStore.findMail(key)) ??
      (await storeMail(scope, { ...readEvent(event), settings, attempt }, { ref, key, thread }))
    if (!mail) return
    await scope.routes.recordInbox(ref.inboxId, settings)
    await mailStore.recordRecent(key, mail)
    if (isQuarantined(mail)) await receiveQuarantinedMail(scope, { key, mail, arrival })
    else await receiveOpenMail(scope, { key, mail, arrival })
    await recordSender(scope, mail, settings)
    if (!mail.isFetched) await sendFetchBody(queue, team, key)
    await sendReadFacts(queue, team, key, mail)
  } finally {
    arrival.leave()
  }
}

/** A stored mail with its turn among simultaneous ones. */
interface ReceivedMail {
  key: string
  mail: Mail
  arrival: ArrivalTurn
}

/** Places mail that everyone in its channel may read: adds it to its thread, and posts or queues it. */
async function receiveOpenMail(scope: InboundScope, { key, mail, arrival }: ReceivedMail): Promise<void> {
  const placed = await placeMail(scope, key, mail)
  await noteCopyOfReply(scope, key, mail)
  await countAutomaticMail(scope, key, mail)
  await arrival.waitForEarlier()
  const isQueued = placed !== undefined && (await queueIfBusy(scope, placed))
  const posted = placed && (isQueued ? noticeNewMail(scope, placed) : showPlacedMail(scope, placed))
  // Writes of later mails follow this mail's writes, so those mails need not wait for the end of this post.
  arrival.leave()
  await posted
  if (placed) await listThread(scope, mail.thread, placed.thread)
  await sendIndexMail(scope.queue, scope.team, key)
}

/** Posts restricted mail outside its thread, where it waits for a decision. */
async function receiveQuarantinedMail(scope: InboundScope, { key, mail, arrival }: ReceivedMail): Promise<void> {
  await recordHoldBack(scope, key, mail)
  await arrival.waitForEarlier()
  const posted = postQuarantined(scope, key, mail)
  arrival.leave()
  await posted
  await noticeConversation(scope, { key, mail })
}

/** A mail from an event or a list of the mailbox. */
export interface GivenMail {
  message: MailMessage
  restriction: MailRestriction | undefined
  /** The number of mails in its thread at the mailbox. */
  count: number | undefined
}

function readEvent({ event_type: type, message, thread }: MailEvent): GivenMail {
  if (!message) throw new Error('a received mail without its message')
  return { message, restriction: restrictions[type], count: thread?.message_count }
}

/** Stores a mail whole, with its badges. Returns undefined for a copy of a reply, which the reply's own card shows. */
export async function storeMail(
  scope: InboundScope,
  { message, restriction, count, settings, attempt }: GivenMail & { settings: RoutingSettings; attempt: number },
  { ref, key, thread }: { ref: MailRef; key: string; thread: string },
): Promise<Mail | undefined> {
  const whole = await fetchMissingBody(scope, message, ref, attempt)
  const own = await scope.records.findInboxAddress(ref.inboxId)
  const ours = await findOwnMail(scope, whole ?? message, { ref, thread, own })
  if (ours === 'reply') {
    scope.log.info({ team: scope.team, mail: key }, 'a copy of a reply came back; its card shows it already')
    return undefined
  }
  const facts = { thread, now: scope.clock.now(), isFetched: whole !== undefined, restriction, count, own }
  const received = await runInOwnTurn(() => buildMailRecord(whole ?? message, ref, facts))
  const mail = ours === undefined ? await holdByRule(scope, received, settings) : received
  const assessed: Mail = {
    ...mail,
    ...(ours === 'inbox' && { isOwn: true }),
    ...assessBadges(mail, await readSenderHistory(scope, { key, mail }, settings)),
  }
  const isUsual = assessed.restriction === undefined && (await scope.inbound.senderCounts.countSender(key, assessed))
  // A body that comes later is compared then.
  const earlier = whole && (await readEarlierTexts(scope, { key, thread, from: assessed.from.address }))
  const complete = await runInOwnTurns(readMail({ ...assessed, ...(isUsual && { isExternalUsual: true }) }, earlier))
  await scope.mailStore.recordKept(key, complete)
  await scope.mailStore.mails.put(key, complete, 0)
  return complete
}

/** Fetches a body over 64 KB, which events leave out. Returns undefined if it cannot be fetched now. */
async function fetchMissingBody(
  { mailbox, log }: InboundScope,
  message: MailMessage,
  ref: MailRef,
  attempt: number,
): Promise<ReceivedMessage | undefined> {
  if (message.text !== undefined || message.html !== undefined) return message
  try {
    return { ...message, ...withoutMissing(await mailbox.message(ref)) }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const { outcome, retryAfterMs } = error.details
    // A wait requested by the service does not count as an attempt: the other mails of the thread would wait behind it forever.
    if (outcome === 'not_sent' && retryAfterMs === undefined && attempt < FETCH_ATTEMPTS) throw error
    log.warn({ err: error, attempt }, 'a large mail is shown without its text until it can be fetched')
    return undefined
  }
}

/** Drops empty fields: what the second answer leaves out is kept from the first. */
function withoutMissing<T extends object>(value: T): Partial<T> {
  const entries = Object.entries(value).filter(
    ([, field]) => field !== undefined && !(Array.isArray(field) && field.length === 0),
  )
  return Object.fromEntries(entries) as Partial<T>
}
