import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { threadLane } from '../records/mail/mail-thread.ts'

const ownerCheckSchema = z.object({
  team: z.string(),
  user: z.string(),
  /** Absent for all threads that the person has claimed. */
  thread: z.string().exactOptional(),
})
type OwnerCheck = z.infer<typeof ownerCheckSchema>

/** Checks whether the owner of a mail thread has left, or lost access to it or the permission to answer it. Frozen. */
export const ownerCheckTask = taskKind('mail.check_owner', ownerCheckSchema)

/** Releases the claims of a person who is gone or may no longer answer. `cause` is the event, the mail or the reminder that shows that they may be. */
export function sendCheckOwner(queue: Queue, check: OwnerCheck, cause: string, delayMs?: number): Promise<void> {
  const { team, user, thread } = check
  return queue.send(ownerCheckTask.of(check), {
    id: `mail.check_owner:${team}:${thread ?? user}:${cause}`,
    ...(thread !== undefined && { lane: threadLane(team, thread) }),
    ...(delayMs !== undefined && { delayMs }),
  })
}
