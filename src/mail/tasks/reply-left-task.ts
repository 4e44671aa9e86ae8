import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

const replyLeftSchema = z.object({ team: z.string(), thread: z.string(), reply: z.string() })
/** A reply that left, in its thread. */
export type ReplyLeft = z.infer<typeof replyLeftSchema>

/** A reply left, and its thread waits for an answer; or it reached nobody after all. Frozen. */
export const replyLeftTask = taskKind('mail.replied', replyLeftSchema)

/** Tells the thread of a reply that it left; once per reply. */
export const sendReplyLeft = (queue: Queue, left: ReplyLeft): Promise<void> =>
  queue.send(replyLeftTask.of(left), {
    id: `mail.replied:${left.team}:${left.reply}`,
    lane: threadLane(left.team, left.thread),
  })

/** Tells the thread of a reply that nobody got it; once per reply. */
export const sendReplyLost = (queue: Queue, left: ReplyLeft): Promise<void> =>
  queue.send(replyLeftTask.of(left), {
    id: `mail.replied:${left.team}:${left.reply}:lost`,
    lane: threadLane(left.team, left.thread),
  })
