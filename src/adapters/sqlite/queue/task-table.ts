import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import type { Clock } from '../../../core/clock.ts'
import { DEAD_LETTER_TTL_MS, type TakenTask } from '../../../queue/worker/attempt-task.ts'
import { type SqliteDatabase, toBytes } from '../sqlite-database.ts'

/** Frozen: states in the file. The tasks of a lane that are in line run in order of `place`; only the first one is its head. */
const IN_LINE = 0
const DELAYED = 1
const DEAD = 2
/** Done, cancelled or dropped: only the id is kept until it is forgotten. */
const OVER = 3

const RELEASE_ROWS = 500
const SWEEP_ROWS = 200
const LAST_PLACE = '(SELECT coalesce(max(place), 0) + 1 FROM tasks)'
const LANE_FREE = '(:lane IS NULL OR NOT EXISTS (SELECT 1 FROM tasks WHERE lane = :lane AND state = 0))'

/** A task to send. */
export interface NewTask {
  id: string
  lane: string | null
  body: Uint8Array
  delayMs: number
  rememberMs: number
  isBackground: boolean
}

/** A task that joins the table: one that is sent, or a row of the intake log. */
interface SentTask {
  id: string
  lane: SQLInputValue
  sentAt: number
  dueAt: number
  until: number
  body: Uint8Array
  background: number
}

/** The statements of the queue. Every function that writes must run inside a transaction of the file. */
export interface TaskTable {
  readonly statements: ReturnType<typeof prepareStatements>
  readonly clock: Clock
  /** When the next delayed task falls due; Infinity if there is none. */
  nextDelayedAt: number
}

export function createTaskTable({ db }: SqliteDatabase, clock: Clock): TaskTable {
  const statements = prepareStatements(db)
  return { statements, clock, nextDelayedAt: readTime(statements.nextDelayed) }
}

