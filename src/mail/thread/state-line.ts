import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { dateToken } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { MUTED_BY_LOOP } from '../model/mail-loop.ts'
import type { MailText } from '../text/mail-text.ts'
import type { ThreadSummary } from './thread-summary.ts'

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
  { record, names }: Pick<ThreadSummary, 'record' | 'names'>,
): MessageBlock[] {
  const { owner, group, work, workAt, snooze, muted, writing, why } = record
  const name = (user: string) => names.get(user) ?? unnamed
  const since = workAt === undefined ? '' : dateToken(workAt, WHEN)
  return contextBlock(
    owner && (why?.assigned?.user === owner.user ? say.assigned : say.owner)(name(owner.user)),
    !owner && group !== undefined && say.group(names.get(group) ?? unnamedGroup),
    work === 'waiting' && say.waiting(since),
    work === 'done' && say.done(since),
    snooze && say.snoozed(name(snooze.by), dateToken(snooze.until, WHEN)),
    muted && (muted.by === MUTED_BY_LOOP ? say.mutedByLoop : say.muted(name(muted.by))),
    writing && say.writing(name(writing.user)),
  )
}
