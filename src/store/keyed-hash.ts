import { hash, randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

/** Identifies something without revealing it: addresses and ids from outside appear in keys and task ids only in this form. */
export type KeyedHash = (...parts: string[]) => string

const KEY = 'bellhop/fingerprint'

/** The secret is created at the first start and never changes, even when the sealing keys are rotated. */
export async function createKeyedHash(store: Store): Promise<KeyedHash> {
  const found = await store.get(KEY)
  if (typeof found?.value === 'string') {
    const secret = found.value
    // A third of the cost of an HMAC, and as safe here: most of the hash is cut off, so a length extension is impossible.
    return (...parts) => hash('sha256', secret + JSON.stringify(parts)).slice(0, 24)
  }
  // If two processes start for the first time together, one of them wins; both then read what it wrote.
  await store.put(KEY, randomBytes(32).toString('base64'), { version: found?.version ?? 0 })
  return createKeyedHash(store)
}
