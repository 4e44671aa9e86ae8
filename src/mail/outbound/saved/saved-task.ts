import { z } from 'zod'
import type { Json } from '../../../core/json.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

const changeSchema = z.object({
  team: z.string(),
  user: z.string(),
  event: z.string(),
  at: z.number(),
  /** A person or a channel. */
  scope: z.string(),
  id: z.string(),
  /** `use` counts that it was inserted. */
  do: z.enum(['save', 'delete', 'use']),
  /** The revision that was edited. */
  seen: z.number().exactOptional(),
  name: z.string().exactOptional(),
  written: z.custom<Json>().exactOptional(),
  /** The list that the person has open. */
  list: z.object({ view: z.string(), channel: z.string(), page: z.number() }).exactOptional(),
})
/** A change of a saved reply. */
export type SavedChange = z.infer<typeof changeSchema>

/** Somebody saves, deletes or uses a reply. Frozen. */
export const savedChangeTask = taskKind('mail.saved', changeSchema)

/** Durable when it resolves; the changes of one person or channel are made in order, each once per event. */
export const sendSavedChange = (queue: Queue, change: SavedChange): Promise<void> =>
  queue.send(savedChangeTask.of(change), {
    id: `mail.saved:${change.team}:${change.event}`,
    lane: `mail.saved:${change.team}:${change.scope}`,
  })
