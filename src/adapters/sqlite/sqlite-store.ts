import type { Clock } from '../../core/clock.ts'
import type { Sealer } from '../../encryption/sealer.ts'
import { toBytes, type SqliteDatabase } from './sqlite-database.ts'
import { splitRecordKey } from '../../store/record-key.ts'
import { createRecordSealer } from '../../encryption/record-sealer.ts'
import type { Store } from '../../store/store.ts'

const PAGE = 100
const SWEEP_ROWS = 200
const REMOVED_ROWS = 500
/** Above every name that begins with the text before it. */
const END = '\u{10ffff}'

/** Records in the shared file. The caller that opened the file closes it. */
export function createSqliteStore(file: SqliteDatabase, { sealer, clock }: { sealer: Sealer; clock: Clock }): Store {
  const values = createRecordSealer(sealer)
  const live = '(expires_at IS NULL OR expires_at > :now)'
  const one = file.db.prepare(`SELECT version, value FROM records
    WHERE partition = :partition AND id = :id AND ${live}`)
  const page = file.db.prepare(`SELECT id, version, value FROM records
    WHERE partition = :partition AND ${live} ORDER BY id DESC LIMIT :limit`)
  const pageAfter = file.db.prepare(`SELECT id, version, value FROM records
    WHERE partition = :partition AND id < :after AND ${live} ORDER BY id DESC LIMIT :limit`)
  // A single counter for the whole file: a version is never used twice, not even after a delete.
  const next = file.db.prepare('UPDATE versions SET last = last + 1 RETURNING last')
  const insert = file.db.prepare(`INSERT INTO records (partition, id, version, value, expires_at)
    VALUES (:partition, :id, (SELECT last + 1 FROM versions), :value, :expiresAt)
    ON CONFLICT DO UPDATE SET version = excluded.version, value = excluded.value, expires_at = excluded.expires_at
    WHERE expires_at <= :now`)
  const update = file.db.prepare(`UPDATE records
    SET version = (SELECT last + 1 FROM versions), value = :value, expires_at = :expiresAt
    WHERE partition = :partition AND id = :id AND version = :version AND ${live}`)
  const remove = file.db.prepare(`DELETE FROM records
    WHERE partition = :partition AND id = :id AND version = :version AND ${live}`)
  const expired = file.db.prepare(`DELETE FROM records WHERE rowid IN
    (SELECT rowid FROM records WHERE expires_at <= :now LIMIT ${SWEEP_ROWS})`)
  const removeSome = file.db.prepare(`DELETE FROM records WHERE rowid IN
    (SELECT rowid FROM records WHERE partition >= :prefix AND partition < :end LIMIT ${REMOVED_ROWS})`)

  file.registerSweep(() => expired.run({ now: clock.now() }).changes === SWEEP_ROWS)

  return {
    async get(key) {
      const wanted = { ...splitRecordKey(key), now: clock.now() }
      const row = file.read(() => one.get(wanted))
      return row && { key, value: values.open(key, toBytes(row['value'])), version: Number(row['version']) }
    },
    async put(key, value, { version, ttlMs }) {
      const now = clock.now()
      const expiresAt = ttlMs === undefined ? null : Math.ceil(now + ttlMs)
      const row = { ...splitRecordKey(key), value: values.sealBytes(key, value), expiresAt, now }
      return file.write(() => {
        const { changes } = version === 0 ? insert.run(row) : update.run({ ...row, version })
        return changes === 0 ? undefined : Number(next.get()?.['last'])
      })
    },
    async delete(key, { version }) {
      const row = { ...splitRecordKey(key), version, now: clock.now() }
      return file.write(() => remove.run(row).changes === 1)
    },
    async list(partition, { after, limit = PAGE } = {}) {
      const bounds = { partition, limit, now: clock.now() }
      const from = after === undefined ? undefined : splitRecordKey(after).id
      const rows = file.read(() => (from === undefined ? page.all(bounds) : pageAfter.all({ ...bounds, after: from })))
      return rows.map((row) => {
        const key = `${partition}/${String(row['id'])}`
        return { key, value: values.openListed(key, toBytes(row['value'])), version: Number(row['version']) }
      })
    },
    async removePartitions(prefix) {
      const { changes } = await file.write(() => removeSome.run({ prefix, end: `${prefix}${END}` }))
      return changes === REMOVED_ROWS ? prefix : undefined
    },
    async close() {},
  }
}
