import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Job } from '../model/job.ts'

const showSchema = z.object({ team: z.string(), id: z.string(), beat: z.number() })
const clearSchema = z.object({ team: z.string(), id: z.string(), at: z.number() })

export const showThreadStatusTask = taskKind('jobs.native', showSchema)
export const clearThreadStatusTask = taskKind('jobs.native_clear', clearSchema)
export type ShowThreadStatus = z.infer<typeof showSchema>
export type ClearThreadStatus = z.infer<typeof clearSchema>

/** Shows in the thread that the app is at work, until the job no longer works. */
export async function sendThreadStatus(queue: Queue, { team, id, beat, state }: Job): Promise<void> {
  if (state !== 'working') return
  await queue.send(showThreadStatusTask.of({ team, id, beat }), { id: `jobs.native:${team}:${id}:${beat}` })
}

/** Clears the status of a job that no longer works, whichever process set it. */
export async function sendClearThreadStatus(queue: Queue, clock: Clock, job: Job): Promise<void> {
  const { team, id, statusBeat } = job
  if (job.state === 'working' || statusBeat === undefined) return
  await queue.send(clearThreadStatusTask.of({ team, id, at: clock.now() }), {
    id: `jobs.native_clear:${team}:${id}:${statusBeat}`,
  })
}
