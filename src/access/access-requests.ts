import { z } from 'zod'
import { DAY_MS } from '../core/clock.ts'
import { openEnum } from '../store/open-enum.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'
import { accessActions } from './actions.ts'

/** What somebody was refused and may ask others for; a button names it by its id, so that nothing about it comes back from the client. */
export const accessRequestSchema = z.object({
  user: z.string(),
  action: openEnum(accessActions),
  project: z.string().optional(),
  inbox: z.string().optional(),
  object: z.object({ kind: z.string(), id: z.string(), link: z.string().optional() }),
  location: z.object({ channel: z.string(), ts: z.string().optional() }).optional(),
  /** When the others were asked. */
  askedAt: z.number().optional(),
})
export type AccessRequestRecord = z.infer<typeof accessRequestSchema>

/** Kept for a week. */
export const accessRequests = (store: Store, team: string) =>
  createTable(store, { partition: `${team}/access-requests`, schema: accessRequestSchema, ttlMs: 7 * DAY_MS })
