import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import { openEnum } from '../../../store/open-enum.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { actLocationSchema } from '../../tasks/act-location.ts'

/**
 * Why an act on several mail threads left one of them unchanged; `done` if it changed it, `failed` if its task was given up. Reasons are named in this
 * order. Frozen: records contain it.
 */
export const bulkOutcomes = [
  'done',
  'already',
  'refused',
  'not_reader',
  'not_allowed',
  'gone',
  'failed',
  'newer',
  'claimed',
] as const
export type BulkOutcome = (typeof bulkOutcomes)[number]

/** The acts that are offered for several mail threads together, in this order. */
export const bulkVerbs = ['done', 'claim', 'hand_over'] as const
export type BulkVerb = (typeof bulkVerbs)[number]

const KEPT_MS = 7 * DAY_MS

/** Stored by the event of the form. */
export const bulkActSchema = z.object({
  user: z.string(),
  verb: openEnum(bulkVerbs),
  /** The new owner. */
  to: z.string().exactOptional(),
  location: actLocationSchema,
  total: z.number(),
  /** The outcome of each thread so far, by its id. */
  outcomes: z.record(z.string(), openEnum(bulkOutcomes)),
  /** The owner that each changed thread had, if it was another person's. */
  formers: z.record(z.string(), z.string()).exactOptional(),
  /** The third person whose snooze of a thread the act ended. */
  snoozers: z.record(z.string(), z.string()).exactOptional(),
})
export type BulkAct = z.infer<typeof bulkActSchema>

/** Acts on several mail threads, and how far they are. */
export const createBulkTable = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.bulk`, schema: bulkActSchema, ttlMs: KEPT_MS })

export type BulkTable = ReturnType<typeof createBulkTable>
