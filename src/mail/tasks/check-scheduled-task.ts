import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

const scheduledCheckSchema = z.object({ team: z.string(), reply: z.string() })

/** Checks whether a mail came before the send time of a reply. Frozen. */
export const scheduledCheckTask = taskKind('mail.check_scheduled', scheduledCheckSchema)

/**
 * Stops a scheduled reply if its thread has a mail that its writer has not seen. `cause` is that mail, the chosen time, or that the writer may be
 * gone.
 */
export const sendCheckScheduled = (
  queue: Queue,
  check: z.infer<typeof scheduledCheckSchema>,
  cause: string,
  delayMs?: number,
): Promise<void> =>
  queue.send(scheduledCheckTask.of(check), {
    id: `mail.check_scheduled:${check.team}:${check.reply}:${cause}`,
    ...(delayMs !== undefined && { delayMs }),
  })

const recheckSchema = z.object({ team: z.string(), inbox: z.string().exactOptional() })

/** Checks whether the writers of scheduled replies may still send them, from one inbox or all. Frozen. */
export const recheckWritersTask = taskKind('mail.recheck_writers', recheckSchema)

/** Checks the writers of scheduled replies after a change of who may reply, at `changedAt`; once for each change. */
export const sendRecheckWriters = (
  queue: Queue,
  recheck: z.infer<typeof recheckSchema>,
  changedAt: number,
): Promise<void> =>
  queue.send(recheckWritersTask.of(recheck), {
    id: `mail.recheck_writers:${recheck.team}:${recheck.inbox ?? ''}:${changedAt}`,
  })
