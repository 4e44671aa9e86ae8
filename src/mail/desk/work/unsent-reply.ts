import { formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import { nameReplyKind } from '../../cards/replies/reply-standing.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { MailText } from '../../text/mail-text.ts'

/** The newest replies of a thread that are read for each entry of a list. */
const MAX_READ = 5

/** A reply that waits for a decision is listed before one that is sent by itself. */
const waitingStates: Reply['state'][] = ['paused', 'awaiting', 'scheduled']

/** Describes a written reply that is not sent yet: paused, awaiting approval or scheduled. */
export async function describeUnsentReply(
  { replyStore }: DeskScope,
  { work }: MailText,
  { replies, scheduled = [] }: MailThread,
): Promise<string | undefined> {
  const ids = new Set([...scheduled.slice(-MAX_READ), ...replies.slice(-MAX_READ).map(({ id }) => id)])
  const found = await Promise.all([...ids].map((id) => replyStore.findReply(id)))
  const [first] = waitingStates.flatMap((state) => found.filter((reply) => reply?.state === state))
  if (!first) return undefined
  const { unsent } = work.list
  const kind = nameReplyKind(first)
  if (first.state === 'paused') return unsent.paused({ kind })
  return first.state === 'awaiting'
    ? unsent.awaiting({ kind })
    : unsent.scheduled({ kind, when: formatMoment(first.dueAt) })
}
