import type { SealedValue } from '../../encryption/reseal-walk.ts'
import { toBytes, type SqliteDatabase } from './sqlite-database.ts'
import { recordSealContext } from '../../encryption/record-sealer.ts'

const PAGE = 100

/** Every record of a file, page by page, while other writers change it. */
export async function* listSqliteRecords(file: SqliteDatabase): AsyncGenerator<SealedValue[]> {
  const page = file.db.prepare(
    `SELECT rowid AS row, partition, id, value FROM records WHERE rowid > :after ORDER BY rowid LIMIT ${PAGE}`,
  )
  const change = file.db.prepare('UPDATE records SET value = :renewed WHERE rowid = :row AND value = :sealed')
  for (let after = 0; ;) {
    const rows = file.read(() => page.all({ after }))
    after = Number(rows.at(-1)?.['row'])
    yield rows.map(({ row = null, partition, id, value }) => {
      const sealed = toBytes(value)
      return {
        sealed,
        context: recordSealContext(`${String(partition)}/${String(id)}`),
        write: (renewed) => file.write(() => change.run({ row, sealed, renewed }).changes === 1),
      }
    })
    if (rows.length < PAGE) return
  }
}
