import { z } from 'zod'
import type { Clock } from '../../../core/clock.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable, type Row, type Table } from '../../../store/typed-table.ts'
import { createSegments, type IndexedMail, type Segment, type SegmentRow, type Segments } from './index-segments.ts'
import { EARLIER_PARTITIONS, INDEX_VERSION } from './index-version.ts'

/** Stored by time and mail, until a segment takes it: the hashes of the words, each between two semicolons. */
export const indexedMailSchema = z.object({
  thread: z.string(),
  words: z.string(),
  /** Set if the words of its text were indexed. */
  hasText: z.boolean().exactOptional(),
})

/** The version of the words for which all mail of a team is indexed. */
export const indexStateSchema = z.object({ version: z.number() })

/** The most distinct terms of a mail that are indexed, people and subject first. A word has up to two. */
export const MAIL_WORDS = 300
/** How many mails a segment takes, and how many of the newest are left out of segments. */
const SEGMENT_MAILS = 1024
const PAGE = 100
/** The most records that one search reads in segments, one for each word; words that rarely occur together are searched further on request. */
const MOST_READS = 400
/** A page of rows, each opened by itself, takes as long as this many of them. */
const PAGE_READS = 8
const MOST_READS_AT_ONCE = 16

/** Removals of one task. */
const REMOVAL_STEPS = 20

const TIME_DIGITS = 13
const formatTime = (at: number): string => String(Math.max(0, Math.floor(at))).padStart(TIME_DIGITS, '0')

/** Returns the id under which a mail of this time is indexed. */
export const formatRowId = (at: number, mail: string): string => `${formatTime(at)}-${mail}`

/** Returns the key of the mail in a row id. */
export const readMailKey = (rowId: string): string => rowId.slice(TIME_DIGITS + 1)

/** A bound right above this row. */
const boundAt = (rowId: string): string => `${rowId}~`

/** The beginning of the keyed hash of a word. Two words may share it: the mail itself decides what is found. */
const HASH_CHARS = 8

/** The mails that contain all words of a search, newest first. */
export interface Matches {
  /**
   * Returns the newest mail that was not returned yet; undefined at the end. After many reads without a mail, returns where to search further. A
   * mail is only a candidate: a part of the index may be older than the mail.
   */
  next(): Promise<IndexedMail | { pausedAt: string } | undefined>
}

/**
 * Finds mails by their words. The newest mails are rows of their own, each read by a search that reaches it. Earlier ones are packed into segments, in
 * which a word is found with one read.
 */
export function createWordIndex(
  { store, team }: WorkspaceStore,
  keyedHash: KeyedHash,
  { clock, segmentMails = SEGMENT_MAILS }: { clock: Clock; segmentMails?: number },
) {
  const recent = createRecentTable({ store, team })
  const state = createTable(store, { partition: `${team}/mail.indexed`, schema: indexStateSchema })
  const segments = createSegments({ store, team }, keyedHash, clock)
  const hashWord = (word: string): string => keyedHash('word', word).slice(0, HASH_CHARS)

  /** Reads the rows that the next segment takes; undefined while there are too few. */
  async function readOldRows(): Promise<SegmentRow[] | undefined> {
    const rows: Row<z.infer<typeof indexedMailSchema>>[] = []
    for (let after: string | undefined; rows.length < 2 * segmentMails;) {
      const page = await recent.list({ limit: PAGE, ...(after !== undefined && { after }) })
      rows.push(...page.rows)
      if (page.next === undefined) break
      after = page.next
    }
    if (rows.length < 2 * segmentMails) return undefined
    return rows.slice(segmentMails, 2 * segmentMails).map(({ id, version, value: { thread, words } }) => ({
      id,
      version,
      thread,
      words: words.split(';').filter(Boolean),
    }))
  }

  return {
    /** Whether all earlier mail is indexed with the words of this or a later version. */
    isComplete: async (): Promise<boolean> => ((await state.get('words'))?.value.version ?? 0) >= INDEX_VERSION,
    recordComplete: async (version: number): Promise<void> =>
      void (await state.update('words', (now) => (now && now.version >= version ? undefined : { version }))),
    /** Adds a mail with these words, in one row. Safe to repeat: a mail keeps the words that it was found by before. */
    async add(
      words: Iterable<string>,
      { key, at, thread, hasText = false }: { key: string; at: number; thread: string; hasText?: boolean },
    ): Promise<void> {
      const hashes = [...new Set(words)].slice(0, MAIL_WORDS).map(hashWord)
      await recent.update(formatRowId(at, key), (known) => {
        const all = new Set([...hashes, ...(known?.words.split(';').filter(Boolean) ?? [])])
        const isWhole = hasText || known?.hasText === true
        return { thread, words: `;${[...all].slice(0, MAIL_WORDS).join(';')};`, ...(isWhole && { hasText: true }) }
      })
    },
    /** Returns those of these mails that are not in the index. */
    async findMissing<Mail extends { key: string; at: number }>(mails: Mail[]): Promise<Mail[]> {
      const byId = new Map(mails.map((mail) => [formatRowId(mail.at, mail.key), mail]))
      for (const id of byId.keys()) if (await recent.get(id)) byId.delete(id)
      for (const id of await segments.findPacked([...byId.keys()])) byId.delete(id)
      return [...byId.values()]
    },
    /** Whether a mail was added with its text; false once a segment has taken it. */
    hasText: async ({ key, at }: { key: string; at: number }): Promise<boolean> =>
      (await recent.get(formatRowId(at, key)))?.value.hasText === true,
    /**
     * Packs the newest rows that are old enough into a segment, if they fill one. Returns the name of the segment, or when to try again because another
     * process may be writing one. Safe to repeat.
     */
    async pack(): Promise<{ packed: string } | { againMs: number } | undefined> {
      const againMs = await segments.findWait()
      if (againMs !== undefined) return { againMs }
      const rows = await readOldRows()
      if (!rows) return undefined
      const written = await segments.write(rows)
      // A row that was written again meanwhile stays, with its newer words.
      if ('packed' in written) for (const { id, version } of rows) await recent.delete(id, version)
      return written
    },
    /** Removes these mails. Safe to repeat. */
    async remove(mails: { key: string; at: number }[]): Promise<void> {
      const ids = mails.map(({ key, at }) => formatRowId(at, key))
      for (const id of ids) {
        const row = await recent.get(id)
        if (row) await recent.delete(id, row.version)
      }
      if (ids.length > 0) await segments.remove(ids)
    },
    /** Removes some records of earlier versions of the index. Returns the `from` of the next call; undefined at the end. */
    async removeEarlier(from: string): Promise<string | undefined> {
      let at = from
      for (let step = 0; step < REMOVAL_STEPS; step += 1) {
        const [index = '0', ...cursor] = at.split(' ')
        const name = EARLIER_PARTITIONS[Number(index)]
        if (name === undefined) return undefined
        const next = await store.removePartitions(`${team}/${name}`, cursor[0])
        at = next === undefined ? `${Number(index) + 1}` : `${index} ${next}`
      }
      return at
    },
    /** Searches for mails with all these words, from this bound down. */
    search: (words: string[], bound: string | undefined): Matches =>
      createMatches({ recent, segments }, words.map(hashWord), bound),
  }
}