function prepareStatements(db: DatabaseSync) {
  return {
    insert: db.prepare(`INSERT INTO tasks (id, lane, state, head, due_at, wait_ms, until, body, background)
      VALUES (:id, :lane, :state, :state = 0 AND ${LANE_FREE}, :dueAt, :dueAt - :sentAt, :until, :body, :background)
      ON CONFLICT (id) DO NOTHING`),
    forget: db.prepare(`DELETE FROM tasks WHERE id = :id AND state IN (${DEAD}, ${OVER}) AND until <= :now`),
    delayedDue: db.prepare(`SELECT id, lane FROM tasks WHERE state = ${DELAYED} AND due_at <= :now
      ORDER BY due_at, place LIMIT ${RELEASE_ROWS}`),
    enterLane: db.prepare(`UPDATE tasks
      SET state = ${IN_LINE}, place = ${LAST_PLACE}, head = ${LANE_FREE}, wait_ms = 0 WHERE id = :id`),
    ready: db.prepare(`SELECT id, lane, body, attempts, failing_since FROM tasks
      WHERE head = 1 AND active = 0 AND background = :background AND due_at <= :now
      ORDER BY due_at, place LIMIT :limit`),
    start: db.prepare('UPDATE tasks SET active = 1, started = 1, attempts = attempts + 1 WHERE id = :id'),
    nextHead: db.prepare(`SELECT min(due_at) AS at FROM tasks
      WHERE head = 1 AND active = 0 AND background = :background`),
    nextDelayed: db.prepare(`SELECT min(due_at) AS at FROM tasks WHERE state = ${DELAYED}`),
    finish: db.prepare(`UPDATE tasks SET state = ${OVER}, head = 0, active = 0, body = x'', reason = NULL
      WHERE id = :id RETURNING lane`),
    markDead: db.prepare(`UPDATE tasks SET state = ${DEAD}, head = 0, active = 0, died_at = :now, reason = :reason
      WHERE id = :id RETURNING lane`),
    promoteNext: db.prepare(`UPDATE tasks SET head = 1 WHERE place =
      (SELECT min(place) FROM tasks WHERE lane = :lane AND state = ${IN_LINE})`),
    reschedule: db.prepare(`UPDATE tasks SET active = 0, attempts = 0, failing_since = NULL,
      due_at = :now + :waitMs, wait_ms = :waitMs WHERE id = :id`),
    retryLater: db.prepare(`UPDATE tasks SET active = 0, failing_since = coalesce(failing_since, :now),
      due_at = :now + :waitMs, wait_ms = :waitMs WHERE id = :id`),
    rebaseDelayed: db.prepare(`UPDATE tasks SET due_at = :now + wait_ms
      WHERE state = ${DELAYED} AND due_at > :now + wait_ms`),
    rebaseInLine: db.prepare(`UPDATE tasks INDEXED BY tasks_line SET due_at = :now + wait_ms
      WHERE state = ${IN_LINE} AND due_at > :now + wait_ms`),
    rebaseArrivals: db.prepare('UPDATE arrivals SET sent_at = :now WHERE sent_at > :now'),
    release: db.prepare('UPDATE tasks SET active = 0 WHERE id = :id'),
    releaseAll: db.prepare(`UPDATE tasks INDEXED BY tasks_line SET active = 0 WHERE state = ${IN_LINE} AND active = 1`),
    cancellable: db.prepare(
      `SELECT state IN (${IN_LINE}, ${DELAYED}) AND started = 0 AS 'is' FROM tasks WHERE id = :id`,
    ),
    dead: db.prepare(`SELECT lane FROM tasks WHERE id = :id AND state = ${DEAD}`),
    revive: db.prepare(`UPDATE tasks SET state = ${IN_LINE}, place = ${LAST_PLACE}, head = ${LANE_FREE}, attempts = 0,
      failing_since = NULL, reason = NULL, due_at = :now, wait_ms = 0 WHERE id = :id`),
    expireFinished: db.prepare(`DELETE FROM tasks WHERE place IN
      (SELECT place FROM tasks WHERE state = ${OVER} AND until <= :now LIMIT ${SWEEP_ROWS})`),
    expireDead: db.prepare(`DELETE FROM tasks WHERE place IN
      (SELECT place FROM tasks WHERE state = ${DEAD} AND died_at <= :since LIMIT ${SWEEP_ROWS})`),
  }
}

/** Adds a task that is sent now, behind everything in its lane. */
export function insertTask(table: TaskTable, { delayMs, rememberMs, isBackground, ...task }: NewTask): void {
  const now = table.clock.now()
  const sentAt = Math.floor(now)
  const dueAt = delayMs > 0 ? Math.ceil(now + delayMs) : sentAt
  storeSentTask(table, { ...task, sentAt, dueAt, until: Math.ceil(now + rememberMs), background: Number(isBackground) })
}

/** Adds a task that was sent; an id that is still remembered changes nothing. */
export function storeSentTask(table: TaskTable, task: SentTask): void {
  const { insert, forget } = table.statements
  const { id, sentAt, dueAt } = task
  releaseDue(table, sentAt)
  const state = dueAt > sentAt ? DELAYED : IN_LINE
  const insertOnce = () => insert.run({ ...task, state }).changes === 1
  if (!insertOnce() && forget.run({ id, now: sentAt }).changes === 1) insertOnce()
  if (state === DELAYED) table.nextDelayedAt = Math.min(table.nextDelayedAt, dueAt)
}

/** Takes tasks that may run now. Marks them on disk before they run, so a start that a crash cuts short still counts. */
export function takeTasks(table: TaskTable, limit: number, isBackground: boolean): TakenTask[] {
  const { statements, clock } = table
  const now = clock.now()
  // A rollback may have put back tasks that were released: read the time again.
  table.nextDelayedAt = readTime(statements.nextDelayed)
  releaseDue(table, now)
  return statements.ready.all({ now, limit, background: Number(isBackground) }).map((row) => {
    const id = String(row['id'])
    statements.start.run({ id })
    const since = row['failing_since']
    return {
      id,
      body: toBytes(row['body']),
      attempt: Number(row['attempts']) + 1,
      failingSince: typeof since === 'number' ? since : undefined,
    }
  })
}

