import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

/** Deletes a mail thread if it is still old and not in use. Frozen. */
export const expireTask = taskKind('mail.expire', z.object({ team: z.string(), thread: z.string() }))

/** Deletes a thread in its lane: no mail comes into it meanwhile. */
export const sendExpire = (queue: Queue, team: string, thread: string): Promise<void> =>
  queue.send(expireTask.of({ team, thread }), { id: `mail.expire:${team}:${thread}`, lane: threadLane(team, thread) })
