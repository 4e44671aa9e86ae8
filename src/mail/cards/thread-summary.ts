import { withinDeadline } from '../../core/question-time.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { isSameAddress } from '../records/address.ts'
import type { Mail } from '../records/mail/mail.ts'
import { MUTED_BY_LOOP } from '../records/mail/mail-loop.ts'
import { type BroughtIn, listWriters, type MailThread } from '../records/mail/mail-thread.ts'
import type { MailScope } from '../mail-scope.ts'
import { findDecisionTime } from '../records/replies/reply.ts'
import { judgeReplies, type ReplyStanding, type StoredReply } from './replies/reply-standing.ts'

/** The responsible person and the progress of a thread. */
export interface ThreadState {
  record: MailThread
  /** The names of the people in the record, by id. */
  names: ReadonlyMap<string, string>
}

/** A mail of a person brought in by us alone. */
interface ThreadAside {
  key: string
  mail: Mail
  by: BroughtIn
}

/** The summary on the head of a thread of everything below it. */
export interface ThreadSummary extends ThreadState {
  /** How many mails came before the one that the head shows. */
  earlier: number
  /** How many mails of the thread, up to that one, are only in the mailbox. */
  elsewhere: number
  replies: ReplyStanding
  /** The newest mail that the head names, if not the one that it shows. */
  seen?: string | undefined
  /** The newest mail of each person brought in by us alone, unless we have answered them or the customer since; the newest last. */
  asides: ThreadAside[]
  /** Whether all mail comes to one inbox, whose name says nothing then. */
  isOnlyInbox: boolean
}

const listRepliesBelow = ({ replies, begun }: MailThread) => replies.filter(({ id }) => id !== begun)

/** Reads these replies and the events about them. */
export async function readStoredReplies(
  { replyStore }: Pick<MailScope, 'replyStore'>,
  replies: readonly { id: string }[],
): Promise<StoredReply[]> {
  const found = await Promise.all(
    replies.map(async ({ id }) => {
      const reply = await replyStore.findReply(id)
      return reply && { id, reply, report: await replyStore.readDeliveryReport(reply) }
    }),
  )
  return found.filter((one) => one !== undefined)
}

/** Reads the summary for the head of a thread, which shows this mail. */
export async function summarizeThread(
  scope: MailScope,
  record: MailThread,
  shown: { key: string; mail: Mail; seen: string },
  unnamed: string,
): Promise<ThreadSummary> {
  // The reply that began the thread is its head.
  const stored = await readStoredReplies(scope, listRepliesBelow(record))
  const replies = judgeReplies(stored, record.work === 'done' ? record.workAt : undefined)
  const earlier = countEarlier(record, shown.key)
  const sentBefore = stored.filter(({ reply: { sentAt } }) => sentAt !== undefined && sentAt <= shown.mail.at).length
  const others = [replies.lastSent?.reply.user].filter((user) => user !== undefined)
  return {
    record,
    earlier,
    elsewhere: Math.max(0, (shown.mail.count ?? 0) - earlier - 1 - sentBefore),
    replies,
    seen: shown.seen,
    asides: await findAsides(scope, record, stored),
    isOnlyInbox: await scope.routes.isOnlyInbox(record.inboxId),
    names: await readStateNames(scope, record, unnamed, others),
  }
}

const MAX_ASIDES_READ = 10
const SHOWN_ASIDES = 3

async function findAsides(
  { mailStore }: MailScope,
  { asides = [] }: MailThread,
  replies: StoredReply[],
): Promise<ThreadAside[]> {
  const sent = replies
    .map(({ reply }) => reply)
    .filter(({ sentAt, kind }) => sentAt !== undefined && kind !== 'forward')
  const isAnswered = (at: number, sender: string): boolean =>
    sent.some(
      (reply) =>
        findDecisionTime(reply) >= at &&
        (!reply.aside || reply.to.some(({ address }) => isSameAddress(address, sender))),
    )
  const read = await Promise.all(
    asides.slice(-MAX_ASIDES_READ).map(async ({ mail: key, at, by }) => {
      const mail = await mailStore.findMail(key)
      return mail && { key, mail, by, at }
    }),
  )
  const newest = new Map<string, ThreadAside>()
  for (const one of read) {
    if (!one) continue
    const { at, ...aside } = one
    const sender = one.mail.from.address.toLowerCase()
    newest.delete(sender)
    if (!isAnswered(at, sender)) newest.set(sender, aside)
  }
  return [...newest.values()].slice(-SHOWN_ASIDES)
}

/** Counts the mails of a thread that came before this one, also those that are no longer listed. */
function countEarlier({ mails, count }: MailThread, key: string): number {
  const index = mails.lastIndexOf(key)
  return index <= 0 ? 0 : Math.max(index, count - mails.length + index)
}

/** Names the group and everyone in the state of a thread, and these other people, without notifying them. */
export async function readStateNames(
  { team, people, slack: { groups } }: MailScope,
  thread: MailThread,
  unnamed: string,
  others: string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const { owner, group, snooze, muted, work, doneBy } = thread
  const mutedBy = muted?.by === MUTED_BY_LOOP ? undefined : muted?.by
  const closer = work === 'done' ? doneBy : undefined
  const users = [
    owner?.user,
    snooze?.by,
    mutedBy,
    closer,
    ...listWriters(thread).map(({ user }) => user),
    ...others,
  ].filter((user) => user !== undefined)
  const handle =
    group !== undefined && !owner
      ? (await withinDeadline(groups.list(team)))?.find(({ id }) => id === group)?.handle
      : undefined
  const named = [...new Set(users)].map(
    async (user) => [user, await readQuietName({ unnamed }, people, team, user)] as const,
  )
  const names = new Map(await Promise.all(named))
  if (group !== undefined && handle) names.set(group, `@${escapeMrkdwn(sanitizeLine(handle))}`)
  return names
}
