import { z } from 'zod'
import { type Clock, DAY_MS, isRecent } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createTable, type Row } from '../../store/typed-table.ts'
import { createDailyLimit } from './daily-limit.ts'

/** Stored by the keyed hash of a domain, of the shape of its name, and of what similar names have in common with it; the domains are sealed. */
export const knownDomainsSchema = z.object({
  domains: z.array(z.string()),
  /** When the domain itself was recorded; absent in rows for shapes. */
  at: z.number().exactOptional(),
  /** Set if it has a key for each window of its name; otherwise it is recorded again. */
  hasWindows: z.boolean().exactOptional(),
})
type KnownDomain = z.infer<typeof knownDomainsSchema>

const KEPT_MS = 2 * 365 * DAY_MS
/** After this time, the next mail records a domain again, which keeps domains that still write. */
const RENEWED_MS = 365 * DAY_MS

/** Upper bound on candidates; beyond it, matches are coincidence. All but the last stay, so strangers push at most one known domain out. */
const MAX_DOMAINS = 20

/** The most domains of one inbox that received mail makes known in a day. Domains that the inbox writes to are not counted. */
export const DAILY_DOMAINS = 300

/** Shorter names are only compared for the order of their letters. So are longer ones, because the shape of one letter may be two (`m`, `rn`). */
const MIN_SLIP = 8
const MIN_WINDOW = 4

/**
 * Where the windows of a name begin, and how wide they are: at most six, each with a letter of the one before. A letter that is added, removed or
 * replaced, and two neighbours that are swapped, are inside one of them, and everything around it is the same.
 */
function listWindows(length: number): { start: number; rest: number }[] {
  const width = Math.max(MIN_WINDOW, Math.floor(length / 4))
  const last = length - width
  const starts = Array.from({ length: Math.ceil(last / (width - 1)) + 1 }, (_, n) => Math.min(n * (width - 1), last))
  return starts.map((start) => ({ start, rest: last - start }))
}

/** The letters around each window of a name with this many letters, read from a name that may have one letter more or less. */
const readAround = (letters: string[], length: number): string[] =>
  listWindows(length)
    .filter(({ start, rest }) => start + rest <= letters.length)
    .map(({ start, rest }) => {
      const [before, after] = [letters.slice(0, start), letters.slice(letters.length - rest)]
      return `${length} ${before.join('')} ${after.join('')}`
    })

const sortLetters = (letters: string[]): string => `sorted ${letters.toSorted().join('')}`

/** The keys under which a name is recorded: its shape, and what a similar name has in common with it. */
function listKeys(shape: string): string[] {
  const letters = Array.from(shape)
  const around = letters.length < MIN_SLIP ? [] : readAround(letters, letters.length)
  return [...new Set([shape, sortLetters(letters), ...around])]
}

/** The keys under which names are recorded that look like this one, or differ by one letter or by two that are swapped. */
function listSimilarKeys(shape: string): string[] {
  const letters = Array.from(shape)
  const { length } = letters
  const lengths = [length - 1, length, length + 1].filter((one) => one >= MIN_SLIP)
  const around = lengths.flatMap((one) => readAround(letters, one))
  return [...new Set([shape, sortLetters(letters), ...around])]
}

const listDomains = (rows: (Row<KnownDomain> | undefined)[]): string[] => [
  ...new Set(rows.flatMap((row) => row?.value.domains ?? [])),
]

interface NewDomain {
  domain: string
  /** The shape of its name. */
  shape: string
  /** Whether only a received mail makes it known. */
  isStranger: boolean
  /** Whether it imitates one of these similar domains. */
  resembles(this: void, similar: string[]): boolean
}

/** The domains that an inbox has exchanged mail with, found by similar names. */
export function createKnownDomains(
  own: WorkspaceStore,
  keyedHash: KeyedHash,
  { clock, log }: { clock: Clock; log: Log },
) {
  const { store, team } = own
  const rows = createTable(store, { partition: `${team}/mail.domains`, schema: knownDomainsSchema, ttlMs: KEPT_MS })
  const strangers = createDailyLimit(own, keyedHash, { name: 'domain-day', limit: DAILY_DOMAINS })
  const exactId = (inboxId: string, domain: string) => keyedHash('domain', inboxId.toLowerCase(), domain)
  const keyId = (inboxId: string, key: string) => keyedHash('domain-shape', inboxId.toLowerCase(), key)
  const isKnown = async (inboxId: string, domain: string): Promise<boolean> =>
    (await rows.get(exactId(inboxId, domain))) !== undefined

  async function find(inboxId: string, keys: string[]): Promise<string[]> {
    return listDomains(await Promise.all(keys.map((key) => rows.get(keyId(inboxId, key)))))
  }

  /** Counts a stranger's domain. Returns whether it may still be recorded today. */
  async function takeStranger(inboxId: string): Promise<boolean> {
    const { allowed, isFirstOver } = await strangers.take(inboxId.toLowerCase(), clock.now())
    if (isFirstOver)
      log.warn({ team, inboxId, most: DAILY_DOMAINS }, 'more new domains wrote today than are compared with later ones')
    return allowed > 0
  }

  return {
    isKnown,
    /** Records a domain, unless it imitates a similar one, or strangers with too many new domains wrote today. */
    async record(inboxId: string, { domain, shape, isStranger, resembles }: NewDomain): Promise<void> {
      const known = (await rows.get(exactId(inboxId, domain)))?.value
      if (known?.at !== undefined && known.hasWindows && isRecent(clock, known.at, RENEWED_MS)) return
      if (resembles(await find(inboxId, listSimilarKeys(shape)))) return
      if (isStranger && !known && !(await takeStranger(inboxId))) return
      // Written even if it exists, which extends its lifetime.
      await Promise.all(
        listKeys(shape).map((key) =>
          rows.update(keyId(inboxId, key), (now) => {
            const domains = now?.domains ?? []
            return { domains: domains.includes(domain) ? domains : [...domains.slice(0, MAX_DOMAINS - 1), domain] }
          }),
        ),
      )
      // Written last: a known domain has all its keys.
      await rows.update(exactId(inboxId, domain), () => ({ domains: [domain], at: clock.now(), hasWindows: true }))
    },
    /** Finds known domains whose names look the same or almost the same. */
    findSimilar: (inboxId: string, shape: string) => find(inboxId, listSimilarKeys(shape)),
    /** Records a domain, or an address where everyone can have one, under the name of a person or a role there. */
    async recordName(inboxId: string, key: string, host: string): Promise<void> {
      await rows.update(keyId(inboxId, key), (now) => {
        const domains = now?.domains ?? []
        return domains.includes(host) ? undefined : { domains: [...domains.slice(0, MAX_DOMAINS - 1), host] }
      })
    },
    /** The hosts that are recorded under a name. */
    findByName: (inboxId: string, key: string) => find(inboxId, [key]),
    /** Finds known domains whose names look exactly like one of these. */
    findByShape: (inboxId: string, shapes: string[]) => find(inboxId, shapes),
  }
}

export type KnownDomains = ReturnType<typeof createKnownDomains>
