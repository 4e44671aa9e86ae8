import type { Clock } from '../../core/clock.ts'
import type { SqliteDatabase } from './sqlite-database.ts'
import type { createTaskTable } from './task-table.ts'

const JOIN_ROWS = 100

export interface NewTask {
  id: string
  lane: string | null
  body: Uint8Array
  delayMs: number
  rememberMs: number
  isBackground: boolean
}

/**
 * Tasks as they were sent, until the worker lets them join the others: so a burst at the door is written to the end of one table
 * and touches no index. Whether an id is known is only asked when it joins.
 */
export function createIntakeLog({ db }: SqliteDatabase, clock: Clock, tasks: ReturnType<typeof createTaskTable>) {
  const insert = db.prepare(`INSERT INTO arrivals (id, lane, sent_at, due_at, until, body, background)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const front = db.prepare('SELECT place, id, lane, sent_at, due_at FROM arrivals ORDER BY place LIMIT :limit')
  const remove = db.prepare('DELETE FROM arrivals WHERE place <= :place')
  // Only the front is ever removed, so the places have no gaps.
  const count = db.prepare('SELECT max(place) - min(place) + 1 AS count FROM arrivals')

  return {
    add({ id, lane, body, delayMs, rememberMs, isBackground }: NewTask): void {
      const now = clock.now()
      const sentAt = Math.floor(now)
      const dueAt = delayMs > 0 ? Math.ceil(now + delayMs) : sentAt
      insert.run(id, lane, sentAt, dueAt, Math.ceil(now + rememberMs), body, Number(isBackground))
    },
    /** Some of them, in the order in which they were sent; answers whether more may wait. */
    join(limit = JOIN_ROWS): boolean {
      const found = front.all({ limit })
      for (const { place = null, id = null, lane = null, sent_at, due_at } of found)
        tasks.add({ place, id, lane, sentAt: Number(sent_at), dueAt: Number(due_at) })
      const place = found.at(-1)?.['place']
      if (place !== undefined) remove.run({ place })
      return found.length === limit
    },
    stats() {
      const [oldest] = front.all({ limit: 1 })
      return { count: Number(count.get()?.['count'] ?? 0), dueAt: oldest && Number(oldest['due_at']) }
    },
  }
}

export type IntakeLog = ReturnType<typeof createIntakeLog>
