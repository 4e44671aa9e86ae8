import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

/** How many events came, by type. */
export const eventCountsSchema = z.record(z.string(), z.number())

/** What the mailbox said last about one of its domains. */
export const verifiedDomainSchema = z.object({ domain: z.string(), status: z.string(), at: z.number() })
export type VerifiedDomain = z.infer<typeof verifiedDomainSchema>

const VERIFIED_TTL_MS = 7 * DAY_MS

/** What the mailbox said about one of its domains, by the keyed hash of the domain. */
export const createVerifiedDomains = ({ store, team }: WorkspaceStore) =>
  createTable(store, {
    partition: `${team}/mail.verified-domains`,
    schema: verifiedDomainSchema,
    ttlMs: VERIFIED_TTL_MS,
  })
export type VerifiedDomains = ReturnType<typeof createVerifiedDomains>

/** How many events of each unknown type the mailbox has sent. */
export const createEventCounts = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.counts`, schema: eventCountsSchema })
export type EventCounts = ReturnType<typeof createEventCounts>
