import { dateToken } from '../../../slack/blocks/mrkdwn.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { MailText } from '../../text/mail-text.ts'

const WHEN = '{date_short_pretty} {time}'
/** Of the newest replies of a thread, how many are looked at for each entry of a list. */
const MAX_READ = 5

/** In a list, what waits for a decision comes before what leaves by itself. */
const waitingStates: Reply['state'][] = ['paused', 'awaiting', 'scheduled']

/** What a list says of a reply that is written and has not left: that it is stopped, waits for approval or is scheduled. */
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
  const kind = nameKind(first)
  if (first.state === 'paused') return unsent.paused({ kind })
  return first.state === 'awaiting'
    ? unsent.awaiting({ kind })
    : unsent.scheduled({ kind, when: dateToken(first.dueAt, WHEN) })
}

function nameKind({ kind }: Reply): 'reply' | 'forward' | 'other' {
  if (kind === undefined) return 'reply'
  return kind === 'forward' ? 'forward' : 'other'
}
