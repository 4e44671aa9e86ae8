import type { Clock } from '../../../core/clock.ts'
import type { QueueStats } from '../../../queue/queue.ts'
import type { IntakeLog } from './intake-log.ts'
import type { SqliteDatabase } from '../sqlite-database.ts'

/** Returns a function that counts the tasks of a queue in a file. */
export function createQueueStats(database: SqliteDatabase, clock: Clock, intake: IntakeLog): () => Promise<QueueStats> {
  const inLine = database.db.prepare(`SELECT count(*) AS line, coalesce(sum(active), 0) AS active,
    coalesce(sum(active = 0 AND due_at > :now), 0) AS later, min(iif(active, NULL, due_at)) AS oldest
    FROM tasks INDEXED BY tasks_line WHERE state = 0`)
  const others = database.db.prepare(`SELECT (SELECT count(*) FROM tasks WHERE state = 1) AS delayed,
    (SELECT count(*) FROM tasks WHERE state = 2) AS dead`)

  return async () => {
    // A task that was sent twice counts once after it was admitted.
    await database.write(() => intake.admit())
    const now = clock.now()
    const line = database.read(() => inLine.get({ now })) ?? {}
    const rest = database.read(() => others.get()) ?? {}
    const logged = database.read(() => intake.stats())
    const [active, later] = [Number(line['active']), Number(line['later'])]
    const due = [line['oldest'], logged.dueAt].filter((at) => typeof at === 'number')
    return {
      waiting: Number(line['line']) - active - later + logged.count,
      active,
      delayed: later + Number(rest['delayed']),
      dead: Number(rest['dead']),
      oldestDueMs: Math.max(now - Math.min(now, ...due), 0),
    }
  }
}
