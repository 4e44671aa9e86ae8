import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { dateToken } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { MUTED_BY_LOOP } from '../records/mail/mail-loop.ts'
import { listWriters } from '../records/mail/mail-thread.ts'
import type { MailText } from '../text/mail-text.ts'
import type { ThreadState } from './thread-summary.ts'

const WHEN = '{date_short_pretty} {time}'

/** Who takes care of a thread and how far it is; no block while nobody has done anything. */
export function buildStateLine(
  {
    work: { card: say },
    unnamed,
    rules: {
      form: { unnamedGroup },
    },
  }: MailText,
  { record, names }: ThreadState,
): MessageBlock[] {
  const { owner, group, work, workAt, snooze, muted, why } = record
  const writers = listWriters(record)
  const name = (user: string) => names.get(user) ?? unnamed
  const since = workAt === undefined ? '' : dateToken(workAt, WHEN)
  return contextBlock(
    owner && (why?.assigned?.user === owner.user ? say.assigned : say.owner)(name(owner.user)),
    !owner && group !== undefined && say.group(names.get(group) ?? unnamedGroup),
    work === 'waiting' && say.waiting(since),
    work === 'done' && say.done(since),
    snooze && say.snoozed(name(snooze.by), dateToken(snooze.until, WHEN)),
    muted && (muted.by === MUTED_BY_LOOP ? say.mutedByLoop : say.muted(name(muted.by))),
    writers.length > 0 && say.writing(writers.map(({ user }) => name(user))),
  )
}
