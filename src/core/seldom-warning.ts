import type { Log } from './log.ts'

const PERIOD_MS = 60_000

/** Warns of something that anybody can cause: immediately, then once a minute at most, with the number of times since. */
export function createSeldomWarning(log: Log, message: string): (fields?: object) => void {
  let warnedAt = -Infinity
  let count = 0
  return (fields) => {
    count += 1
    if (performance.now() - warnedAt < PERIOD_MS) return
    log.warn({ ...fields, count }, message)
    warnedAt = performance.now()
    count = 0
  }
}
