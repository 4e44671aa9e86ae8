import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { clearConversation, SHARED_CHANNEL } from '../../slack/outbox/cleared-writes.ts'
import { channelLane } from '../../slack/outbox/outbox.ts'
import { withdrawPosts } from '../../slack/outbox/withdraw-posts.ts'
import { cardKinds } from '../action-ids.ts'
import { noticeFailedThreadTask } from '../notify/failed-task-notices.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findReaderChannel } from '../records/mail/placement.ts'
import type { PlacementScope } from './placement-scope.ts'

const withdrawSchema = z.object({
  team: z.string(),
  thread: z.string(),
  channel: z.string(),
  /** The first message of the Slack thread. */
  ts: z.string(),
  /** The head of the mail thread when it was parked: it can be parked there again later. */
  head: z.number(),
  /** The message after which the next page begins; absent for the first one. */
  after: z.string().exactOptional(),
})
type Withdrawal = z.infer<typeof withdrawSchema>

/** Deletes what was posted below the head of a mail thread, besides its mails and replies, page by page. Frozen. */
const withdrawTask = taskKind('mail.withdraw', withdrawSchema)

/** Its lane is the channel's, so posts that are already on their way come first. */
const sendWithdrawal = ({ queue }: PlacementScope, task: Withdrawal): Promise<void> => {
  const { team, channel, ts, head, after } = task
  return queue.send(withdrawTask.of(task), {
    id: `mail.withdraw:${team}:${channel}:${ts}:${head}:${after ?? ''}`,
    lane: channelLane(team, channel),
  })
}

const listWithdrawalSchema = z.object({
  team: z.string(),
  channel: z.string(),
  /** Names the search: one a minute, for all threads that are parked then. */
  minute: z.number(),
  page: z.number(),
  /** The message before which the page begins; absent for the first one. */
  before: z.string().exactOptional(),
})
type ListWithdrawal = z.infer<typeof listWithdrawalSchema>

/** Deletes the lists of mail, the reminders and the cards of quarantined mail among the newest messages of a channel, page by page. Frozen. */
const withdrawListsTask = taskKind('mail.withdraw_lists', listWithdrawalSchema)

/** Of 200 messages each. */
const MAX_PAGES = 20
const MINUTE_MS = 60_000

const sendListWithdrawal = ({ queue }: PlacementScope, task: ListWithdrawal): Promise<void> =>
  queue.send(withdrawListsTask.of(task), {
    id: `mail.withdraw_lists:${task.team}:${task.channel}:${task.minute}:${task.page}`,
    lane: channelLane(task.team, task.channel),
  })

/**
 * Deletes the lists of mail, the reminders and the cards of quarantined mail in a channel that another organization reads; mail in the lists and
 * undecided quarantined mail wait for another channel. Safe to repeat.
 */
export const withdrawLists = (scope: PlacementScope, channel: string): Promise<void> =>
  sendListWithdrawal(scope, {
    team: scope.team,
    channel,
    minute: Math.floor(scope.clock.now() / MINUTE_MS),
    page: 0,
  })

/**
 * Deletes the notices, questions and files below the heads of a parked mail thread in its last channel, which another organization reads,
 * and the lists and reminders in that channel. Open questions are asked again by direct message. Safe to repeat.
 */
export async function withdrawNotices(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  const { team, cards } = scope
  const channel = findReaderChannel(thread)
  if (channel === undefined) return
  const heads = await cards.listMessages({ team, kind: cardKinds.threadHead, id }, channel)
  for (const ts of new Set(heads.map((head) => head.ts)))
    await sendWithdrawal(scope, { team, thread: id, channel, ts, head: thread.placement.head })
  await withdrawLists(scope, channel)
}

/** Cards that stay, as one line each (`hideCards`). */
const HIDDEN_KINDS = [cardKinds.threadHead, cardKinds.mail, cardKinds.reply]

/** Whether a post below a head is withdrawn: it belongs to mail, or to a job that was started from it, and no edit hides it. */
const isWithdrawn = (opId: string): boolean =>
  /^(card:)?(mail|jobs)\./.test(opId) && !HIDDEN_KINDS.some((kind) => opId.startsWith(`card:${kind}:`))

/** Whether people of another organization read a channel now. Throws while Slack does not answer. */
const isShared = async (scope: PlacementScope, channel: string): Promise<boolean> =>
  'refused' in (await clearConversation(scope, { team: scope.team, channel }))

async function withdrawPage(scope: PlacementScope, task: Withdrawal): Promise<void> {
  const { team, thread: id, channel, ts, after } = task
  if (!(await isShared(scope, channel))) return
  if (after === undefined) await reportQuestions(scope, id, channel)
  const next = await withdrawPosts(scope.slack, { team, channel, threadTs: ts, after }, isWithdrawn)
  if (next !== undefined) await sendWithdrawal(scope, { ...task, after: next })
}

/** Reports the questions of a thread as refused by the channel, before their messages are deleted: they are then asked by direct message. */
async function reportQuestions(scope: PlacementScope, id: string, channel: string): Promise<void> {
  const { team, cards } = scope
  const thread = await scope.mailStore.findThread(id)
  const loss = { code: SHARED_CHANNEL, channel }
  await cards.reportRefused({ team, kind: cardKinds.returned, id }, loss)
  for (const reply of thread?.replies ?? [])
    for (const kind of [cardKinds.outcome, cardKinds.paused])
      await cards.reportRefused({ team, kind, id: reply.id }, loss)
}

const DIGEST = `card:${cardKinds.digest}:`
const REMINDER = `card:${cardKinds.reminder}:`
const QUARANTINED = `card:${cardKinds.quarantined}:`

async function withdrawListsPage(scope: PlacementScope, task: ListWithdrawal): Promise<void> {
  const { team, channel, page, before } = task
  if (page >= MAX_PAGES || !(await isShared(scope, channel))) return
  const reportRefused = async (kind: string, rest: string): Promise<void> => {
    const [id = ''] = rest.split(':')
    await scope.cards.reportRefused({ team, kind, id }, { code: SHARED_CHANNEL, channel })
  }
  // Reported first: nothing else finds the mail of a list, or an undecided mail in quarantine, once its message is gone.
  const isOutside = async (opId: string): Promise<boolean> => {
    if (opId.startsWith(DIGEST)) await reportRefused(cardKinds.digest, opId.slice(DIGEST.length))
    else if (opId.startsWith(QUARANTINED)) await reportRefused(cardKinds.quarantined, opId.slice(QUARANTINED.length))
    else return opId.startsWith('mail.reminded:') || opId.startsWith(REMINDER)
    return true
  }
  const next = await withdrawPosts(scope.slack, { team, channel, after: before }, isOutside)
  if (next !== undefined) await sendListWithdrawal(scope, { ...task, page: page + 1, before: next })
}

/** Withdraws what was posted about mail from a channel that another organization reads. */
export const withdrawNoticesFeature: ScopedFeature<PlacementScope> = {
  tasks: [
    scopedHandler(withdrawTask, withdrawPage, noticeFailedThreadTask),
    scopedHandler(withdrawListsTask, withdrawListsPage, (scope, _task, failure) =>
      noticeFailedThreadTask(scope, { thread: undefined }, failure),
    ),
  ],
}
