import { z } from 'zod'
import { type Clock, isRecent } from '../../../core/clock.ts'
import type { Json } from '../../../core/json.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import { createTable, type Table } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { BUCKET_CHARS, packWords, readPlaces, withoutPlaces } from './packed-words.ts'
import { INDEX_VERSION } from './index-version.ts'

/** A mail of the index. Its id sorts by time and ends with the key of the mail. */
export interface IndexedMail {
  id: string
  thread: string
}

/** A mail as it goes into a segment, with the hashes of its words. */
export interface SegmentRow extends IndexedMail {
  version: number
  words: string[]
}

/** Stored by its newest mail and its name. */
export const segmentSchema = z.object({ name: z.string(), newest: z.string(), oldest: z.string(), mails: z.number() })
export type Segment = z.infer<typeof segmentSchema>

/** The words of a segment whose hashes begin with the same characters, packed. */
export const segmentWordsSchema = z.object({ words: z.string() })
/** Some mails of a segment, the newest first. */
export const segmentMailsSchema = z.object({ mails: z.array(z.object({ id: z.string(), thread: z.string() })) })
/** The segment that was begun last, until it is complete. */
export const segmentDraftSchema = z.object({ name: z.string(), newest: z.string(), mails: z.number(), at: z.number() })

const BUCKETS = Array.from({ length: 256 }, (_, bucket) => bucket.toString(16).padStart(BUCKET_CHARS, '0'))
const PAGE_MAILS = 128
const AT_ONCE = 32
/** Within this time, the process that began a segment may still write it. */
const DRAFT_MS = 3_600_000
const DRAFT = 'draft'
/** Takes the place of a mail that was removed: the places of the others stay. */
const REMOVED: IndexedMail = { id: '', thread: '' }

/** Packed parts of the index. A segment has the words of many mails, in one record for each beginning of their hashes. */
export interface Segments {
  /** Lists the segments that have mails below this bound, in the order of their newest mails. */
  list(bound: string): AsyncGenerator<Segment, void>
  /** Finds the mails of a segment that have all these words, newest first. */
  find(segment: Segment, words: string[]): Promise<IndexedMail[]>
  /**
   * Writes these mails, newest first, as a segment. Safe to repeat with the same rows. Returns its name, or when to try again because another process
   * may be writing one.
   */
  write(rows: SegmentRow[]): Promise<{ packed: string } | { againMs: number }>
  /** Returns for how long to wait as the last `write` here did, because the same process may still be writing; undefined if nobody is waited for. */
  findWait(): Promise<number | undefined>
  /** Returns those of these mails that are in a segment. Reads the mails of each segment of that time. */
  findPacked(ids: string[]): Promise<Set<string>>
  /** Removes these mails. Costs a few hundred writes for each segment that has some of them. Safe to repeat. */
  remove(ids: string[]): Promise<void>
}

function createSegmentTables({ store, team }: WorkspaceStore) {
  return {
    directory: createTable(store, { partition: `${team}/mail.index${INDEX_VERSION}-segments`, schema: segmentSchema }),
    words: createTable(store, { partition: `${team}/mail.index${INDEX_VERSION}-words`, schema: segmentWordsSchema }),
    mails: createTable(store, { partition: `${team}/mail.index${INDEX_VERSION}-mails`, schema: segmentMailsSchema }),
    drafts: createTable(store, { partition: `${team}/mail.index${INDEX_VERSION}-draft`, schema: segmentDraftSchema }),
  }
}
type SegmentTables = ReturnType<typeof createSegmentTables>

/** Opens the segments of a workspace. */
export function createSegments(own: WorkspaceStore, keyedHash: KeyedHash, clock: Clock): Segments {
  const tables = createSegmentTables(own)
  const { directory, drafts } = tables
  /** The version of the draft that `write` waited for. */
  let waitsFor: number | undefined
  return {
    async findWait() {
      const draft = waitsFor === undefined ? undefined : await drafts.get(DRAFT)
      return draft && draft.version === waitsFor ? findRest(draft.value, clock) : undefined
    },
    async *list(bound) {
      for await (const { value } of directory.all()) if (value.oldest < bound) yield value
    },
    find: (segment, hashes) => findMails(tables, segment, hashes),
    async write(rows) {
      // The name stands for exactly these rows: two processes with different rows never write into the same records.
      const name = keyedHash('segment', ...rows.map(({ id, version }) => `${id} ${version}`))
      const segment = { name, newest: rows[0]?.id ?? '', oldest: rows.at(-1)?.id ?? '', mails: rows.length }
      waitsFor = undefined
      if (await writeSegment(tables, clock, { segment, rows })) return { packed: name }
      const draft = await drafts.get(DRAFT)
      waitsFor = draft?.version
      return { againMs: (draft && findRest(draft.value, clock)) ?? 0 }
    },
    async findPacked(ids) {
      const packed = new Set<string>()
      if (ids.length === 0) return packed
      for await (const { value } of directory.all()) {
        const own = ids.filter((id) => id >= value.oldest && id <= value.newest)
        if (own.length === 0) continue
        const there = new Set((await readMails(tables, value)).map(({ id }) => id))
        for (const id of own) if (there.has(id)) packed.add(id)
      }
      return packed
    },
    async remove(ids) {
      const all = await Array.fromAsync(directory.all())
      for (const { value } of all) {
        const own = ids.filter((id) => id >= value.oldest && id <= value.newest)
        if (own.length > 0) await removeFromSegment(tables, value, new Set(own))
      }
    },
  }
}

/** Returns for how long the process that began a draft may still write; undefined if no longer. A clock may have been set back since. */
const findRest = ({ at }: z.infer<typeof segmentDraftSchema>, clock: Clock): number | undefined =>
  isRecent(clock, at, DRAFT_MS) ? Math.min(DRAFT_MS, at + DRAFT_MS - clock.now()) : undefined

