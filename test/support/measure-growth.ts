import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const SMALLEST = 2_000
/** For the look by the wall clock, which is quick, and for the judgment by processor time. */
const LARGEST = { look: 64_000, judgment: 128_000 }
const TIMES = 4
/** Wall-clock time is exact to the microsecond. Processor time is counted in ticks of up to 4 ms, so it can only compare work of several ticks. */
const MEASURABLE_MS = { look: 1, judgment: 24 }
/** Enough for the compiler, which has done its work before a judgment. */
const LEAST_ROUNDS = { look: 3, judgment: 1 }
/** While the quotient is too large. A judgment ends with the first round that neither other programs nor the garbage collector have stretched. */
const MOST_ROUNDS = { look: 6, judgment: 30 }
/** A look may take more rounds within this time, which is less than a judgment takes. */
const LOOK_MS = 150
/** The short runs are measured more often: a busy machine stretches them most, which would hide that the long ones take too long. */
const SHORT_RUNS = 4

/** A way into the app: its work for an input of `n` characters or entries. The input is built before the work is measured. */
export type Entrance = (n: number) => () => unknown

/** Milliseconds that a run of this work takes. */
type Measure = (work: () => unknown) => number

const measureWallClock: Measure = (work) => {
  const before = performance.now()
  work()
  return performance.now() - before
}

/** The processor time of this thread: other programs take none, and garbage of earlier runs is collected before. */
const measureProcessor: Measure = (work) => {
  collectGarbage()
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

const MEASURES = { look: measureWallClock, judgment: measureProcessor }

/** The quotient of the shortest runs, measured in turns; the first runs are slower, because nothing is compiled yet. */
function compareRuns(
  [less, more]: [less: () => unknown, more: () => unknown],
  { by, enough }: { by: 'look' | 'judgment'; enough: number },
): number {
  const measure = MEASURES[by]
  const least = MEASURABLE_MS[by]
  let [shortest, longest] = [Infinity, Infinity]
  const end = performance.now() + (by === 'look' ? LOOK_MS : 0)
  for (let round = 0; round < MOST_ROUNDS[by] || performance.now() < end; round++) {
    for (let run = 0; run < SHORT_RUNS; run++) shortest = Math.min(shortest, Math.max(measure(less), least))
    longest = Math.min(longest, measure(more))
    if (round + 1 >= LEAST_ROUNDS[by] && longest < shortest * enough) break
  }
  return longest / shortest
}

/** The smallest size at which the work takes long enough to be measured, or the largest. */
function findSize(entrance: Entrance, by: 'look' | 'judgment'): number {
  let n = SMALLEST
  while (n < LARGEST[by] && MEASURES[by](entrance(n)) < MEASURABLE_MS[by]) n *= 2
  return n
}

/**
 * How much longer the work takes with four times the input: about 4 if it is linear, 16 if it is quadratic, 1 if the input is cut. The first look
 * compares runs of some milliseconds, which a busy machine can stretch. So a quotient of `enough` or more is only a suspicion: it is judged by the
 * processor time of work that takes much longer. Work that does not, with half a million characters, holds nobody up.
 */
export function measureGrowth(entrance: Entrance, enough: number): number {
  const compareSizes = (by: 'look' | 'judgment'): number => {
    const n = findSize(entrance, by)
    return compareRuns([entrance(n), entrance(TIMES * n)], { by, enough })
  }
  const growth = compareSizes('look')
  return growth < enough ? growth : compareSizes('judgment')
}

const REPETITIONS = 20

/** How many times as long as `ordinary` work the `odd` work takes, measured in the same two steps. */
export function measureRatio(ordinary: () => unknown, odd: () => unknown, enough: number): number {
  const ratio = compareRuns([ordinary, odd], { by: 'look', enough })
  if (ratio < enough) return ratio
  const repeat = (work: () => unknown) => (): void => {
    for (let time = 0; time < REPETITIONS; time++) work()
  }
  return compareRuns([repeat(ordinary), repeat(odd)], { by: 'judgment', enough })
}
