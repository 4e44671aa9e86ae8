import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

const routeChangeSchema = z.object({
  team: z.string(),
  user: z.string(),
  at: z.number(),
  /** The conversation of the request. */
  channel: z.string().exactOptional(),
  threadTs: z.string().exactOptional(),
  change: z.discriminatedUnion('do', [
    z.object({ do: z.literal('route'), inboxId: z.string(), channel: z.string() }),
    z.object({ do: z.literal('quarantine'), channel: z.string() }),
    z.object({ do: z.literal('hold'), inboxId: z.string(), seconds: z.number() }),
    /** Moves the mail that waits because of `alarm` to another channel, and also everything for the channel that did not accept it. */
    z.object({ do: z.literal('place_in'), alarm: z.string(), channel: z.string() }),
    /** Changes nothing and posts waiting mail. */
    z.object({ do: z.literal('place') }),
  ]),
})
export type RouteChange = z.infer<typeof routeChangeSchema>

/** Applies a setting that an admin changed. Frozen. */
export const routeChangeTask = taskKind('mail.setting', routeChangeSchema)

/** Replaces a channel to remove the setting. */
export const CHANNEL_OFF = 'off'

/** Sends a change of a setting. Durable when it resolves. The changes of one team are applied in order, each once per event. */
export const sendRouteChange = (queue: Queue, eventId: string, change: RouteChange): Promise<void> =>
  queue.send(routeChangeTask.of(change), {
    id: `mail.setting:${change.team}:${eventId}`,
    lane: `mail.setting:${change.team}`,
  })
