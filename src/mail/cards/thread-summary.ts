import { withinDeadline } from '../../core/question-time.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { readQuietName } from '../../slack/directory/quiet-name.ts'
import { deriveDeliveryStatus, type DeliveryReport } from '../records/replies/delivery-status.ts'
import type { Mail } from '../records/mail/mail.ts'
import { MUTED_BY_LOOP } from '../records/mail/mail-loop.ts'
import { listWriters, type MailThread } from '../records/mail/mail-thread.ts'
import { isWithdrawn, type Reply } from '../records/replies/reply.ts'
import type { MailScope } from '../mail-scope.ts'
import type { ReplyFate, WrittenKind } from '../text/mail-sentences.ts'

/** Counts the mail written in a thread, with the fates of mail that was not simply sent, and the times when the rest was sent. */
export interface ReplyTally {
  counts: Record<WrittenKind, number>
  fates: Record<ReplyFate, number>
  sentAt: number[]
}

/** The responsible person and the progress of a thread. */
export interface ThreadState {
  record: MailThread
  /** The names of the people in the record, by id. */
  names: ReadonlyMap<string, string>
}

/** The summary on the head of a thread of everything below it. */
export interface ThreadSummary extends ThreadState {
  last: Mail | undefined
  replies: ReplyTally
}

interface StoredReply {
  reply: Reply
  report: DeliveryReport
}

const listRepliesBelow = ({ replies, begun }: MailThread) => replies.filter(({ id }) => id !== begun)

/** Reads the summary for the head of a thread. */
export async function summarizeThread(scope: MailScope, record: MailThread, unnamed: string): Promise<ThreadSummary> {
  const { mailStore, replyStore } = scope
  const last = await mailStore.findMail(record.mails.at(-1))
  const stored = new Map<string, StoredReply>()
  await Promise.all(
    // The reply that began the thread is its head.
    listRepliesBelow(record).map(async ({ id }) => {
      const reply = await replyStore.findReply(id)
      if (reply) stored.set(id, { reply, report: await replyStore.readDeliveryReport(reply) })
    }),
  )
  return { record, last, replies: tallyReplies(stored), names: await readStateNames(scope, record, unnamed) }
}

/** Names the group and everyone in the state of a thread, without notifying them. */
export async function readStateNames(
  { team, people, slack: { groups } }: MailScope,
  thread: MailThread,
  unnamed: string,
): Promise<ReadonlyMap<string, string>> {
  const { owner, group, snooze, muted } = thread
  const mutedBy = muted?.by === MUTED_BY_LOOP ? undefined : muted?.by
  const users = [owner?.user, snooze?.by, mutedBy, ...listWriters(thread).map(({ user }) => user)].filter(
    (user) => user !== undefined,
  )
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

/** Counts each answer once: not if it was taken back, and only the newest version of a reply that was edited and sent again. */
export function tallyReplies(stored: ReadonlyMap<string, StoredReply>): ReplyTally {
  const isReplaced = ({ again }: Reply): boolean => {
    const next = again === undefined ? undefined : stored.get(again)?.reply
    return next !== undefined && (!isWithdrawn(next) || isReplaced(next))
  }
  const counted = [...stored.values()].filter(({ reply }) => !isWithdrawn(reply) && !isReplaced(reply))
  const fates = counted.map(({ reply, report }) => findFate(reply, report))
  const countFate = (fate: ReplyFate) => fates.filter((one) => one === fate).length
  const countKind = (kind: Reply['kind']) => counted.filter(({ reply }) => reply.kind === kind).length
  const [forwards, newMails] = [countKind('forward'), countKind('new')]
  return {
    counts: { replies: counted.length - forwards - newMails, forwards, newMails },
    fates: {
      notDelivered: countFate('notDelivered'),
      notSent: countFate('notSent'),
      unknown: countFate('unknown'),
      waiting: countFate('waiting'),
    },
    sentAt: [...stored.values()].flatMap(({ reply }) => reply.sentAt ?? []),
  }
}

/** The fate of a reply that people should know; undefined if all goes well. */
function findFate(reply: Reply, report: DeliveryReport): ReplyFate | undefined {
  const { state, bounced, delayed } = deriveDeliveryStatus(reply, report)
  if (state.is === 'failed' || state.is === 'rejected') return 'notSent'
  if (bounced.length > 0) return 'notDelivered'
  if (state.is === 'unknown') return 'unknown'
  const isWaiting = ['awaiting', 'scheduled', 'paused', 'retrying', 'checking'].includes(state.is)
  return isWaiting || delayed.length > 0 ? 'waiting' : undefined
}