const createRecentTable = ({ store, team }: WorkspaceStore): Table<z.infer<typeof indexedMailSchema>> =>
  createTable(store, { partition: `${team}/mail.index${INDEX_VERSION}-recent`, schema: indexedMailSchema })

interface IndexTables {
  recent: ReturnType<typeof createRecentTable>
  segments: Segments
}

export type WordIndex = ReturnType<typeof createWordIndex>

/** Merges rows and segments, newest first. Everything above `unread` is read, and its matches are in `found`. */
function createMatches({ recent, segments }: IndexTables, words: string[], start = TOP): Matches {
  let directory = segments.list(start)
  const opened = new Set<string>()
  let ahead: Segment | undefined
  let isListed = false
  let recentBelow: string | undefined = start
  let found: IndexedMail[] = []
  let returned: string | undefined
  let [reads, atOnce] = [0, 1]

  async function nextSegment(): Promise<Segment | undefined> {
    while (!ahead && !isListed) {
      const one = await directory.next()
      if (one.done === true) isListed = true
      else if (!opened.has(one.value.name)) ahead = one.value
    }
    return ahead
  }

  async function readRecent(below: string): Promise<void> {
    const { rows, next } = await recent.list({ limit: PAGE, ...(below !== TOP && { after: below }) })
    reads += PAGE_READS
    recentBelow = next
    // Rows that are missing because a segment has taken them are in one that is listed by now.
    directory = segments.list(start)
    ahead = undefined
    isListed = false
    for (const { id, value } of rows)
      if (words.every((word) => value.words.includes(`;${word};`))) found.push({ id, thread: value.thread })
  }

  /** Reads more segments at the same time the longer nothing is found. */
  async function readSegments(): Promise<void> {
    const batch: Segment[] = []
    for (let one = await nextSegment(); one && batch.length < atOnce; one = await nextSegment()) {
      batch.push(one)
      opened.add(one.name)
      ahead = undefined
    }
    reads += batch.length * words.length
    const rows = (await Promise.all(batch.map((one) => segments.find(one, words)))).flat()
    atOnce = rows.length > 0 ? 1 : Math.min(2 * atOnce, MOST_READS_AT_ONCE)
    found.push(...rows.filter(({ id }) => id < (returned ?? start)))
  }

  return {
    async next() {
      for (;;) {
        const segment = await nextSegment()
        const segmentBelow = segment && lowest(boundAt(segment.newest), returned ?? start)
        const unread = highest(recentBelow, segmentBelow)
        const [top] = found
        if (top && (unread === undefined || top.id >= unread)) {
          found = found.slice(1)
          // A mail that was indexed again is in two places.
          if (top.id === returned) continue
          returned = top.id
          return top
        }
        if (unread === undefined) return undefined
        if (reads >= MOST_READS && unread < start) return { pausedAt: unread }
        await (recentBelow === unread ? readRecent(unread) : readSegments())
        found.sort((one, other) => (one.id < other.id ? 1 : -1))
      }
    },
  }
}

/** Above every row id. */
const TOP = '~'
const lowest = (one: string, other: string): string => (one < other ? one : other)
const highest = (one: string | undefined, other: string | undefined): string | undefined =>
  one === undefined || (other !== undefined && other > one) ? other : one
