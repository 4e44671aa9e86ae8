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

/** Work that yields between its pieces, none of which holds the event loop for long. */
export type Pieces<T> = Generator<undefined, T, undefined>

/**
 * Runs each piece of some work in a turn of its own, one work after the other: what one has built so far is not in memory beside that of all others.
 * Rejects with the error of a piece.
 */
export function runInOwnTurns<T>(pieces: Pieces<T>): Promise<T> {
  const done = last.then(() => reachNextTurn()).then(() => runInNextTurns(pieces))
  last = done.catch(() => {})
  return done
}

/** Runs the pieces of some work in turns that follow each other, without waiting for other long work: a person waits for it. */
export async function runInNextTurns<T>(pieces: Pieces<T>): Promise<T> {
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
    await reachNextTurn()
  }
}

/** Runs all pieces of some work in one turn, for a caller that cannot wait. */
export function runInOneTurn<T>(pieces: Pieces<T>): T {
  for (;;) {
    const piece = pieces.next()
    if (piece.done === true) return piece.value
  }
}
