/** A seeded generator of random numbers (mulberry32): the same seed gives the same plan. */
export interface Prng {
  /** From 0 to below 1. */
  next(): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  pick<T>(list: readonly [T, ...T[]]): T
  /** Picks a name, with a frequency proportional to its weight. */
  weighted<K extends string>(weights: Record<K, number>): K
}

export function createPrng(seed: number): Prng {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    next,
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => list[Math.floor(next() * list.length)] ?? list[0],
    weighted<K extends string>(weights: Record<K, number>): K {
      const names = Object.keys(weights) as K[]
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0)
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      return names[0] as K
    },
  }
}
