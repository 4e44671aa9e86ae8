import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'
import { pollDelayMs } from './poll-interval.ts'

const pollSchema = z.object({ team: z.string(), id: z.string(), beat: z.number() })
export const pollTask = taskKind('jobs.watch', pollSchema)
export type PollRequest = z.infer<typeof pollSchema>

/** Starts to poll a job. One task per poll epoch runs again until the job ends. */
export async function sendPoll(queue: Queue, clock: Clock, { team, id, beat, state }: Job): Promise<void> {
  if (state !== 'working') return
  await queue.send(pollTask.of({ team, id, beat }), {
    id: `jobs.watch:${team}:${id}:${beat}`,
    delayMs: pollDelayMs(id, 0, (ms) => clock.scaled(ms)),
    isBackground: true,
  })
}
