import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

/** Looks once a day for mail that is old enough to be deleted; `after` is where a page begins. Frozen. */
export const sweepTask = taskKind('mail.sweep', z.object({ team: z.string(), after: z.string().exactOptional() }))

/** Has a workspace looked through every day from now on. Safe to repeat: it is done once, by whichever process. */
export const sendSweep = (queue: Queue, team: string): Promise<void> =>
  queue.send(sweepTask.of({ team }), { id: `mail.sweep:${team}`, isBackground: true })
