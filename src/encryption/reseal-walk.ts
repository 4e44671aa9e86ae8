import { UpstreamError } from '../core/errors.ts'
import type { Sealer } from './sealer.ts'

/** What a walk over sealed values has found. */
export interface ResealResult {
  /** How many were sealed with the first key. */
  resealed: number
  /** What no configured key opens, by its context. */
  unreadable: string[]
}

export interface SealedValue {
  sealed: Uint8Array
  context: string
  /** Puts the new value in the place of the old one, unless somebody has changed it since. */
  write: (renewed: Uint8Array) => Promise<boolean>
}

/** Seals each value anew that another than the first key has sealed, page by page. What changes meanwhile is left to whoever changes it. */
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
