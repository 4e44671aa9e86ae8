import type { Clock } from '../../../core/clock.ts'
import { type SqliteDatabase, toBytes } from '../sqlite-database.ts'
import { storeSentTask, type NewTask, type TaskTable } from './task-table.ts'

const ADMIT_ROWS = 100

/**
 * Bulk tasks, unchanged until the worker admits them to the task table: a burst of requests appends to one table and touches no index.
 * Whether an id is known is only looked up when the task is admitted. The name of the table, `arrivals`, is frozen.
 */
export interface IntakeLog {
  append(task: NewTask): void
  /** Admits some tasks in the order in which they were sent; true if there may be more. */
  admit(limit?: number): boolean
  isEmpty(): boolean
  stats(): { count: number; dueAt: number | undefined }
}

export function createIntakeLog({ db }: SqliteDatabase, clock: Clock, tasks: TaskTable): IntakeLog {
  const insert = db.prepare('INSERT INTO arrivals (id, lane, sent_at, until, body) VALUES (?, ?, ?, ?, ?)')
  const front = db.prepare('SELECT place, id, lane, sent_at, until, body FROM arrivals ORDER BY place LIMIT :limit')
  const remove = db.prepare('DELETE FROM arrivals WHERE place <= :place')
  const any = db.prepare('SELECT 1 FROM arrivals LIMIT 1')
  // Rows are only ever removed from the front, so the places have no gaps.
  const count = db.prepare('SELECT max(place) - min(place) + 1 AS count FROM arrivals')

  return {
    append({ id, lane, body, rememberMs }) {
      const now = clock.now()
      insert.run(id, lane, Math.floor(now), Math.ceil(now + rememberMs), body)
    },
    admit(limit = ADMIT_ROWS) {
      const found = front.all({ limit })
      for (const row of found)
        storeSentTask(tasks, {
          id: String(row['id']),
          lane: row['lane'] ?? null,
          sentAt: Number(row['sent_at']),
          dueAt: Number(row['sent_at']),
          until: Number(row['until']),
          body: toBytes(row['body']),
          background: 0,
        })
      const place = found.at(-1)?.['place']
      if (place !== undefined) remove.run({ place })
      return found.length === limit
    },
    isEmpty: () => any.get() === undefined,
    stats() {
      const [oldest] = front.all({ limit: 1 })
      return { count: Number(count.get()?.['count'] ?? 0), dueAt: oldest && Number(oldest['sent_at']) }
    },
  }
}
