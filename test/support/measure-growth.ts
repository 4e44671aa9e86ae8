const SMALLEST = 2_000
const LARGEST = 64_000
const TIMES = 4
const MEASURABLE_MS = 1
/** Enough for the compiler; more only while the quotient is too large. */
const LEAST_ROUNDS = 3
const MOST_ROUNDS = 6

/** One way into the app: what it does with an input of `n` characters or entries. The input is built before the work is measured. */
export type Entrance = (n: number) => () => unknown

/** The processor time of this thread in milliseconds: other programs take none of it. */
function measure(work: () => unknown): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** The quotient of the shortest runs, measured in turns; the first runs are slower, because nothing is compiled yet. */
function compareSizes(small: () => unknown, large: () => unknown, enough: number): number {
  let [shortest, longest] = [Infinity, Infinity]
  for (let round = 0; round < MOST_ROUNDS; round++) {
    shortest = Math.min(shortest, Math.max(measure(small), MEASURABLE_MS))
    longest = Math.min(longest, measure(large))
    if (round + 1 >= LEAST_ROUNDS && longest < shortest * enough) break
  }
  return longest / shortest
}

/**
 * How much longer the work takes with four times the input: about 4 if it is linear, 16 if it is quadratic, 1 if the input is cut. Machine and
 * load matter little: the shortest run of each size counts. A quotient of `enough` or more at one size may be the memory's; work that is not
 * linear has it at four times the size, too.
 */
export function measureGrowth(entrance: Entrance, enough: number): number {
  let n = SMALLEST
  while (n < LARGEST && measure(entrance(n)) < MEASURABLE_MS) n *= 2
  const middle = entrance(TIMES * n)
  const growth = compareSizes(entrance(n), middle, enough)
  return growth < enough ? growth : Math.min(growth, compareSizes(middle, entrance(TIMES * TIMES * n), enough))
}
