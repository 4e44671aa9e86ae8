import type { SQLInputValue, StatementSync } from 'node:sqlite'
import type { Clock } from '../../core/clock.ts'
import { toBytes, type SqliteDatabase } from './sqlite-database.ts'
import { DEAD_LETTER_TTL_MS, type TakenTask } from '../../queue/worker/attempt.ts'

/** Frozen: states in the file. The tasks of a lane that are in line stand in order of `place`; only the first one is its head. */
const IN_LINE = 0
const DELAYED = 1
const DEAD = 2
/** Done, cancelled or dropped: only the id is kept, for as long as it is remembered. */
const OVER = 3

const PROMOTE_ROWS = 500
const SWEEP_ROWS = 200
const LAST_PLACE = '(SELECT coalesce(max(place), 0) + 1 FROM tasks)'
const LANE_FREE = '(:lane IS NULL OR NOT EXISTS (SELECT 1 FROM tasks WHERE lane = :lane AND state = 0))'

/** A task that has arrived: its body is copied from there. */
interface Arrival {
  place: SQLInputValue
  id: SQLInputValue
  lane: SQLInputValue
  sentAt: number
  dueAt: number
}

/** The statements of the queue; every function that writes runs inside a transaction of the file. */
export function createTaskTable({ db }: SqliteDatabase, clock: Clock) {
  const insert = db.prepare(`INSERT INTO tasks (id, lane, state, head, due_at, until, body, background)
    SELECT id, lane, :state, :state = 0 AND ${LANE_FREE}, due_at, until, body, background FROM arrivals WHERE place = :place
    ON CONFLICT (id) DO NOTHING`)
  const forget = db.prepare(`DELETE FROM tasks WHERE id = :id AND state IN (${DEAD}, ${OVER}) AND until <= :now`)
  const due = db.prepare(`SELECT id, lane FROM tasks WHERE state = ${DELAYED} AND due_at <= :now
    ORDER BY due_at, place LIMIT ${PROMOTE_ROWS}`)
  const promote = db.prepare(
    `UPDATE tasks SET state = ${IN_LINE}, place = ${LAST_PLACE}, head = ${LANE_FREE} WHERE id = :id`,
  )
  const ready = db.prepare(`SELECT id, lane, body, attempts, failing_since FROM tasks
    WHERE head = 1 AND active = 0 AND background = :background AND due_at <= :now ORDER BY due_at, place LIMIT :limit`)
  const start = db.prepare('UPDATE tasks SET active = 1, started = 1, attempts = attempts + 1 WHERE id = :id')
  const nextHead = db.prepare(`SELECT min(due_at) AS at FROM tasks
    WHERE head = 1 AND active = 0 AND background = :background`)
  const nextDelayed = db.prepare(`SELECT min(due_at) AS at FROM tasks WHERE state = ${DELAYED}`)
  const over = db.prepare(`UPDATE tasks SET state = ${OVER}, head = 0, active = 0, body = x'', reason = NULL
    WHERE id = :id RETURNING lane`)
  const die = db.prepare(`UPDATE tasks SET state = ${DEAD}, head = 0, active = 0, died_at = :now, reason = :reason
    WHERE id = :id RETURNING lane`)
  const behead = db.prepare(`UPDATE tasks SET head = 1 WHERE place =
    (SELECT min(place) FROM tasks WHERE lane = :lane AND state = ${IN_LINE})`)
  const again = db.prepare(
    `UPDATE tasks SET active = 0, attempts = 0, failing_since = NULL, due_at = :dueAt WHERE id = :id`,
  )
  const failed = db.prepare(`UPDATE tasks SET active = 0, failing_since = coalesce(failing_since, :now), due_at = :dueAt
    WHERE id = :id`)
  const release = db.prepare('UPDATE tasks SET active = 0 WHERE id = :id')
  const untouched = db.prepare(
    `SELECT 1 FROM tasks WHERE id = :id AND state IN (${IN_LINE}, ${DELAYED}) AND started = 0`,
  )
  const dead = db.prepare(`SELECT lane FROM tasks WHERE id = :id AND state = ${DEAD}`)
  const revive =
    db.prepare(`UPDATE tasks SET state = ${IN_LINE}, place = ${LAST_PLACE}, head = ${LANE_FREE}, attempts = 0,
    failing_since = NULL, reason = NULL, due_at = :now WHERE id = :id`)
  const expired = db.prepare(`DELETE FROM tasks WHERE place IN
    (SELECT place FROM tasks WHERE state = ${OVER} AND until <= :now LIMIT ${SWEEP_ROWS})`)
  const longDead = db.prepare(`DELETE FROM tasks WHERE place IN
    (SELECT place FROM tasks WHERE state = ${DEAD} AND died_at <= :since LIMIT ${SWEEP_ROWS})`)
  let delayedAt = at(nextDelayed)

  /** A lane that lost a task goes on with the next one. */
  function leave(row: Record<string, unknown> | undefined): void {
    if (typeof row?.['lane'] === 'string') behead.run({ lane: row['lane'] })
  }

  /** What has fallen due joins its lane before anything sent after that moment does. */
  function join(now: number): void {
    if (delayedAt > now) return
    for (const { id = null, lane = null } of due.all({ now })) promote.run({ id, lane })
    delayedAt = at(nextDelayed)
  }

  return {
    add({ place, id, lane, sentAt, dueAt }: Arrival): void {
      join(sentAt)
      const state = dueAt > sentAt ? DELAYED : IN_LINE
      const insertOnce = () => insert.run({ place, lane, state }).changes === 1
      if (!insertOnce() && forget.run({ id, now: sentAt }).changes === 1) insertOnce()
      if (state === DELAYED) delayedAt = Math.min(delayedAt, dueAt)
    },
    /** Marked on disk before they run, so that a start that a crash cuts short is still counted. */
    take(limit: number, isBackground: boolean): TakenTask[] {
      const now = clock.now()
      // What a rollback has taken back is due again.
      delayedAt = at(nextDelayed)
      join(now)
      return ready.all({ now, limit, background: Number(isBackground) }).map((row) => {
        const id = String(row['id'])
        start.run({ id })
        const since = row['failing_since']
        return {
          id,
          body: toBytes(row['body']),
          attempt: Number(row['attempts']) + 1,
          failingSince: typeof since === 'number' ? since : undefined,
        }
      })
    },
    /** When the next task falls due, never if there is none. */
    nextAt: (isBackground: boolean): number =>
      Math.min(at(nextHead, { background: Number(isBackground) }), at(nextDelayed)),
    finish: (id: string): void => leave(over.get({ id })),
    bury: (id: string, reason: string): void => leave(die.get({ id, reason, now: clock.now() })),
    again: (id: string, delayMs: number) => again.run({ id, dueAt: Math.ceil(clock.now() + delayMs) }),
    fail: (id: string, delayMs: number) =>
      failed.run({ id, now: clock.now(), dueAt: Math.ceil(clock.now() + delayMs) }),
    release: (id: string) => release.run({ id }),
    /** What ran when the last process ended runs again. */
    releaseAll: () =>
      db.exec(`UPDATE tasks INDEXED BY tasks_line SET active = 0 WHERE state = ${IN_LINE} AND active = 1`),
    cancel(id: string): boolean {
      if (!untouched.get({ id })) return false
      leave(over.get({ id }))
      return true
    },
    retry(id: string): boolean {
      const row = dead.get({ id })
      if (!row) return false
      const { lane = null } = row
      revive.run({ id, lane, now: clock.now() })
      return true
    },
    drop(id: string): void {
      if (dead.get({ id })) over.run({ id })
    },
    expire: (): boolean => {
      const now = clock.now()
      const dead = longDead.run({ since: now - clock.scaled(DEAD_LETTER_TTL_MS) }).changes
      return expired.run({ now }).changes === SWEEP_ROWS || dead === SWEEP_ROWS
    },
  }
}

function at(statement: StatementSync, bounds: Record<string, SQLInputValue> = {}): number {
  const value = statement.get(bounds)?.['at']
  return typeof value === 'number' ? value : Infinity
}
