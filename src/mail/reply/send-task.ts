import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

/** Sends a stored reply. Frozen. */
export const sendReplyTask = taskKind(
  'mail.send',
  z.object({ team: z.string(), reply: z.string(), user: z.string().exactOptional() }),
)

/** Everything that tries to send one reply runs in this lane, one at a time. */
export const sendLane = (team: string, reply: string): string => `mail.send:${team}:${reply}`

/** Sends a reply once its hold is over; `round` names a further look-up of an unknown outcome. */
export const sendReply = (
  queue: Queue,
  team: string,
  { reply, user }: { reply: string; user: string },
  options: { delayMs?: number; round?: number } = {},
): Promise<void> =>
  queue.send(sendReplyTask.of({ team, reply, user }), {
    id: `mail.send:${team}:${reply}:${options.round ?? 0}`,
    lane: sendLane(team, reply),
    ...(options.delayMs !== undefined && { delayMs: options.delayMs }),
  })
