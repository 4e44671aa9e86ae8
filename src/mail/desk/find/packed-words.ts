import { runInOwnTurn } from '../../../core/own-turn.ts'

/** How much of a hash names the record that has its places. */
export const BUCKET_CHARS = 2

const PLACE_RADIX = 36

/** Rows that are read in one turn of the event loop. */
const ROWS_IN_TURN = 32

type Row = { words: string[] }
/** The places of the words whose hashes begin alike, by the rest of the hash. */
type Bucket = Map<string, string[]>

/**
 * Packs the words of rows, by the beginning of their hashes: `;<rest of the hash>:<place> <place> …` one after the other, and `;`. Frozen. A part of
 * the work in each turn of the event loop: a thousand mails may have 150,000 words.
 */
export async function packWords(rows: Row[]): Promise<Map<string, string>> {
  const buckets = new Map<string, Bucket>()
  for (let from = 0; from < rows.length; from += ROWS_IN_TURN)
    await runInOwnTurn(() => addPlaces(buckets, rows.slice(from, from + ROWS_IN_TURN), from))
  const packed = new Map<string, string>()
  for (const [name, bucket] of buckets) packed.set(name, await runInOwnTurn(() => packBucket(bucket)))
  return packed
}

function addPlaces(buckets: Map<string, Bucket>, rows: Row[], from: number): void {
  for (const [at, row] of rows.entries())
    for (const hash of row.words) {
      const [name, rest] = [hash.slice(0, BUCKET_CHARS), hash.slice(BUCKET_CHARS)]
      const bucket = buckets.getOrInsertComputed(name, () => new Map<string, string[]>())
      bucket.getOrInsertComputed(rest, () => []).push((from + at).toString(PLACE_RADIX))
    }
}

const packBucket = (bucket: Bucket): string =>
  `;${[...bucket].map(([rest, places]) => `${rest}:${places.join(' ')};`).join('')}`

/** Returns the places of a word, by the rest of its hash. */
export function readPlaces(packed: string, rest: string): number[] {
  const from = packed.indexOf(`;${rest}:`)
  if (from < 0) return []
  const places = packed.slice(from + rest.length + 2, packed.indexOf(';', from + 1))
  return places.split(' ').map((place) => Number.parseInt(place, PLACE_RADIX))
}

/** Returns packed words without these places. */
export function withoutPlaces(packed: string, removed: ReadonlySet<number>): string {
  const kept = packed.split(';').flatMap((word) => {
    const [rest = '', places = ''] = word.split(':')
    const left = places.split(' ').filter((place) => !removed.has(Number.parseInt(place, PLACE_RADIX)))
    return rest !== '' && left.length > 0 ? [`${rest}:${left.join(' ')};`] : []
  })
  return `;${kept.join('')}`
}
