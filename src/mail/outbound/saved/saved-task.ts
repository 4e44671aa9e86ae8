import { z } from 'zod'
import type { Json } from '../../../core/json.ts'
import type { Queue } from '../../../queue/queue.ts'
import { taskKind } from '../../../queue/task-kinds.ts'

const changeSchema = z.object({
  team: z.string(),
  user: z.string(),
  event: z.string(),
  /** The form that saves; absent in tasks of earlier versions. */
  form: z.string().exactOptional(),
  at: z.number(),
  /** A person or a channel. */
  scope: z.string(),
  id: z.string(),
  /** `use` counts an insertion. */
  do: z.enum(['save', 'delete', 'use']),
  /** The revision that was edited. */
  seen: z.number().exactOptional(),
  name: z.string().exactOptional(),
  written: z.custom<Json>().exactOptional(),
  /** The list that the person has open. */
  list: z.object({ view: z.string(), channel: z.string(), page: z.number() }).exactOptional(),
})
/** A change to a saved reply. */
export type SavedChange = z.infer<typeof changeSchema>

/** Saves, deletes or uses a saved reply. Frozen. */
export const savedChangeTask = taskKind('mail.saved', changeSchema)

/** Durable when it resolves; changes of one person or channel are applied in order, each once per event. */
export const sendSavedChange = (queue: Queue, change: SavedChange): Promise<void> =>
  queue.send(savedChangeTask.of(change), {
    id: `mail.saved:${change.team}:${change.event}`,
    lane: `mail.saved:${change.team}:${change.scope}`,
  })