/** When the next task falls due; Infinity if there is none. */
export function nextDueAt({ statements }: TaskTable, isBackground: boolean): number {
  return Math.min(readTime(statements.nextHead, { background: Number(isBackground) }), readTime(statements.nextDelayed))
}

export function finishTask(table: TaskTable, id: string): void {
  promoteNextInLane(table, table.statements.finish.get({ id }))
}

export function markDead(table: TaskTable, id: string, reason: string): void {
  promoteNextInLane(table, table.statements.markDead.get({ id, reason, now: table.clock.now() }))
}

/** Runs the task again after `delayMs` at the same place, as if it had never been tried. */
export function rescheduleTask({ statements, clock }: TaskTable, id: string, delayMs: number): void {
  statements.reschedule.run({ id, now: clock.now(), waitMs: Math.ceil(delayMs) })
}

/** Runs the task again after `delayMs` and remembers since when it has been failing. */
export function retryTaskLater({ statements, clock }: TaskTable, id: string, delayMs: number): void {
  statements.retryLater.run({ id, now: clock.now(), waitMs: Math.ceil(delayMs) })
}

/**
 * Moves tasks that would wait too long because the clock was set back after their due time was written: each is due after its whole wait from now.
 */
export function rebaseDueTimes({ statements, clock }: TaskTable): void {
  const { rebaseArrivals, rebaseDelayed, rebaseInLine } = statements
  for (const rebase of [rebaseArrivals, rebaseDelayed, rebaseInLine]) rebase.run({ now: clock.now() })
}

export function releaseTask({ statements }: TaskTable, id: string): void {
  statements.release.run({ id })
}

/** Tasks that ran when the last process ended run again. */
export function releaseAllTasks({ statements }: TaskTable): void {
  statements.releaseAll.run()
}

/** True if the task had not started; it never will. Undefined if it is not in the table. */
export function cancelTask(table: TaskTable, id: string): boolean | undefined {
  const known = table.statements.cancellable.get({ id })
  if (known?.['is'] !== 1) return known && false
  finishTask(table, id)
  return true
}

/** Puts a dead task at the tail of its lane; false if there is none. */
export function reviveTask({ statements, clock }: TaskTable, id: string): boolean {
  const row = statements.dead.get({ id })
  if (!row) return false
  const { lane = null } = row
  statements.revive.run({ id, lane, now: clock.now() })
  return true
}

export function dropDeadTask({ statements }: TaskTable, id: string): void {
  if (statements.dead.get({ id })) statements.finish.run({ id })
}

/** Removes a few expired ids and old dead tasks; true if there may be more. */
export function expireTasks({ statements, clock }: TaskTable): boolean {
  const now = clock.now()
  const dead = statements.expireDead.run({ since: now - clock.scaled(DEAD_LETTER_TTL_MS) }).changes
  return statements.expireFinished.run({ now }).changes === SWEEP_ROWS || dead === SWEEP_ROWS
}

function promoteNextInLane({ statements }: TaskTable, left: Record<string, unknown> | undefined): void {
  if (typeof left?.['lane'] === 'string') statements.promoteNext.run({ lane: left['lane'] })
}

/** Delayed tasks that are due enter their lanes before anything that was sent after that moment. */
function releaseDue(table: TaskTable, now: number): void {
  if (table.nextDelayedAt > now) return
  const { delayedDue, enterLane, nextDelayed } = table.statements
  for (const { id = null, lane = null } of delayedDue.all({ now })) enterLane.run({ id, lane })
  table.nextDelayedAt = readTime(nextDelayed)
}

function readTime(statement: StatementSync, bounds: Record<string, SQLInputValue> = {}): number {
  const value = statement.get(bounds)?.['at']
  return typeof value === 'number' ? value : Infinity
}
