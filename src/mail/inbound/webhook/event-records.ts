import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

/** The number of received events by type. */
export const eventCountsSchema = z.record(z.string(), z.number())

/** The mailbox's last report about one of its domains. */
export const verifiedDomainSchema = z.object({ domain: z.string(), status: z.string(), at: z.number() })
export type VerifiedDomain = z.infer<typeof verifiedDomainSchema>

const VERIFIED_TTL_MS = 7 * DAY_MS

/** The mailbox's last report about each domain, by the keyed hash of the domain. */
export const createVerifiedDomains = ({ store, team }: WorkspaceStore) =>
  createTable(store, {
    partition: `${team}/mail.verified-domains`,
    schema: verifiedDomainSchema,
    ttlMs: VERIFIED_TTL_MS,
  })
export type VerifiedDomains = ReturnType<typeof createVerifiedDomains>

/** Counts events of unknown types. */
export const createEventCounts = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.counts`, schema: eventCountsSchema })
export type EventCounts = ReturnType<typeof createEventCounts>
