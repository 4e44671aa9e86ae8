import type { SealedValue } from '../../encryption/reseal-walk.ts'
import { toBytes, type SqliteDatabase } from './sqlite-database.ts'
import { reasonSealContext, taskSealContext } from '../../queue/worker/sealed-task.ts'

const PAGE = 100

/** The body of every task of a file and the reason of every dead letter, page by page, while workers change them. */
export async function* listSqliteTasks(file: SqliteDatabase): AsyncGenerator<SealedValue[]> {
  yield* cells(file, 'arrivals', 'body')
  yield* cells(file, 'tasks', 'body')
  yield* cells(file, 'tasks', 'reason')
}

async function* cells(
  file: SqliteDatabase,
  table: 'arrivals' | 'tasks',
  column: 'body' | 'reason',
): AsyncGenerator<SealedValue[]> {
  const page = file.db.prepare(`SELECT place, id, CAST(${column} AS BLOB) AS sealed FROM ${table}
    WHERE place > :after AND length(${column}) > 0 ORDER BY place LIMIT ${PAGE}`)
  // A task that changes its place during the walk keeps its id and moves to the end, where the walk still finds it.
  const change = file.db
    .prepare(`UPDATE ${table} SET ${column} = iif(typeof(${column}) = 'text', CAST(:renewed AS TEXT), :renewed)
    WHERE id = :id AND CAST(${column} AS BLOB) = :sealed`)
  for (let after = -1; ;) {
    const rows = file.read(() => page.all({ after }))
    after = Number(rows.at(-1)?.['place'])
    yield rows.map((row) => {
      const [id, sealed] = [String(row['id']), toBytes(row['sealed'])]
      const context = column === 'body' ? taskSealContext(id) : reasonSealContext(id)
      return {
        sealed,
        context,
        write: (renewed) => file.write(() => change.run({ id, sealed, renewed }).changes === 1),
      }
    })
    if (rows.length < PAGE) return
  }
}
