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

/**
 * Deletes the notices, questions and files below the heads of a parked mail thread in its last channel, which another organization reads.
 * Open questions are asked again by direct message. Safe to repeat.
 */
export async function withdrawNotices(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  const { team, cards } = scope
  const channel = findReaderChannel(thread)
  if (channel === undefined) return
  const heads = await cards.listMessages({ team, kind: cardKinds.threadHead, id }, channel)
  for (const ts of new Set(heads.map((head) => head.ts)))
    await sendWithdrawal(scope, { team, thread: id, channel, ts, head: thread.placement.head })
}

/** Cards that stay, as one line each (`hideCards`). */
const HIDDEN_KINDS = [cardKinds.threadHead, cardKinds.mail, cardKinds.reply]

/** Whether a post below a head is withdrawn: it belongs to mail, and no edit hides it. */
const isWithdrawn = (opId: string): boolean =>
  /^(card:)?mail\./.test(opId) && !HIDDEN_KINDS.some((kind) => opId.startsWith(`card:${kind}:`))

async function withdrawPage(scope: PlacementScope, task: Withdrawal): Promise<void> {
  const { team, thread: id, channel, ts, after } = task
  // Throws while Slack does not answer.
  const clearing = await clearConversation(scope, { team, channel })
  if ('cleared' in clearing) return
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

/** Withdraws what was posted about a mail thread from a channel that another organization reads. */
export const withdrawNoticesFeature: ScopedFeature<PlacementScope> = {
  tasks: [scopedHandler(withdrawTask, withdrawPage, noticeFailedThreadTask)],
}
