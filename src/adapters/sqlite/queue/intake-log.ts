import type { Clock } from '../../../core/clock.ts'
import type { SqliteDatabase } from '../sqlite-database.ts'
import { admitTask, type TaskTable } from './task-table.ts'

const ADMIT_ROWS = 100

export interface NewTask {
  id: string
  lane: string | null
  body: Uint8Array
  delayMs: number
  rememberMs: number
  isBackground: boolean
}

/**
 * Tasks as they were sent, until the worker admits them to the task table: a burst of requests appends to one table and touches no
 * index. Whether an id is known is only looked up when the task is admitted. The name of the table, `arrivals`, is frozen.
 */
export interface IntakeLog {
  append(task: NewTask): void
  /** Admits some tasks in the order in which they were sent; true if there may be more. */
  admit(limit?: number): boolean
  stats(): { count: number; dueAt: number | undefined }
}

export function createIntakeLog({ db }: SqliteDatabase, clock: Clock, tasks: TaskTable): IntakeLog {
  const insert = db.prepare(`INSERT INTO arrivals (id, lane, sent_at, due_at, until, body, background)
    VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const front = db.prepare('SELECT place, id, lane, sent_at, due_at FROM arrivals ORDER BY place LIMIT :limit')
  const remove = db.prepare('DELETE FROM arrivals WHERE place <= :place')
  // Rows are only ever removed from the front, so the places have no gaps.
  const count = db.prepare('SELECT max(place) - min(place) + 1 AS count FROM arrivals')

  return {
    append({ id, lane, body, delayMs, rememberMs, isBackground }) {
      const now = clock.now()
      const sentAt = Math.floor(now)
      const dueAt = delayMs > 0 ? Math.ceil(now + delayMs) : sentAt
      insert.run(id, lane, sentAt, dueAt, Math.ceil(now + rememberMs), body, Number(isBackground))
    },
    admit(limit = ADMIT_ROWS) {
      const found = front.all({ limit })
      for (const { place = null, id = null, lane = null, sent_at, due_at } of found)
        admitTask(tasks, { place, id, lane, sentAt: Number(sent_at), dueAt: Number(due_at) })
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
