import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

const ownReplySchema = z.object({ team: z.string(), thread: z.string(), user: z.string(), reply: z.string() })
/** A reply that a person has written. */
export type OwnReply = z.infer<typeof ownReplySchema>

/** Makes the thread of a written reply its writer's, unless somebody is responsible for it. Frozen. */
export const ownReplyTask = taskKind('mail.own_reply', ownReplySchema)

/** Makes the thread of a written reply its writer's; once per reply. */
export const sendOwnReply = (queue: Queue, written: OwnReply): Promise<void> =>
  queue.send(ownReplyTask.of(written), {
    id: `mail.own_reply:${written.team}:${written.reply}`,
    lane: threadLane(written.team, written.thread),
  })
