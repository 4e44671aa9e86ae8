import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { isBeyondFirstVersion, type Reply } from '../model/reply.ts'

/** Sends a stored reply; version 2 has more than a text to its answered mail. Frozen. */
export const sendReplyTask = taskKind(
  'mail.send',
  z.object({ team: z.string(), reply: z.string(), user: z.string().exactOptional() }),
  2,
)

/** Everything that tries to send one reply runs in this lane, one at a time. */
export const sendLane = (team: string, reply: string): string => `mail.send:${team}:${reply}`

/** Sends a reply once its hold is over; `round` names a further look-up of an unknown outcome. */
export const sendReply = (
  queue: Queue,
  team: string,
  { id, reply }: { id: string; reply: Reply },
  options: { delayMs?: number; round?: number } = {},
): Promise<void> =>
  queue.send(sendReplyTask.of({ team, reply: id, user: reply.user }, isBeyondFirstVersion(reply) ? 2 : 1), {
    id: `mail.send:${team}:${id}:${options.round ?? 0}`,
    lane: sendLane(team, id),
    ...(options.delayMs !== undefined && { delayMs: options.delayMs }),
  })
