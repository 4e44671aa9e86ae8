import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { Reply } from '../records/replies/reply.ts'

/** Sends a stored reply. Frozen. */
export const sendReplyTask = taskKind(
  'mail.send',
  z.object({
    team: z.string(),
    reply: z.string(),
    user: z.string(),
    /** The number of the send time that the task is for. */
    schedule: z.number().exactOptional(),
  }),
)

/** The lane of all tasks that try to send one reply, one at a time. */
export const sendLane = (team: string, reply: string): string => `mail.send:${team}:${reply}`

const REMEMBER_MS = 3 * DAY_MS

/** Sends a reply when its time has come. `round` numbers further look-ups of an unknown outcome. */
export function sendReply(
  queue: Queue,
  team: string,
  { id, reply }: { id: string; reply: Reply },
  { delayMs, round = 0 }: { delayMs?: number; round?: number } = {},
): Promise<void> {
  const { user, schedules: schedule } = reply
  const task = `mail.send:${team}:${id}:${round}`
  const data = { team, reply: id, user, ...(schedule !== undefined && { schedule }) }
  return queue.send(sendReplyTask.of(data), {
    id: schedule === undefined ? task : `${task}:time-${schedule}`,
    lane: sendLane(team, id),
    ...(delayMs !== undefined && { delayMs, rememberMs: delayMs + REMEMBER_MS }),
  })
}
