import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

const writingSchema = z.object({
  team: z.string(),
  user: z.string(),
  thread: z.string(),
  /** `over`: the form has been open for so long that nobody expects an answer; `until` identifies the form. */
  form: z.enum(['opened', 'closed', 'over']),
  until: z.number().exactOptional(),
  /** Set for the form of a forward, which prevents no answer. */
  isForward: z.boolean().exactOptional(),
})
export type WritingChange = z.infer<typeof writingSchema>

/** Records that someone opened or closed a reply form. Frozen. */
export const writingTask = taskKind('mail.writing', writingSchema)

/** Shows in a thread who is writing an answer; once per `event`. */
export const sendWriting = (queue: Queue, event: string, change: WritingChange, delayMs?: number): Promise<void> =>
  queue.send(writingTask.of(change), {
    id: `mail.writing:${change.team}:${event}:${change.form}`,
    lane: threadLane(change.team, change.thread),
    ...(delayMs !== undefined && { delayMs }),
  })
