import type { Sealer } from '../../../encryption/sealer.ts'
import type { DeadLetter, Queue } from '../../../queue/queue.ts'
import { openDeadTask, openReason } from '../../../queue/worker/sealed-task.ts'
import type { IntakeLog } from './intake-log.ts'
import { type SqliteDatabase, toBytes } from '../sqlite-database.ts'
import { dropDeadTask, reviveTask, type TaskTable } from './task-table.ts'

const PAGE = 100
const COLUMNS = 'id, lane, body, reason, attempts, died_at'

interface Options {
  sealer: Sealer
  tasks: TaskTable
  intake: IntakeLog
  wake: () => void
}

/** The dead letters of a queue in a file. */
export function createDeadLetters(database: SqliteDatabase, { sealer, tasks, intake, wake }: Options): Queue['dead'] {
  const page = database.db.prepare(
    `SELECT ${COLUMNS} FROM tasks WHERE state = 2 ORDER BY died_at DESC, id DESC LIMIT :limit`,
  )
  // A task that was retried or dropped keeps its `died_at`, so the page after it is still found.
  const pageAfter = database.db.prepare(`SELECT ${COLUMNS} FROM tasks
    WHERE state = 2 AND (died_at, id) < ((SELECT died_at FROM tasks WHERE id = :after), :after)
    ORDER BY died_at DESC, id DESC LIMIT :limit`)

  return {
    async list({ after, limit = PAGE } = {}) {
      const rows = database.read(() => (after === undefined ? page.all({ limit }) : pageAfter.all({ limit, after })))
      return rows.map((row) => toDeadLetter(sealer, row))
    },
    async retry(id) {
      // Tasks that were sent earlier run earlier: admit them before the revived one takes the last place.
      const isRevived = await database.write(() => {
        intake.admit()
        return reviveTask(tasks, id)
      })
      wake()
      return isRevived
    },
    drop: (id) => database.write(() => dropDeadTask(tasks, id)),
  }
}

function toDeadLetter(sealer: Sealer, row: Record<string, unknown>): DeadLetter {
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
