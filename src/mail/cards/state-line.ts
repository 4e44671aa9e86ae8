import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { MUTED_BY_LOOP } from '../records/mail/mail-loop.ts'
import { listWriters } from '../records/mail/mail-thread.ts'
import type { MailText } from '../text/mail-text.ts'
import type { ThreadState } from './thread-summary.ts'

/** Shows who is responsible for a thread, and its progress; no block while nobody has done anything. */
export function buildStateLine(
  {
    work: { card: words },
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
  const when = workAt === undefined ? '' : formatMoment(workAt)
  return contextBlock(
    owner && (why?.assigned?.user === owner.user ? words.assigned : words.owner)({ name: nameOf(owner.user) }),
    !owner && group !== undefined && words.group({ name: names.get(group) ?? unnamedGroup }),
    work === 'waiting' && words.waiting({ when }),
    work === 'done' && words.done({ when }),
    snooze && words.snoozed({ name: nameOf(snooze.by), until: formatMoment(snooze.until) }),
    muted && (muted.by === MUTED_BY_LOOP ? words.mutedByLoop : words.muted({ name: nameOf(muted.by) })),
    writers.length > 0 &&
      words.writing({ count: writers.length, names: formats.list(writers.map(({ user }) => nameOf(user))) }),
  )
}
