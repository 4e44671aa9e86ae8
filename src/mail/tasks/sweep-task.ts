import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

/** Looks every few minutes for mail that is old enough to be deleted, every second while more is due. Frozen. */
export const sweepTask = taskKind('mail.sweep', z.object({ team: z.string() }))

/** Has a workspace looked through from now on. Safe to repeat: it is done once, by whichever process. */
export const sendSweep = (queue: Queue, team: string): Promise<void> =>
  queue.send(sweepTask.of({ team }), { id: `mail.sweep:${team}`, isBackground: true })
