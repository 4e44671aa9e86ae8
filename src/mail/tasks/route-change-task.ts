import { z } from 'zod'
import type { Queue } from '../../queue/queue.ts'
import { taskKind } from '../../queue/task-kinds.ts'

const routeChangeSchema = z.object({
  team: z.string(),
  user: z.string(),
  at: z.number(),
  /** Where it was asked for. */
  channel: z.string().exactOptional(),
  threadTs: z.string().exactOptional(),
  change: z.discriminatedUnion('do', [
    z.object({ do: z.literal('route'), inboxId: z.string(), channel: z.string() }),
    z.object({ do: z.literal('quarantine'), channel: z.string() }),
    z.object({ do: z.literal('hold'), inboxId: z.string(), seconds: z.number() }),
    /** Mail that waits because of `alarm` goes to another channel, and so does whatever went to the one that did not take it. */
    z.object({ do: z.literal('place_in'), alarm: z.string(), channel: z.string() }),
    /** Changes nothing: mail that waits is posted. */
    z.object({ do: z.literal('place') }),
  ]),
})
export type RouteChange = z.infer<typeof routeChangeSchema>

/** A setting that an admin changed. Frozen. */
export const routeChangeTask = taskKind('mail.setting', routeChangeSchema)

/** In place of a channel: takes the setting away. */
export const CHANNEL_OFF = 'off'

/** Durable when it resolves; the changes of one team are applied in order, each once per event. */
export const sendRouteChange = (queue: Queue, eventId: string, change: RouteChange): Promise<void> =>
  queue.send(routeChangeTask.of(change), {
    id: `mail.setting:${change.team}:${eventId}`,
    lane: `mail.setting:${change.team}`,
  })
