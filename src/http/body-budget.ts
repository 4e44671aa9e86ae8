import { createByteBudget } from '../core/byte-budget.ts'

/** After this time a body that is still not complete may have to make room for another one. */
const MIN_AGE_MS = 1_000

/** A body that is being read. */
export interface BodyReader {
  /** Ends the reading and releases its bytes. */
  giveUp(): void
}

/** The bytes of bodies that a server holds together. */
export interface BodyBudget {
  /** Whether there is room for a body of this length. */
  hasRoom(bytes: number): boolean
  /** Takes bytes for a body. Where none are left, the oldest bodies that are still not complete are given up. */
  tryReserve(reader: BodyReader, bytes: number): boolean
  release(bytes: number): void
  /** Counts a body as being read until the returned function is called. */
  startReading(reader: BodyReader): () => void
}

/** Bounds the memory for bodies. Senders that hold back their last bytes keep nobody out for longer than a second. */
export function createBodyBudget(totalBytes: number): BodyBudget {
  const budget = createByteBudget(totalBytes)
  const startedAt = new Map<BodyReader, number>()

  function giveUpOldest(asking: BodyReader | undefined): boolean {
    const [oldest] = startedAt
    if (!oldest || oldest[0] === asking || performance.now() - oldest[1] < MIN_AGE_MS) return false
    startedAt.delete(oldest[0])
    oldest[0].giveUp()
    return true
  }

  function tryReserve(reader: BodyReader | undefined, bytes: number): boolean {
    while (!budget.tryReserve(bytes)) if (!giveUpOldest(reader)) return false
    return true
  }

  return {
    hasRoom(bytes) {
      const hasRoom = tryReserve(undefined, bytes)
      if (hasRoom) budget.release(bytes)
      return hasRoom
    },
    tryReserve,
    release: (bytes) => budget.release(bytes),
    startReading(reader) {
      startedAt.set(reader, performance.now())
      return () => void startedAt.delete(reader)
    },
  }
}
