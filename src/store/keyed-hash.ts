import { hash, randomBytes } from 'node:crypto'
import type { Store } from './store.ts'

/** Names something without telling what it is: addresses and ids from outside stand in keys and task ids only like this. */
export type KeyedHash = (...parts: string[]) => string

const KEY = 'bellhop/fingerprint'

/** The secret behind the names is made at the first start and stays, also when the sealing keys change. */
export async function createKeyedHash(store: Store): Promise<KeyedHash> {
  const found = await store.get(KEY)
  if (typeof found?.value === 'string') {
    const secret = found.value
    // A third of the cost of an HMAC, and as good: with most of the hash cut off, nobody can go on from a name to another.
    return (...parts) => hash('sha256', secret + JSON.stringify(parts)).slice(0, 24)
  }
  // Of two first starts at once one wins; both then read what it wrote.
  await store.put(KEY, randomBytes(32).toString('base64'), { version: found?.version ?? 0 })
  return createKeyedHash(store)
}
