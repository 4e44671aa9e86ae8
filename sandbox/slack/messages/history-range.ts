import { isEarlier } from '../workspace/slack-ids.ts'
import type { Message } from '../workspace/workspace-types.ts'

/** The range of messages between two timestamps, found by bisection to keep long channels fast. */
export function findRange(
  list: Message[],
  oldest: string,
  latest: string | undefined,
  inclusive: boolean,
): [number, number] {
  const first = (fits: (ts: string) => boolean): number => {
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (fits(list[middle]?.ts ?? '')) high = middle
      else low = middle + 1
    }
    return low
  }
  const from = first((ts) => (inclusive ? !isEarlier(ts, oldest) : isEarlier(oldest, ts)))
  if (latest === undefined) return [from, list.length]
  return [from, first((ts) => (inclusive ? isEarlier(latest, ts) : !isEarlier(ts, latest)))]
}
