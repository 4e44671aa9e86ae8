/** How much of a hash names the record that has its places. */
export const BUCKET_CHARS = 2

const PLACE_RADIX = 36

/** Packs the words of rows, by the beginning of their hashes: `;<rest of the hash>:<place> <place> …` one after the other, and `;`. Frozen. */
export function packWords(rows: { words: string[] }[]): Map<string, string> {
  const buckets = new Map<string, Map<string, string[]>>()
  for (const [place, row] of rows.entries())
    for (const hash of row.words) {
      const [bucket, rest] = [hash.slice(0, BUCKET_CHARS), hash.slice(BUCKET_CHARS)]
      const found = buckets.getOrInsertComputed(bucket, () => new Map<string, string[]>())
      found.getOrInsertComputed(rest, () => []).push(place.toString(PLACE_RADIX))
    }
  return new Map(
    [...buckets].map(([bucket, found]) => [
      bucket,
      `;${[...found].map(([rest, places]) => `${rest}:${places.join(' ')};`).join('')}`,
    ]),
  )
}

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
