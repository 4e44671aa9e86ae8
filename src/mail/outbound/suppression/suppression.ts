import { domainToASCII } from 'node:url'
import { z } from 'zod'
import { type Clock, DAY_MS } from '../../../core/clock.ts'
import { openEnum } from '../../../store/open-enum.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable, type Page } from '../../../store/typed-table.ts'

const at = z.number()

/** When Bellhop learned of a reason, which may be long after it arose; absent in records of earlier versions. */
const notedAt = z.number().exactOptional()

/** The mail that a fact is about: its inbox, the key of its thread, and the mailbox's id. */
const aboutMail = { inboxId: z.string(), thread: z.string(), messageId: z.string() }

/** Stored by the keyed hash of the address: for the whole team, or for one inbox if only that inbox may not write to it. */
export const suppressionSchema = z.object({
  /** An address, or the domain of a block list's entry, as the mailbox compares them. */
  address: z.string(),
  bounced: z
    .object({ at, notedAt, ...aboutMail, type: z.string(), subType: z.string(), status: z.string().exactOptional() })
    .exactOptional(),
  complained: z.object({ at, notedAt, ...aboutMail }).exactOptional(),
  /** `account` covers all inboxes. The inbox is absent if no mail was sent to the address. */
  blocked: z
    .object({ at, notedAt, scope: openEnum(['account', 'pod', 'inbox']), inboxId: z.string().optional() })
    .exactOptional(),
  /** The last mail that arrived there. */
  delivered: z.object({ at, messageId: z.string() }).exactOptional(),
  /** Set if a person cleared everything up to this time. */
  cleared: z.object({ upTo: at, at, by: z.string() }).exactOptional(),
})
/** The facts about an address, independent of the order in which they came. */
export type Suppression = z.infer<typeof suppressionSchema>
/** The reasons not to write to an address. */
export type SuppressionReason = 'bounced' | 'complained' | 'blocked'
/** A bounce as the mailbox classifies it, with the status code or the words of the server, if it gave any. */
export interface BounceCause {
  type: string
  subType: string
  status?: string | undefined
}

/** Returns the cause of a bounce without the mail that it is about. */
export const toCause = ({ type, subType, status }: BounceCause) => ({
  type,
  subType,
  ...(status !== undefined && { status }),
})

/** A fact about an address. */
export type SuppressionFact = Partial<Pick<Suppression, SuppressionReason | 'delivered'>>

/** Stored by the time of the newest reason and the id of the record. */
export const listedSuppressionSchema = z.object({})

/** How long a delivery is kept, because it may be reported before an earlier bounce. */
const DELIVERY_KEPT_MS = 30 * DAY_MS
const TIME_DIGITS = 13
const PAGE = 50

/** Normalizes an address the way the mailbox compares them: lower case, and domains in ASCII. A plus-address is a separate address. */
export function normalizeAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1)
  return `${address.slice(0, at + 1)}${domainToASCII(domain) || domain}`.toLowerCase()
}

/** The reasons that still hold: not the cleared ones, and no bounce or block before a later mail arrived. */
export function listReasons({ bounced, complained, blocked, delivered, cleared }: Suppression): SuppressionReason[] {
  const isOpen = (fact: { at: number } | undefined): fact is { at: number } =>
    fact !== undefined && fact.at > (cleared?.upTo ?? -1)
  // The receiving server may still return a mail that the mailbox delivered to it.
  const hasArrived = bounced && delivered && delivered.at > bounced.at && delivered.messageId !== bounced.messageId
  return [
    ...(isOpen(bounced) && !hasArrived ? (['bounced'] as const) : []),
    ...(isOpen(complained) ? (['complained'] as const) : []),
    ...(isOpen(blocked) && !(delivered && delivered.at > blocked.at) ? (['blocked'] as const) : []),
  ]
}

/** The time of the newest reason; undefined if there is none. */
function findNewest(suppression: Suppression): number | undefined {
  const times = listReasons(suppression).flatMap((reason) => suppression[reason]?.at ?? [])
  return times.length > 0 ? Math.max(...times) : undefined
}

const later = <T extends { at: number }>(known: T | undefined, more: T | undefined): T | undefined =>
  known && more ? (more.at > known.at ? more : known) : (more ?? known)

const withNotedAt = <T extends { notedAt?: number }>(reason: T | undefined, now: number): T | undefined =>
  reason && { ...reason, notedAt: reason.notedAt ?? now }

function withFact(known: Suppression, fact: SuppressionFact, now: number): Suppression {
  const bounced = later(known.bounced, withNotedAt(fact.bounced, now))
  const complained = later(known.complained, withNotedAt(fact.complained, now))
  const blocked = later(known.blocked, withNotedAt(fact.blocked, now))
  const delivered = later(known.delivered, fact.delivered)
  return {
    ...known,
    ...(bounced && { bounced }),
    ...(complained && { complained }),
    ...(blocked && { blocked }),
    ...(delivered && { delivered }),
  }
}

const formatListId = (time: number, id: string): string =>
  `${String(Math.max(0, Math.floor(time))).padStart(TIME_DIGITS, '0')}-${id}`

/** Stores which addresses should not be written to, and why. */
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
    // After a crash, the row may be missing although the record is up to date.
    if (next !== undefined) await listed.put(formatListId(next, id), {}, 0)
    if (old === undefined || old === next) return
    const row = await listed.get(formatListId(old, id))
    if (row) await listed.delete(row.id, row.version)
  }

  return {
    /** Adds a fact, which is noted now unless it names the time; `inboxId` is set if it holds for this inbox only. */
    record: (address: string, fact: SuppressionFact, inboxId?: string): Promise<void> =>
      change(formatId(normalizeAddress(address), inboxId), (now) => {
        const known = now ?? { address: normalizeAddress(address) }
        const next = withFact(known, fact, clock.now())
        return JSON.stringify(next) === JSON.stringify(now) ? undefined : next
      }),

    /** Reads the facts about an address or a domain, for the team and for this inbox. */
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

    /** Lists addresses with a reason that holds, newest first. */
    async list(after: string | undefined): Promise<Page<Suppression> & { rows: { listId: string }[] }> {
      const page = await listed.list({ limit: PAGE, ...(after !== undefined && { after }) })
      const rows = await Promise.all(
        page.rows.map(async ({ id: listId }) => {
          const row = await records.get(listId.slice(TIME_DIGITS + 1))
          // Skips an outdated row: the record has a newer one.
          const newest = row && findNewest(row.value)
          return row && newest !== undefined && formatListId(newest, row.id) === listId ? [{ ...row, listId }] : []
        }),
      )
      return { rows: rows.flat(), next: page.next }
    },
  }
}

export type SuppressionStore = ReturnType<typeof createSuppressionStore>
