import type { Clock } from '../../core/clock.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import { toBytes, type SqliteDatabase } from './sqlite-database.ts'
import type { IntakeLog } from './intake-log.ts'
import type { DeadLetter, Queue } from '../../queue/queue.ts'
import type { createTaskTable } from './task-table.ts'
import { openDeadTask, openReason } from '../../queue/worker/attempt.ts'

const PAGE = 100

interface Options {
  sealer: Sealer
  clock: Clock
  tasks: ReturnType<typeof createTaskTable>
  arrived: IntakeLog
  wake: () => void
}

/** The dead letters and the counts of a queue in a file. */
export function createDeadLetters(
  file: SqliteDatabase,
  { sealer, clock, tasks, arrived, wake }: Options,
): Pick<Queue, 'dead' | 'stats'> {
  const columns = 'id, lane, body, reason, attempts, died_at'
  const page = file.db.prepare(
    `SELECT ${columns} FROM tasks WHERE state = 2 ORDER BY died_at DESC, id DESC LIMIT :limit`,
  )
  // The row of the last one keeps its time of death also when it has left, so the page after it is still found.
  const pageAfter = file.db.prepare(`SELECT ${columns} FROM tasks
    WHERE state = 2 AND (died_at, id) < ((SELECT died_at FROM tasks WHERE id = :after), :after)
    ORDER BY died_at DESC, id DESC LIMIT :limit`)
  const line = file.db.prepare(`SELECT count(*) AS line, coalesce(sum(active), 0) AS active,
    coalesce(sum(active = 0 AND due_at > :now), 0) AS later, min(iif(active, NULL, due_at)) AS oldest
    FROM tasks INDEXED BY tasks_line WHERE state = 0`)
  const rest = file.db.prepare(`SELECT (SELECT count(*) FROM tasks WHERE state = 1) AS delayed,
    (SELECT count(*) FROM tasks WHERE state = 2) AS dead`)

  function deadTask(row: Record<string, unknown>): DeadLetter {
    const id = String(row['id'])
    const { lane } = row
    return {
      id,
      task: openDeadTask(sealer, id, toBytes(row['body'])),
      ...(typeof lane === 'string' && { lane }),
      attempts: Number(row['attempts']),
      reason: openReason(sealer, id, String(row['reason'])),
      diedAt: Number(row['died_at']),
    }
  }

  return {
    dead: {
      async list({ after, limit = PAGE } = {}) {
        const found = file.read(() => (after === undefined ? page.all({ limit }) : pageAfter.all({ limit, after })))
        return found.map(deadTask)
      },
      async retry(id) {
        // What was sent before goes before: a task that comes back stands behind what has arrived.
        const revived = await file.write(() => {
          arrived.join()
          return tasks.retry(id)
        })
        wake()
        return revived
      },
      drop: (id) => file.write(() => tasks.drop(id)),
    },
    async stats() {
      // What arrived twice counts once when it has joined the others.
      await file.write(() => arrived.join())
      const now = clock.now()
      const inLine = file.read(() => line.get({ now })) ?? {}
      const others = file.read(() => rest.get()) ?? {}
      const [active, later] = [Number(inLine['active']), Number(inLine['later'])]
      const door = file.read(() => arrived.stats())
      const due = [inLine['oldest'], door.dueAt].filter((at) => typeof at === 'number')
      return {
        waiting: Number(inLine['line']) - active - later + door.count,
        active,
        delayed: later + Number(others['delayed']),
        dead: Number(others['dead']),
        oldestDueMs: Math.max(now - Math.min(now, ...due), 0),
      }
    },
  }
}
