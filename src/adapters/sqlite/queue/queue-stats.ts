import type { Clock } from '../../../core/clock.ts'
import type { QueueStats } from '../../../queue/queue.ts'
import type { IntakeLog } from './intake-log.ts'
import type { SqliteDatabase } from '../sqlite-database.ts'

/** Returns a function that counts the tasks of a queue in a file. It reads indexes only: rows contain bodies. */
export function createQueueStats(database: SqliteDatabase, clock: Clock, intake: IntakeLog): () => Promise<QueueStats> {
  const inLine = 'FROM tasks INDEXED BY tasks_counted WHERE state = 0 AND active'
  const counted = database.db.prepare(`SELECT
    (SELECT count(*) ${inLine} = 1) AS active,
    (SELECT count(*) ${inLine} = 0 AND due_at <= :now) AS waiting,
    (SELECT count(*) ${inLine} = 0 AND due_at > :now) AS later,
    (SELECT min(due_at) ${inLine} = 0) AS oldest,
    (SELECT count(*) FROM tasks INDEXED BY tasks_delayed WHERE state = 1) AS delayed,
    (SELECT min(due_at) FROM tasks INDEXED BY tasks_delayed WHERE state = 1) AS next_delayed,
    (SELECT min(due_at) FROM tasks INDEXED BY tasks_head
      WHERE head = 1 AND active = 0 AND background = 0 AND due_at > :now) AS next_retried,
    (SELECT count(*) FROM tasks INDEXED BY tasks_dead WHERE state = 2) AS dead`)

  return async () => {
    // A task that was sent twice counts once after it was admitted.
    await database.write(() => intake.admit())
    const now = clock.now()
    const row = database.read(() => counted.get({ now })) ?? {}
    const logged = database.read(() => intake.stats())
    const due = [row['oldest'], logged.dueAt].filter((at) => typeof at === 'number')
    const next = [row['next_delayed'], row['next_retried']].filter((at) => typeof at === 'number')
    return {
      waiting: Number(row['waiting']) + logged.count,
      active: Number(row['active']),
      delayed: Number(row['later']) + Number(row['delayed']),
      dead: Number(row['dead']),
      oldestDueMs: Math.max(now - Math.min(now, ...due), 0),
      nextDueMs: next.length === 0 ? undefined : Math.max(Math.min(...next) - now, 0),
    }
  }
}
