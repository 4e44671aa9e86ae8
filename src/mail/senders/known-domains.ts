import { z } from 'zod'
import { type Clock, DAY_MS, isRecent } from '../../core/clock.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createTable, type Row } from '../../store/typed-table.ts'

/** Stored by the keyed hash of a domain, and of the shape of its name with one letter left out; the domains are sealed. */
export const knownDomainsSchema = z.object({
  domains: z.array(z.string()),
  /** When the domain itself was recorded; absent in rows for shapes. */
  at: z.number().exactOptional(),
})
type KnownDomain = z.infer<typeof knownDomainsSchema>

const KEPT_MS = 2 * 365 * DAY_MS
/** After this time, the next mail records a domain again, which keeps domains that still write. */
const RENEWED_MS = 365 * DAY_MS

/** Upper bound on candidates; beyond it, matches are coincidence. */
const MAX_DOMAINS = 10
const MAX_SHAPE = 40

/**
 * Returns a shape, and the shape without each of its letters. Two names that differ by one letter, or by two that are swapped, have one of these in
 * common.
 */
function withoutOneLetter(shape: string): string[] {
  const letters = Array.from(shape.slice(0, MAX_SHAPE))
  return [...new Set([letters.join(''), ...letters.map((_, at) => letters.toSpliced(at, 1).join(''))])]
}

const listDomains = (rows: (Row<KnownDomain> | undefined)[]): string[] => [
  ...new Set(rows.flatMap((row) => row?.value.domains ?? [])),
]

/** The domains that an inbox has exchanged mail with, found by similar names. */
export function createKnownDomains({ store, team }: WorkspaceStore, keyedHash: KeyedHash, clock: Clock) {
  const rows = createTable(store, { partition: `${team}/mail.domains`, schema: knownDomainsSchema, ttlMs: KEPT_MS })
  const exactId = (inboxId: string, domain: string) => keyedHash('domain', inboxId.toLowerCase(), domain)
  const shapeId = (inboxId: string, shape: string) => keyedHash('domain-shape', inboxId.toLowerCase(), shape)
  const isKnown = async (inboxId: string, domain: string): Promise<boolean> =>
    (await rows.get(exactId(inboxId, domain))) !== undefined

  async function find(inboxId: string, shapes: string[]): Promise<string[]> {
    return listDomains(await Promise.all(shapes.map((shape) => rows.get(shapeId(inboxId, shape)))))
  }

  return {
    isKnown,
    /** Records a domain, unless `resembles` finds that it imitates a similar one. `shape` is the shape of its name. */
    async record(
      inboxId: string,
      { domain, shape, resembles }: { domain: string; shape: string; resembles: (similar: string[]) => boolean },
    ): Promise<void> {
      const known = (await rows.get(exactId(inboxId, domain)))?.value
      if (known?.at !== undefined && isRecent(clock, known.at, RENEWED_MS)) return
      const ids = withoutOneLetter(shape).map((one) => shapeId(inboxId, one))
      const found = await Promise.all(ids.map((id) => rows.get(id)))
      if (resembles(listDomains(found))) return
      // Written even if it exists, which extends its lifetime.
      const add = (now: KnownDomain | undefined): KnownDomain => ({
        domains: [domain, ...(now?.domains ?? []).filter((one) => one !== domain)].slice(0, MAX_DOMAINS),
      })
      await Promise.all(
        ids.map(async (id, at) => {
          const { value, version = 0 } = found[at] ?? {}
          if ((await rows.put(id, add(value), version)) === undefined) await rows.update(id, add)
        }),
      )
      // Written last: a known domain has all its shapes.
      await rows.update(exactId(inboxId, domain), () => ({ domains: [domain], at: clock.now() }))
    },
    /** Finds known domains whose names look the same or almost the same. */
    findSimilar: (inboxId: string, shape: string) => find(inboxId, withoutOneLetter(shape)),
    /** Finds known domains whose names look exactly like one of these. */
    findByShape: (inboxId: string, shapes: string[]) => find(inboxId, shapes),
  }
}

export type KnownDomains = ReturnType<typeof createKnownDomains>
