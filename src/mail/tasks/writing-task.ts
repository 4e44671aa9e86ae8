import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

const writingSchema = z.object({
  team: z.string(),
  user: z.string(),
  thread: z.string(),
  /** `over`: the form has been open for so long that nobody counts on an answer; `until` says which one. */
  form: z.enum(['opened', 'closed', 'over']),
  until: z.number().exactOptional(),
})
export type WritingChange = z.infer<typeof writingSchema>

/** Somebody opened or closed a reply form. Frozen. */
export const writingTask = taskKind('mail.writing', writingSchema)

/** Lets a thread say who is writing an answer, or no longer; once per `event`. */
export const sendWriting = (queue: Queue, event: string, change: WritingChange, delayMs?: number): Promise<void> =>
  queue.send(writingTask.of(change), {
    id: `mail.writing:${change.team}:${event}:${change.form}`,
    lane: threadLane(change.team, change.thread),
    ...(delayMs !== undefined && { delayMs }),
  })
