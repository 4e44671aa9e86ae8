import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { dateToken } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { MUTED_BY_LOOP } from '../records/mail/mail-loop.ts'
import { listWriters } from '../records/mail/mail-thread.ts'
import type { MailText } from '../text/mail-text.ts'
import type { ThreadState } from './thread-summary.ts'

const WHEN = '{date_short_pretty} {time}'

/** Shows who is responsible for a thread, and its progress; no block while nobody has done anything. */
export function buildStateLine(
  {
    work: { card: say },
    unnamed,
    formats,
    rules: {
      form: { unnamedGroup },
    },
  }: MailText,
  { record, names }: ThreadState,
): MessageBlock[] {
  const { owner, group, work, workAt, snooze, muted, why } = record
  const writers = listWriters(record)
  const nameOf = (user: string) => names.get(user) ?? unnamed
  const when = workAt === undefined ? '' : dateToken(workAt, WHEN)
  return contextBlock(
    owner && (why?.assigned?.user === owner.user ? say.assigned : say.owner)({ name: nameOf(owner.user) }),
    !owner && group !== undefined && say.group({ name: names.get(group) ?? unnamedGroup }),
    work === 'waiting' && say.waiting({ when }),
    work === 'done' && say.done({ when }),
    snooze && say.snoozed({ name: nameOf(snooze.by), until: dateToken(snooze.until, WHEN) }),
    muted && (muted.by === MUTED_BY_LOOP ? say.mutedByLoop : say.muted({ name: nameOf(muted.by) })),
    writers.length > 0 &&
      say.writing({ count: writers.length, names: formats.list(writers.map(({ user }) => nameOf(user))) }),
  )
}
