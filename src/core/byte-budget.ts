/** A number of bytes that many share. */
export interface ByteBudget {
  /** Takes this many bytes if they are free and nobody waits. */
  tryReserve(bytes: number): boolean
  /** Resolves when this many bytes are free, in the order of the calls. */
  reserve(bytes: number): Promise<void>
  release(bytes: number): void
}

/** Bounds the memory that many requests use together. */
export function createByteBudget(totalBytes: number): ByteBudget {
  const waiting: { bytes: number; start: () => void }[] = []
  let free = totalBytes

  function tryReserve(bytes: number): boolean {
    if (bytes > free || waiting.length > 0) return false
    free -= bytes
    return true
  }

  return {
    tryReserve,
    async reserve(bytes) {
      if (!tryReserve(bytes)) await new Promise<void>((start) => void waiting.push({ bytes, start }))
    },
    release(bytes) {
      free += bytes
      for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
        waiting.shift()
        free -= next.bytes
        next.start()
      }
    },
  }
}
