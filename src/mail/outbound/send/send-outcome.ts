import type { UpstreamError } from '../../../core/errors.ts'
import { actionsBlock, contextBlock, plainText } from '../../../slack/blocks/block-builders.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { mentionMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { recordSending } from '../../access/mail-acts.ts'
import { closeRequest } from '../approval/approval-messages.ts'
import { KEY_MS } from '../../records/replies/can-look-up.ts'
import { editAfterFailure, tellAdmins } from '../../records/reply-actions.ts'
import { describeFix, describeMailProblem } from '../../cards/describe-problem.ts'
import { needsAdmin, type Reply, type SendProblem } from '../../records/replies/reply.ts'
import { sendReplyFailed } from '../../tasks/reply-left-task.ts'
import { noteAlert } from '../delivery/writer-alerts.ts'
import { findDecisionPlace } from '../../notify/gone-writer.ts'
import { sendWriterNotice } from '../../notify/writer-notice.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { writeFailedNotice, writeOthersFailedNotice } from '../../text/notice-sentences.ts'
import type { MailText } from '../../text/mail-text.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { showOutcomeNotice } from './outcome-notice.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { NOT_ALLOWED, toSendProblem } from './send-problems.ts'

const CONFLICT_WAITS_MS = [2_000, 5_000, 15_000]
const CONFLICT_WAIT_MS = 60_000
const CONFLICT_MS = 10 * 60_000
const MAX_WAIT_MS = 60_000

/** The task comes again after this time. */
export type Retry = { againMs: number }

/** Whether this failed attempt certainly sent nothing. */
const isHarmless = ({ details: { service, code, status, file } }: UpstreamError): boolean =>
  // An error while reading a file comes before the attempt.
  file === undefined && service === 'mailbox' && (code === 'unreachable' || status === 429)

/** Changes a reply and refreshes its card. Refreshes even if nothing changed: an earlier attempt may have crashed in between. */
export async function updateReply(
  scope: OutboundScope,
  id: string,
  edit: (reply: Reply) => Reply | undefined,
): Promise<Reply | undefined> {
  const reply = await scope.replyStore.replies.update(id, (now) => now && edit(now))
  await refreshReplyCards(scope, id)
  return reply
}

/** Ends the attempts to send a reply; its writer gets the reason and decides. */
export async function stopSending(
  scope: OutboundScope,
  id: string,
  { state, problem }: { state: 'failed' | 'unknown'; problem: SendProblem },
): Promise<undefined> {
  const reply = await updateReply(scope, id, (now) =>
    now.state === 'sending' ? { ...now, state, trouble: problem } : undefined,
  )
  if (problem.code === 'missing_permission')
    await scope.outbound.sendPermission.recordRefusal(problem.facts?.permission)
  // The reply was not sent, so no answer can come.
  if (reply?.state === 'failed') await scope.placement.threadOrigins.removeOpenSend(reply.inboxId, id)
  if (reply?.state === state) await sendStoppedNotice(scope, id, reply)
}

/** Builds the notice to the writer, or to the others if `goneWriter`, a name in mrkdwn, is given. */
function buildFailedNotice(text: MailText, reply: Reply, id: string, goneWriter: string | undefined): Message {
  const { trouble, user, kind } = reply
  const { adminCan } = text.replyCard
  const fix = trouble && describeFix(text, trouble)
  const problem = trouble ? describeMailProblem(text, trouble) : ''
  const below = [
    ...contextBlock(fix && plainText(fix, 900), needsAdmin(reply) && adminCan),
    ...actionsBlock(
      buildActionButton(text, editAfterFailure, id),
      needsAdmin(reply) && buildActionButton(text, tellAdmins, id),
    ),
  ]
  return goneWriter === undefined
    ? mentionMessage(user, writeFailedNotice(text, kind === undefined, problem), below)
    : textMessage(writeOthersFailedNotice(text, goneWriter, escapeMrkdwn(problem)), below)
}

