import { z } from 'zod'
import { DAY_MS } from '../core/clock.ts'
import { openEnum } from '../store/open-enum.ts'
import type { Store } from '../store/store.ts'
import { createTable } from '../store/typed-table.ts'
import { accessActions } from './actions.ts'

/** Frozen: the button below a refusal that asks the people who can allow the act. */
export const ASK_ACTION_ID = 'access.ask'
/** Frozen: the button that opens the setting of a refused act. */
export const ALLOW_ACTION_ID = 'access.allow'

/** A refused act that the person may ask others to allow. A button holds only the record's id, because the client could change anything else. */
export const accessRequestSchema = z.object({
  user: z.string(),
  action: openEnum(accessActions),
  /** The verb of the act, which names it more exactly than the permission. */
  verb: z.string().exactOptional(),
  project: z.string().optional(),
  inbox: z.string().optional(),
  object: z.object({ kind: z.string(), id: z.string(), link: z.string().optional() }),
  location: z.object({ channel: z.string(), ts: z.string().optional() }).optional(),
  /** The time of the request to the others. */
  askedAt: z.number().optional(),
  /** The people and channels that were asked. */
  receivers: z.array(z.object({ is: openEnum(['person', 'channel']), id: z.string() })).optional(),
  /** The person whose change of a permission allowed the act. */
  grantedBy: z.string().optional(),
})
export type AccessRequestRecord = z.infer<typeof accessRequestSchema>

/** Names the message that asks a person or a channel; frozen, because the message is edited later. */
export const nameRequestPost = (request: string, receiver: string): string => `access.request:${request}:${receiver}`

export const accessRequests = (store: Store, team: string) =>
  createTable(store, { partition: `${team}/access-requests`, schema: accessRequestSchema, ttlMs: 7 * DAY_MS })
