/**
 * Answers calls that arrive together or within `keptMs` of an answer with the same result, so that the work is done once however often it
 * is asked for. A failure is not kept.
 */
export function cacheBriefly<T>(keptMs: number, work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined
  let keptUntil = Infinity

  async function start(): Promise<T> {
    try {
      const result = await work()
      keptUntil = performance.now() + keptMs
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
