import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

/** Indexes a mail for `/mail find`. Frozen. */
export const indexMailTask = taskKind('mail.index', z.object({ team: z.string(), mail: z.string() }))

/** Indexes a mail in its state when the task runs. `because` distinguishes a later reason from the first. */
export const sendIndexMail = (queue: Queue, team: string, mail: string, because = 'received'): Promise<void> =>
  queue.send(indexMailTask.of({ team, mail }), { id: `mail.index:${team}:${mail}:${because}`, isBackground: true })