const rowId = ({ newest, name }: Pick<Segment, 'newest' | 'name'>): string => `${newest}.${name}`
const partId = (name: string, part: string | number): string => `${name}-${part}`

async function readMails({ mails }: SegmentTables, { name, mails: count }: Segment): Promise<IndexedMail[]> {
  const pages = await Promise.all(listPages(count).map((page) => mails.get(partId(name, page))))
  return pages.flatMap((page) => page?.value.mails ?? [])
}

async function findMails({ words, mails }: SegmentTables, { name }: Segment, hashes: string[]): Promise<IndexedMail[]> {
  const places = await Promise.all(
    hashes.map(async (hash) => {
      const part = await words.get(partId(name, hash.slice(0, BUCKET_CHARS)))
      return readPlaces(part?.value.words ?? '', hash.slice(BUCKET_CHARS))
    }),
  )
  const [first = [], ...others] = places
  const common = others.reduce((left, other) => {
    const inOther = new Set(other)
    return left.filter((place) => inOther.has(place))
  }, first)
  const pages = new Map<number, IndexedMail[]>()
  for (const page of new Set(common.map((place) => Math.floor(place / PAGE_MAILS))))
    pages.set(page, (await mails.get(partId(name, page)))?.value.mails ?? [])
  const found = common.flatMap((place) => pages.get(Math.floor(place / PAGE_MAILS))?.[place % PAGE_MAILS] ?? [])
  return found.filter(({ id }) => id !== REMOVED.id)
}

/** Returns whether the segment is complete; false if another process may be writing one. */
async function writeSegment(
  tables: SegmentTables,
  clock: Clock,
  { segment, rows }: { segment: Segment; rows: SegmentRow[] },
): Promise<boolean> {
  const { directory, words, mails, drafts } = tables
  const { name, newest, mails: count } = segment
  const draft = { name, newest, mails: count }
  const begun = await beginDraft(tables, clock, draft)
  if (begun === undefined) return false
  await inGroups([...(await packWords(rows))], ([bucket, packed]) =>
    replace(words, partId(name, bucket), { words: packed }),
  )
  await inGroups(listPages(count), (page) => {
    const found = rows.slice(page * PAGE_MAILS, (page + 1) * PAGE_MAILS)
    return replace(mails, partId(name, page), { mails: found.map(({ id, thread }) => ({ id, thread })) })
  })
  // Another process that took over after an hour has removed parts of this segment.
  const confirmed = await drafts.put(DRAFT, { ...draft, at: clock.now() }, begun)
  if (confirmed === undefined) return false
  await directory.put(rowId(segment), segment, 0)
  await drafts.delete(DRAFT, confirmed)
  return true
}

/** Records what is written next. Removes what a process left behind that was killed while it wrote another segment. */
async function beginDraft(
  tables: SegmentTables,
  clock: Clock,
  next: Pick<Segment, 'name' | 'newest' | 'mails'>,
): Promise<number | undefined> {
  const { drafts, directory } = tables
  const draft = await drafts.get(DRAFT)
  if (draft && draft.value.name !== next.name && !(await directory.get(rowId(draft.value)))) {
    if (findRest(draft.value, clock) !== undefined) return undefined
    await removeSegment(tables, draft.value)
  }
  return drafts.put(DRAFT, { ...next, at: clock.now() }, draft?.version ?? 0)
}

/** Removes the parts before the row of the directory, without which nobody would find them again. */
async function removeSegment(
  { directory, words, mails }: SegmentTables,
  segment: Pick<Segment, 'name' | 'newest' | 'mails'>,
): Promise<void> {
  await inGroups(BUCKETS, (bucket) => deleteRow(words, partId(segment.name, bucket)))
  await inGroups(listPages(segment.mails), (page) => deleteRow(mails, partId(segment.name, page)))
  await deleteRow(directory, rowId(segment))
}

/** Removes mails of a segment, and the segment once it has none left. The mails are removed last: a repetition completes the rest. */
async function removeFromSegment(tables: SegmentTables, segment: Segment, ids: ReadonlySet<string>): Promise<void> {
  const { words, mails } = tables
  const { name } = segment
  const places = new Set<number>()
  let left = 0
  for (const page of listPages(segment.mails))
    for (const [at, { id }] of ((await mails.get(partId(name, page)))?.value.mails ?? []).entries()) {
      if (ids.has(id)) places.add(page * PAGE_MAILS + at)
      else if (id !== '') left += 1
    }
  if (left === 0) return removeSegment(tables, segment)
  if (places.size === 0) return
  await inGroups(BUCKETS, (bucket) =>
    words.update(partId(name, bucket), (now) => now && { words: withoutPlaces(now.words, places) }),
  )
  for (const page of new Set([...places].map((place) => Math.floor(place / PAGE_MAILS))))
    await mails.update(
      partId(name, page),
      (now) => now && { mails: now.mails.map((mail) => (ids.has(mail.id) ? REMOVED : mail)) },
    )
}

const listPages = (count: number): number[] => Array.from({ length: Math.ceil(count / PAGE_MAILS) }, (_, page) => page)

/** Runs work a few at a time. */
async function inGroups<T>(all: T[], work: (one: T) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += AT_ONCE) await Promise.all(all.slice(from, from + AT_ONCE).map(work))
}

const replace = <T extends Json>(table: Table<T>, id: string, value: T): Promise<unknown> =>
  table.update(id, () => value)

async function deleteRow<T extends Json>(table: Table<T>, id: string): Promise<void> {
  const row = await table.get(id)
  if (row) await table.delete(id, row.version)
}
