import { z } from 'zod'
import type { Clock } from '../../../core/clock.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

/** Shows mail that waits for a channel: as single cards, or in a digest. Frozen. */
export const feedChannelTask = taskKind('mail.feed', z.object({ team: z.string(), channel: z.string() }))

const REMEMBER_MS = 60_000

/** Shows the waiting mail of a channel at the end of the current slot of `everyMs`, once per slot. That run sees all mail queued before this call. */
export async function sendFeedChannel(
  { queue, clock }: { queue: Queue; clock: Clock },
  team: string,
  channel: string,
  everyMs: number,
): Promise<void> {
  const now = clock.now()
  const slot = Math.floor(now / everyMs)
  await queue.send(feedChannelTask.of({ team, channel }), {
    id: `mail.feed:${team}:${channel}:${everyMs}:${slot}`,
    lane: `mail.feed:${team}:${channel}`,
    delayMs: (slot + 1) * everyMs - now,
    rememberMs: REMEMBER_MS,
  })
}
