/** When a task that would wait too long for its turn comes back; meanwhile its slot is free for other tasks. */
export const COME_BACK_MS = 2_000

/** Runs work a few at a time, in the order of the calls. */
export interface ConcurrencyLimit {
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many calls wait for their turn. */
  waiting(): number
  /** Whether a call would have to wait now. */
  isFull(): boolean
}

/** Runs at most `most` calls at the same time. */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const line: (() => void)[] = []
  let running = 0

  return {
    waiting: () => line.length,
    isFull: () => running >= most,
    async run(work) {
      // A call that has ended hands its place to the next one in line.
      if (running >= most) await new Promise<void>((start) => void line.push(start))
      else running += 1
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next) next()
        else running -= 1
      }
    },
  }
}
