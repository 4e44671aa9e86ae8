import { contextBlock } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../slack/blocks/slack-message.ts'
import { MUTED_BY_LOOP } from '../records/mail/mail-loop.ts'
import { listWriters, type MailThread } from '../records/mail/mail-thread.ts'
import { answersCustomer, type Reply } from '../records/replies/reply.ts'
import { nameRecipients } from '../text/name-people.ts'
import type { MailText } from '../text/mail-text.ts'
import { nameReplyKind, type ReplyStanding } from './replies/reply-standing.ts'
import type { ThreadState } from './thread-summary.ts'

/** Facts about the mail beside which a state is shown. */
interface StateOptions {
  /** The replies of the thread; absent on a mail below the head, which does not follow them. */
  replies?: ReplyStanding | undefined
  /** When the newest mail of the other side came. */
  mailAt?: number
  /** Whether a thread for which nobody is responsible is shown as unclaimed. */
  namesUnclaimed?: boolean
}

const MAX_PENDING = 2

/** Shows the progress of a thread and who is responsible for it in one line, the most urgent first; no block if there is nothing to show. */
export function buildStateLine(
  text: MailText,
  { record, names }: ThreadState,
  { replies, mailAt = 0, namesUnclaimed = false }: StateOptions = {},
): MessageBlock[] {
  const {
    work: { card: words },
    unnamed,
    formats,
  } = text
  const { owner, snooze, muted } = record
  const writers = listWriters(record)
  const nameOf = (user: string) => names.get(user) ?? unnamed
  const pending = replies?.pending.slice(0, MAX_PENDING).map((one) => describePending(text, one)) ?? []
  const lastSent = replies?.lastSent && replies.lastSent.sentAt >= mailAt ? replies.lastSent : undefined
  // Mail that came after the decision to send, in the undo window or during an approval, is not answered.
  const isAnswer = lastSent !== undefined && lastSent.decidedAt >= (record.theirsAt ?? mailAt)
  const answered = isAnswer ? lastSent : undefined
  const doneBy = record.work === 'done' ? record.doneBy : undefined
  const progress = describeProgress(text, record, {
    doneBy: doneBy && nameOf(doneBy),
    replied: answered && { ...answered, by: nameOf(answered.reply.user), isOwn: owner?.user === answered.reply.user },
    hasPending: pending.length > 0,
  })
  const isOpen = progress === '' && !snooze
  const parts = [
    ...pending,
    snooze && words.snoozed({ name: nameOf(snooze.by), until: formatMoment(snooze.until) }),
    progress,
    describeOwner(
      text,
      { record, names },
      { isOpen: isOpen && namesUnclaimed, namedBefore: doneBy ?? answered?.reply.user },
    ),
    lastSent && !isAnswer && describeCrossing(text, lastSent, nameOf(lastSent.reply.user)),
    muted && (muted.by === MUTED_BY_LOOP ? words.mutedByLoop : words.muted({ name: nameOf(muted.by) })),
    writers.length > 0 &&
      words.writing({ count: writers.length, names: formats.list(writers.map(({ user }) => nameOf(user))) }),
  ]
  return contextBlock(parts.filter(Boolean).join(' · '))
}

/** The kind of a reply for a sentence about it, and its recipients in mrkdwn: one that answers no customer is named by them. */
export const describeAnswer = (text: MailText, reply: Reply) => ({
  kind: reply.aside ? ('aside' as const) : nameReplyKind(reply),
  to: escapeMrkdwn(nameRecipients(text, reply.to)),
})

/** Names a reply that is not sent yet, and what it waits for. */
function describePending(text: MailText, { reply, is }: ReplyStanding['pending'][number]): string {
  const words = text.work.card.pending
  const what = describeAnswer(text, reply)
  if (is === 'awaiting' && reply.approval?.isStuck) return words.stuck(what)
  if (is === 'senderless' && reply.state === 'awaiting') return words.awaitingSenderless(what)
  return words[is]({ ...what, when: formatMoment(reply.dueAt) })
}

/** Names a reply that was on its way when the newest email came; empty for one that does not answer the customer. */
const describeCrossing = (
  { work: { card: words } }: MailText,
  { reply, sentAt }: NonNullable<ReplyStanding['lastSent']>,
  name: string,
): string => (answersCustomer(reply) ? words.crossed({ name, when: formatMoment(sentAt) }) : '')

interface ProgressOptions {
  doneBy: string | undefined
  replied: (NonNullable<ReplyStanding['lastSent']> & { by: string; isOwn: boolean }) | undefined
  hasPending: boolean
}

/** Names what was done last in a thread; empty if it is open and nothing was sent since the last mail. */
function describeProgress(
  text: MailText,
  { work, workAt }: MailThread,
  { doneBy, replied, hasPending }: ProgressOptions,
): string {
  const words = text.work.card
  const when = workAt === undefined ? '' : formatMoment(workAt)
  if (work === 'done') return doneBy === undefined ? words.done({ when }) : words.doneBy({ name: doneBy, when })
  const isWaiting = work === 'waiting' && !hasPending
  if (!replied) return isWaiting ? words.waiting({ when }) : ''
  const { reply, sentAt, by, isDelayed } = replied
  const facts = {
    ...describeAnswer(text, reply),
    name: by,
    when: formatMoment(sentAt),
  }
  if (isDelayed) return words.delayed(facts)
  return isWaiting ? words.repliedAndWaiting(facts) : words.replied(facts)
}

/** Names the person or group responsible; empty if that is the person who is named already. */
function describeOwner(
  {
    work: { card: words },
    unnamed,
    rules: {
      form: { unnamedGroup },
    },
  }: MailText,
  { record: { owner, group, why }, names }: ThreadState,
  { isOpen, namedBefore }: { isOpen: boolean; namedBefore: string | undefined },
): string {
  if (owner) {
    if (owner.user === namedBefore) return ''
    const name = names.get(owner.user) ?? unnamed
    return why?.assigned?.user === owner.user ? words.assigned({ name }) : words.owner({ name })
  }
  if (group !== undefined) return words.group({ name: names.get(group) ?? unnamedGroup })
  return isOpen ? words.unclaimed : ''
}
