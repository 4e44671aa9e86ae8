import { UpstreamError } from '../core/errors.ts'
import type { Sealer } from './sealer.ts'

/** Result of a walk over sealed values. */
export interface ResealResult {
  /** How many values were re-encrypted with the primary key. */
  resealed: number
  /** The contexts of values that no configured key opens. */
  unreadable: string[]
}

export interface SealedValue {
  sealed: Uint8Array
  context: string
  /** Replaces the old value; false if it has changed since it was read. */
  write: (renewed: Uint8Array) => Promise<boolean>
}

/**
 * Re-encrypts every value not sealed with the primary key, page by page. Concurrently modified values are skipped; their writer has
 * already used the primary key.
 */
export async function resealValues(sealer: Sealer, pages: AsyncIterable<SealedValue[]>): Promise<ResealResult> {
  const found: ResealResult = { resealed: 0, unreadable: [] }
  async function one({ sealed, context, write }: SealedValue): Promise<void> {
    try {
      const renewed = sealer.reseal(sealed, context)
      if (renewed && (await write(renewed))) found.resealed++
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      found.unreadable.push(context)
    }
  }
  for await (const page of pages) await Promise.all(page.map(one))
  return found
}