/**
 * Notifies the writer that a reply was not sent or has an unknown outcome, once per state and look-up. Shows a reply that was not sent to its approvers
 * and in its thread. The audit has only known outcomes.
 */
export async function sendStoppedNotice(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  if (reply.state === 'unknown') return showOutcomeNotice(scope, id, reply)
  await sendReplyFailed(scope.queue, { team: scope.team, thread: reply.thread, reply: id })
  const isRefused = reply.trouble?.code === NOT_ALLOWED
  // The refusal is already recorded.
  if (!isRefused) await recordSending(scope, { id, reply }, 'failed')
  if (reply.approval) await closeRequest(scope, id, reply)
  const opId = await sendWriterNotice(scope, reply, {
    opId: `mail.stopped:${id}:${reply.state}:${reply.looks}`,
    reply: id,
    isForOthers: isRefused && (await findDecisionPlace(scope, reply)).isWriterGone,
    build: (text, goneWriter) => buildFailedNotice(text, reply, id, goneWriter),
  })
  await noteAlert(scope, id, opId)
}

/** Reads the mailbox again later, after it could not be read. Nothing was attempted, so this error proves nothing about the attempts. */
export async function lookUpLater(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  error: UpstreamError,
): Promise<Retry> {
  const { clock } = scope
  const problem = toSendProblem(error)
  if (reply.trouble?.code !== problem.code)
    await updateReply(scope, id, (now) => (now.state === 'sending' ? { ...now, trouble: problem } : undefined))
  const waitedMs = Math.max(clock.now() - (reply.lastTriedAt ?? reply.at), 1000)
  return { againMs: error.details.retryAfterMs ?? clock.scaled(Math.min(waitedMs, MAX_WAIT_MS)) }
}

/** Tries again after a request that was not sent, for a day at most. */
export async function retryLater(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  error: UpstreamError,
): Promise<Retry | undefined> {
  const { clock } = scope
  const problem = toSendProblem(error)
  const { firstTriedAt, dueAt, tries } = reply
  // Before the first attempt, its files are unreadable: the wait doubles, up to a day.
  const waitedMs = firstTriedAt === undefined ? Math.max(clock.now() - dueAt, 1000) : 2 ** tries * 1000
  if (firstTriedAt === undefined && waitedMs > clock.scaled(KEY_MS))
    return stopSending(scope, id, { state: 'failed', problem })
  const harmless = isHarmless(error) ? 1 : 0
  if (harmless > 0 || reply.trouble?.code !== problem.code)
    // A webhook may have reported in the meantime that an earlier attempt was sent.
    await updateReply(scope, id, (now) =>
      now.state === 'sending'
        ? { ...now, trouble: problem, harmlessTries: (now.harmlessTries ?? 0) + harmless }
        : undefined,
    )
  return { againMs: error.details.retryAfterMs ?? clock.scaled(Math.min(waitedMs, MAX_WAIT_MS)) }
}

/** Handles 409 `conflict` on our own bytes: the first attempt is still in flight. Asks again for 10 minutes. */
export async function retryConflict(
  scope: OutboundScope,
  id: string,
  error: UpstreamError,
): Promise<Retry | undefined> {
  const { clock } = scope
  const now = clock.now()
  const problem = toSendProblem(error)
  const reply = await updateReply(scope, id, (one) =>
    one.state === 'sending'
      ? { ...one, clashes: one.clashes + 1, clashedAt: one.clashedAt ?? now, trouble: problem }
      : undefined,
  )
  const since = reply?.clashedAt ?? now
  if (!reply || now - since > clock.scaled(CONFLICT_MS)) return stopSending(scope, id, { state: 'unknown', problem })
  return { againMs: clock.scaled(CONFLICT_WAITS_MS[reply.clashes - 1] ?? CONFLICT_WAIT_MS) }
}
