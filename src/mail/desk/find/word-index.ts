import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable, type Row } from '../../../store/typed-table.ts'
import { UNSPACED_LETTER } from '../../records/unspaced-scripts.ts'

/** Stored by time and mail. Only the partition's name contains the word, as a keyed hash. */
export const indexedWordSchema = z.object({ thread: z.string() })

/** The version of the words for which all mail of a team is indexed. */
export const indexStateSchema = z.object({ version: z.number() })

/** Raise this when the words of a mail change: all mail is then indexed again in the background. */
export const INDEX_VERSION = 2

/** The part of a long text that is indexed; words after it are not found. */
const TEXT_CHARS = 20_000
const WORD_CHARS = 40
/** The most distinct words of a mail that are indexed, people and subject first. */
const MAIL_WORDS = 150
const PAGE = 12

/** Words in nearly every mail, which would not narrow a search. */
const COMMON = new Set(
  `a an and are as at be by for from has have i in is it of on or our that the this to was we were will with you your
  am auf aus bei das dem den der des die ein eine einen er es fur ich ihr im in ist mit nicht sie sind und uns von wir zu zum zur
  au aux ce ces dans de des du elle en est et il je la le les nous ou par pas pour que qui sur un une vous
  al con de del el en es la las lo los no o para por que se su un una y`.split(/\s+/),
)

const UNSPACED = UNSPACED_LETTER.source
/** A change of script ends a word: “2026年”. */
const WORDS = new RegExp(`${UNSPACED}+|[[\\p{L}\\p{N}]--${UNSPACED}]+`, 'gv')

/** Reduces a word for comparison: lower case without accents. */
const normalize = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFC')

/** Splits unspaced text into pairs of neighbouring letters. */
function pairs(word: string): string[] {
  const letters = Array.from(word)
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}

/** Splits a text into normalized words in their order, without the most common ones. */
export function splitSearchWords(text: string): string[] {
  const found = normalize(text.slice(0, TEXT_CHARS)).match(WORDS) ?? []
  return found.flatMap((word) => {
    if (UNSPACED_LETTER.test(word)) return pairs(word)
    return COMMON.has(word) || (word.length < 2 && !/\d/.test(word)) ? [] : [word.slice(0, WORD_CHARS)]
  })
}

/** The term under which mails of a sender, an inbox or a channel are indexed. */
export const formatTerm = (field: 'from' | 'in', value: string): string => `${field}:${normalize(value)}`

const TIME_DIGITS = 13
const formatRowId = (at: number, mail: string): string =>
  `${String(Math.max(0, Math.floor(at))).padStart(TIME_DIGITS, '0')}-${mail}`

/** Returns the key of the mail in a row id. */
export const readMailKey = (rowId: string): string => rowId.slice(TIME_DIGITS + 1)

/** Lists the mails that contain a word, newest first: one partition per word. */
export function createWordIndex({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const table = (word: string) =>
    createTable(store, { partition: `${team}/mail.words-${keyedHash('word', word)}`, schema: indexedWordSchema })
  const state = createTable(store, { partition: `${team}/mail.indexed`, schema: indexStateSchema })
  return {
    /** Whether all earlier mail is indexed with the words of this or a later version. */
    isComplete: async (): Promise<boolean> => ((await state.get('words'))?.value.version ?? 0) >= INDEX_VERSION,
    recordComplete: async (version: number): Promise<void> =>
      void (await state.update('words', (now) => (now && now.version >= version ? undefined : { version }))),
    /** Adds a mail under each of these words. Safe to repeat. */
    async add(
      words: Iterable<string>,
      { key, at, thread }: { key: string; at: number; thread: string },
    ): Promise<void> {
      const id = formatRowId(at, key)
      const distinct = [...new Set(words)].slice(0, MAIL_WORDS)
      await Promise.all(distinct.map((word) => table(word).put(id, { thread }, 0)))
    },
    /** Opens the rows of a word, read in pages. */
    open: (word: string): WordRows =>
      createWordRows((after) => table(word).list({ limit: PAGE, ...(after !== undefined && { after }) })),
  }
}

export type WordIndex = ReturnType<typeof createWordIndex>

/** The rows of one word, newest first. */
export interface WordRows {
  /** Returns the newest row whose id is below this bound; undefined at the end. Bounds may only fall from call to call. */
  seek(bound: string | undefined): Promise<Row<{ thread: string }> | undefined>
  /** The number of pages read. */
  pages(): number
}

/** Returns a bound right above this row. */
export const boundAt = (rowId: string): string => `${rowId}~`

function createWordRows(
  list: (after: string | undefined) => Promise<{ rows: Row<{ thread: string }>[]; next: string | undefined }>,
): WordRows {
  let rows: Row<{ thread: string }>[] = []
  let isEnd = false
  let count = 0
  return {
    pages: () => count,
    async seek(bound) {
      const find = () => rows.find(({ id }) => bound === undefined || id < bound)
      const found = find()
      if (found || isEnd) return found
      // Rows between here and the wanted one are skipped, not read.
      const page = await list(bound)
      count += 1
      rows = page.rows
      isEnd = page.next === undefined
      return find()
    },
  }
}
