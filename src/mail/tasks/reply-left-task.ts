import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

const replyLeftSchema = z.object({ team: z.string(), thread: z.string(), reply: z.string() })
/** A sent reply, in its thread. */
export type ReplyLeft = z.infer<typeof replyLeftSchema>

/** Records in the thread that a reply was sent and an answer is expected, or that it was not sent, reached nobody after all or was marked as spam. Frozen. */
export const replyLeftTask = taskKind('mail.replied', replyLeftSchema)

/** Records in its thread that a reply was sent; once per reply. */
export const sendReplyLeft = (queue: Queue, left: ReplyLeft): Promise<void> =>
  queue.send(replyLeftTask.of(left), {
    id: `mail.replied:${left.team}:${left.reply}`,
    lane: threadLane(left.team, left.thread),
  })

/** Records in its thread that a reply was not sent, or not approved; once per reply. */
export const sendReplyFailed = (queue: Queue, left: ReplyLeft): Promise<void> =>
  queue.send(replyLeftTask.of(left), {
    id: `mail.replied:${left.team}:${left.reply}:failed`,
    lane: threadLane(left.team, left.thread),
  })

/** Records in its thread that a reply reached nobody, or was marked as spam; once per reply. */
export const sendReplyLost = (queue: Queue, left: ReplyLeft): Promise<void> =>
  queue.send(replyLeftTask.of(left), {
    id: `mail.replied:${left.team}:${left.reply}:lost`,
    lane: threadLane(left.team, left.thread),
  })
