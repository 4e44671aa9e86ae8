import { createClock } from '../../../src/core/clock.ts'
import { createKeyedHash } from '../../../src/store/keyed-hash.ts'
import type { Store } from '../../../src/store/store.ts'
import { INDEX_VERSION } from '../../../src/mail/desk/find/index-version.ts'
import { listBeginnings } from '../../../src/mail/desk/find/search-words.ts'
import { createWordIndex } from '../../../src/mail/desk/find/word-index.ts'

/** Limits of a mail in the index, with 200 words that no other mail has. */
export const MOST_KEYS = 12
export const MOST_BYTES = 8_192

/** More mails than a segment takes and than wait for one. */
export const MAILS = 2_100

/** Opens the index of T1, in which all earlier mail counts as indexed. */
export async function openIndex(store: Store) {
  const index = createWordIndex({ store, team: 'T1' }, await createKeyedHash(store), { clock: createClock() })
  await index.recordComplete(INDEX_VERSION)
  return index
}

/** Indexes mails of 200 made-up words each, with all their beginnings, then packs what can be packed. */
export async function fillIndex(index: Awaited<ReturnType<typeof openIndex>>, count: number): Promise<void> {
  for (let from = 0; from < count; from += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, count - from) }, async (_, more) => {
        const n = from + more
        const made = (word: number) => `${(n * 200 + word).toString(36).padStart(5, '0')}made`
        const words = Array.from({ length: 200 }, (__, word) => made(word)).flatMap(listBeginnings)
        const key = n.toString(16).padStart(24, '0')
        await index.add(words, { key, at: 1_700_000_000_000 + n * 60_000, thread: key })
      }),
    )
  while ((await index.pack()) !== undefined);
}
