import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { type Clock, DAY_MS } from '../../../core/clock.ts'
import { openEnum } from '../../../store/open-enum.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable, type Page } from '../../../store/typed-table.ts'

const at = z.number()

/** The mail that a fact is about: its inbox, the key of its thread, and the mailbox's id. */
const aboutMail = { inboxId: z.string(), thread: z.string(), messageId: z.string() }

/** Stored by the keyed hash of the address, for the whole team, or for one inbox where only that inbox may not write to it. */
export const suppressionSchema = z.object({
  /** An address, or the domain of an entry of a block list, as the mailbox compares them. */
  address: z.string(),
  bounced: z.object({ at, ...aboutMail, type: z.string(), subType: z.string() }).exactOptional(),
  complained: z.object({ at, ...aboutMail }).exactOptional(),
  /** `account`: for all inboxes. Without an inbox, nobody tried to write to it. */
  blocked: z
    .object({ at, scope: openEnum(['account', 'pod', 'inbox']), inboxId: z.string().optional() })
    .exactOptional(),
  /** The last mail that arrived there. */
  delivered: z.object({ at, messageId: z.string() }).exactOptional(),
  /** Somebody cleared everything up to this time. */
  cleared: z.object({ upTo: at, at, by: z.string() }).exactOptional(),
})
/** What is known of an address, as facts that do not depend on the order in which they came. */
export type Suppression = z.infer<typeof suppressionSchema>
/** Why an address should not be written to. */
export type SuppressionReason = 'bounced' | 'complained' | 'blocked'
/** A fact about an address. */
export type SuppressionFact = Partial<Pick<Suppression, SuppressionReason | 'delivered'>>

/** Stored by the time of the newest reason and the id of the record. */
export const listedSuppressionSchema = z.object({})

/** A delivery may be reported before an earlier bounce; so long is it known. */
const DELIVERY_KEPT_MS = 30 * DAY_MS
const TIME_DIGITS = 13
const PAGE = 50

/** As the mailbox compares addresses: small letters, and domains in ASCII. A plus-address is an address of its own. */
export function normalizeAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return `${address.slice(0, at + 1)}${domainToASCII(domain) || domain}`.toLowerCase()
}

/** The reasons that still hold: not those that somebody cleared, and no bounce or block before a later mail arrived. */
export function listReasons({ bounced, complained, blocked, delivered, cleared }: Suppression): SuppressionReason[] {
  const isOpen = (fact: { at: number } | undefined): fact is { at: number } =>
    fact !== undefined && fact.at > (cleared?.upTo ?? -1)
  // What the mailbox delivered to a server, that server may still return.
  const hasArrived = bounced && delivered && delivered.at > bounced.at && delivered.messageId !== bounced.messageId
  return [
    ...(isOpen(bounced) && !hasArrived ? (['bounced'] as const) : []),
    ...(isOpen(complained) ? (['complained'] as const) : []),
    ...(isOpen(blocked) && !(delivered && delivered.at > blocked.at) ? (['blocked'] as const) : []),
  ]
}

/** When the newest of its reasons came; undefined without one. */
function findNewest(suppression: Suppression): number | undefined {
  const times = listReasons(suppression).flatMap((reason) => suppression[reason]?.at ?? [])
  return times.length > 0 ? Math.max(...times) : undefined
}

const later = <T extends { at: number }>(known: T | undefined, more: T | undefined): T | undefined =>
  known && more ? (more.at > known.at ? more : known) : (more ?? known)

function withFact(now: Suppression, fact: SuppressionFact): Suppression {
  const bounced = later(now.bounced, fact.bounced)
  const complained = later(now.complained, fact.complained)
  const blocked = later(now.blocked, fact.blocked)
  const delivered = later(now.delivered, fact.delivered)
  return {
    ...now,
    ...(bounced && { bounced }),
    ...(complained && { complained }),
    ...(blocked && { blocked }),
    ...(delivered && { delivered }),
  }
}

const formatListId = (time: number, id: string): string =>
  `${String(Math.max(0, Math.floor(time))).padStart(TIME_DIGITS, '0')}-${id}`

/** Which addresses should not be written to, and why. */
export function createSuppressionStore({ store, team }: WorkspaceStore, keyedHash: KeyedHash, clock: Clock) {
  const records = createTable(store, {
    partition: `${team}/mail.suppressed`,
    schema: suppressionSchema,
    ttlMs: (one) => (one.bounced || one.complained || one.blocked ? undefined : DELIVERY_KEPT_MS),
  })
  const listed = createTable(store, { partition: `${team}/mail.suppressed-list`, schema: listedSuppressionSchema })
  const formatId = (address: string, inboxId?: string): string =>
    keyedHash('suppressed', address, ...(inboxId === undefined ? [] : [inboxId.toLowerCase()]))

  async function change(id: string, edit: (now: Suppression | undefined) => Suppression | undefined) {
    const before = (await records.get(id))?.value
    const now = await records.update(id, edit)
    const [old, next] = [before, now].map((one) => one && findNewest(one))
    // Repeated after a crash: the row may be missing although the record says the same.
    if (next !== undefined) await listed.put(formatListId(next, id), {}, 0)
    if (old === undefined || old === next) return
    const row = await listed.get(formatListId(old, id))
    if (row) await listed.delete(row.id, row.version)
  }

  return {
    /** Adds a fact; `inboxId` where it holds for this inbox only. */
    record: (address: string, fact: SuppressionFact, inboxId?: string): Promise<void> =>
      change(formatId(normalizeAddress(address), inboxId), (now) => {
        const known = now ?? { address: normalizeAddress(address) }
        const next = withFact(known, fact)
        return JSON.stringify(next) === JSON.stringify(now) ? undefined : next
      }),

    /** What is known of an address or a domain, for the team and for this inbox. */
    async find(address: string, inboxId: string): Promise<Suppression[]> {
      const ids = [formatId(address), formatId(address, inboxId)]
      const rows = await Promise.all(ids.map((id) => records.get(id)))
      return rows.flatMap((row) => row?.value ?? [])
    },

    get: async (id: string): Promise<Suppression | undefined> => (await records.get(id))?.value,

    /** Clears the reasons that hold now. */
    clear: (id: string, by: string): Promise<void> =>
      change(id, (now) => {
        const upTo = now && findNewest(now)
        return now && upTo !== undefined ? { ...now, cleared: { upTo, at: clock.now(), by } } : undefined
      }),

    /** Addresses with a reason that holds, newest first. */
    async list(after: string | undefined): Promise<Page<Suppression> & { rows: { listId: string }[] }> {
      const page = await listed.list({ limit: PAGE, ...(after !== undefined && { after }) })
      const rows = await Promise.all(
        page.rows.map(async ({ id: listId }) => {
          const row = await records.get(listId.slice(TIME_DIGITS + 1))
          // A row may be left over: the record has a newer one.
          const newest = row && findNewest(row.value)
          return row && newest !== undefined && formatListId(newest, row.id) === listId ? [{ ...row, listId }] : []
        }),
      )
      return { rows: rows.flat(), next: page.next }
    },
  }
}

export type SuppressionStore = ReturnType<typeof createSuppressionStore>
