import { z } from 'zod'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

/** Asks the mailbox for a body that was too large for its event. Frozen. */
export const fetchBodyTask = taskKind('mail.fetch', z.object({ team: z.string(), mail: z.string() }))

/** Requests the body of a mail for later, once per mail. */
export const sendFetchBody = (queue: Queue, team: string, mail: string): Promise<void> =>
  queue.send(fetchBodyTask.of({ team, mail }), { id: `mail.fetch:${team}:${mail}` })
