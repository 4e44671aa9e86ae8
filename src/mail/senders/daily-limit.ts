import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { createTable } from '../../store/typed-table.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'

/** How many things of one kind happened on one day. */
export const dailyCountSchema = z.object({ n: z.number() })

const KEPT_MS = 2 * DAY_MS

interface DailyLimitOptions {
  /** The name of the count, the purpose of its keyed hash. */
  name: string
  /** The most that counts in a day of UTC. */
  limit: number
}

/** Limits what mail from outside may add to the store in a day, counted over all processes. */
export function createDailyLimit(
  { store, team }: WorkspaceStore,
  keyedHash: KeyedHash,
  { name, limit }: DailyLimitOptions,
) {
  const days = createTable(store, { partition: `${team}/mail.daily-counts`, schema: dailyCountSchema, ttlMs: KEPT_MS })
  return {
    /**
     * Counts this many things of an inbox or a sender at a time in ms. Returns how many of them are within the limit of that day, and whether one of
     * them is the first beyond it.
     */
    async take(of: string, at: number, count = 1): Promise<{ allowed: number; isFirstOver: boolean }> {
      let before = 0
      await days.update(keyedHash(name, of, `${Math.floor(at / DAY_MS)}`), (known) => {
        before = known?.n ?? 0
        return before > limit ? undefined : { n: before + count }
      })
      return {
        allowed: Math.min(Math.max(0, limit - before), count),
        isFirstOver: before <= limit && before + count > limit,
      }
    },
  }
}
