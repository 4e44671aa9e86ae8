import { setImmediate as reachNextTurn } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/**
 * Runs work that holds the event loop for long: a single piece in each turn of the loop, in the order of the calls, across the whole process. Whatever
 * else waits (requests, timers) comes between two pieces. Rejects with the error of `work`.
 */
export function runInOwnTurn<T>(work: () => T): Promise<T> {
  const done = last.then(() => reachNextTurn()).then(work)
  last = done.catch(() => {})
  return done
}
