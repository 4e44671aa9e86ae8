/**
 * Answers calls that arrive together, or within `keptMs(result)` milliseconds of an answer, with the same result. Does the work once however often it
 * is asked for. Does not keep a failure.
 */
export function cacheBriefly<T>(keptMs: (result: T) => number, work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let keptUntil = Infinity

  async function start(): Promise<T> {
    try {
      const result = await work()
      keptUntil = performance.now() + keptMs(result)
      return result
    } catch (error) {
      current = undefined
      throw error
    }
  }

  return () => {
    if (current && performance.now() < keptUntil) return current
    keptUntil = Infinity
    current = start()
    return current
  }
}
