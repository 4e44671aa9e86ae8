import { formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import { judgeReplies } from '../../cards/replies/reply-standing.ts'
import { describeAnswer } from '../../cards/state-line.ts'
import { describeTroubles } from '../../cards/replies/reply-troubles.ts'
import { readStoredReplies } from '../../cards/thread-summary.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { hasWrittenSince } from '../../records/mail/thread-changes.ts'
import { answersCustomer, findDecisionTime, lacksSender, type Reply } from '../../records/replies/reply.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { MailText } from '../../text/mail-text.ts'

/** The newest replies of a thread that are read for each entry of a list. */
const MAX_READ = 5

/** A reply that waits for a decision is listed before one that is sent by itself. */
const waitingStates = ['paused', 'awaiting', 'scheduled'] as const

/** A written reply that is not sent yet, and what it waits for. */
export interface UnsentReply {
  id: string
  reply: Reply & { state: (typeof waitingStates)[number] }
}

const isUnsent = (reply: Reply | undefined, state: (typeof waitingStates)[number]): reply is UnsentReply['reply'] =>
  reply?.state === state

/** Returns the written replies of a thread that are not sent yet: those that somebody must take over, paused, awaiting approval or scheduled, in this order. */
export async function findUnsentReplies(
  { replyStore }: DeskScope,
  { replies, scheduled = [] }: Pick<MailThread, 'replies' | 'scheduled'>,
): Promise<UnsentReply[]> {
  const ids = new Set([...scheduled.slice(-MAX_READ), ...replies.slice(-MAX_READ).map(({ id }) => id)])
  const found = await Promise.all([...ids].map(async (id) => ({ id, reply: await replyStore.findReply(id) })))
  const unsent = waitingStates.flatMap((state) =>
    found.flatMap(({ id, reply }) => (isUnsent(reply, state) ? [{ id, reply }] : [])),
  )
  return unsent.toSorted((one, other) => Number(lacksSender(other.reply)) - Number(lacksSender(one.reply)))
}

/** Whether a scheduled reply is going to answer the thread, and was written or confirmed after the newest mail: nobody has to act until then. */
export async function isAnswerScheduled(scope: DeskScope, thread: MailThread): Promise<boolean> {
  const unsent = await findUnsentReplies(scope, thread)
  return unsent.some(
    ({ reply }) =>
      reply.state === 'scheduled' &&
      !lacksSender(reply) &&
      answersCustomer(reply) &&
      !hasWrittenSince(thread, findDecisionTime(reply)),
  )
}

/** Describes a written reply that is not sent yet: paused, awaiting approval or scheduled. */
export async function describeUnsentReply(
  scope: DeskScope,
  text: MailText,
  thread: MailThread,
): Promise<string | undefined> {
  const [first] = await findUnsentReplies(scope, thread)
  if (!first) return undefined
  const { reply } = first
  const { unsent } = text.work.list
  const what = describeAnswer(text, reply)
  if (lacksSender(reply)) return reply.state === 'awaiting' ? unsent.awaitingSenderless(what) : unsent.senderless(what)
  if (reply.state === 'paused') return unsent.paused(what)
  return reply.state === 'awaiting'
    ? unsent.awaiting(what)
    : unsent.scheduled({ ...what, when: formatMoment(reply.dueAt) })
}

/** Describes the newest reply of a thread that did not arrive, or was marked as spam, as the card does; undefined if there is none. */
export async function describeReplyTrouble(
  scope: DeskScope,
  text: MailText,
  { replies, work, workAt }: Pick<MailThread, 'replies' | 'work' | 'workAt'>,
): Promise<string | undefined> {
  const stored = await readStoredReplies(scope, replies.slice(-MAX_READ))
  const [newest] = judgeReplies(stored, work === 'done' ? workAt : undefined).troubles
  return newest && describeTroubles(text, newest)[0]
}
