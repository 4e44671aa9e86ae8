import type { Clock } from '../../../core/clock.ts'
import { createClockJumpDetector } from '../../../core/clock-jump.ts'
import type { Sealer } from '../../../encryption/sealer.ts'
import type { Queue, RunTask, SendOptions, Task, Worker, WorkOptions } from '../../../queue/queue.ts'
import { REMEMBER_MS, type AttemptOutcome, type TakenTask, type TaskLog } from '../../../queue/worker/attempt-task.ts'
import { sealReason, sealTask } from '../../../queue/worker/sealed-task.ts'
import { createIntakeThrottle, type IntakeThrottle, reservedSlots } from '../../../queue/worker/intake-throttle.ts'
import { BACKGROUND_BATCH, COALESCE_MS, createPollTimer } from '../../../queue/worker/poll-timer.ts'
import { createWorkerPool, type TaskSource } from '../../../queue/worker/worker-pool.ts'
import { createDeadLetters } from './dead-letters.ts'
import { createIntakeLog, type IntakeLog } from './intake-log.ts'
import { createQueueStats } from './queue-stats.ts'
import type { SqliteDatabase } from '../sqlite-database.ts'
import {
  cancelTask,
  createTaskTable,
  expireTasks,
  finishTask,
  insertTask,
  markDead,
  nextDueAt,
  rebaseDueTimes,
  releaseAllTasks,
  releaseTask,
  rescheduleTask,
  retryTaskLater,
  takeTasks,
  type TaskTable,
} from './task-table.ts'

/** How soon a running app notices what an admin command changed in the same file. */
const IDLE_MS = 2_000
/** How soon to look again while all slots for bulk tasks are taken; when any task ends, the next look follows immediately. */
const BULK_PAUSE_MS = 20

export interface SqliteQueueOptions {
  sealer: Sealer
  clock: Clock
  log?: TaskLog
}

interface QueueState {
  readonly sealer: Sealer
  readonly clock: Clock
  readonly log: TaskLog | undefined
  readonly database: SqliteDatabase
  readonly tasks: TaskTable
  readonly intake: IntakeLog
  readonly throttle: IntakeThrottle
  readonly workers: Set<WakeableWorker>
  readonly detectClockJump: () => number
  /** Wakes the workers when bulk tasks may be admitted again. */
  bulkTimer: NodeJS.Timeout | undefined
  /** True until the due times have been compared with the clock: at the start and after the clock was set back. */
  mustRebase: boolean
}

interface WakeableWorker extends Worker {
  /** Bulk tasks never run in the slots of background tasks. */
  wake(isBulk: boolean): void
}

/** A queue in the shared file, worked by the one process that has it open. The caller that opened the file closes it. */
export function createSqliteQueue(database: SqliteDatabase, { sealer, clock, log }: SqliteQueueOptions): Queue {
  const tasks = createTaskTable(database, clock)
  const intake = createIntakeLog(database, clock, tasks)
  const queue: QueueState = {
    sealer,
    clock,
    log,
    database,
    tasks,
    intake,
    throttle: createIntakeThrottle(),
    workers: new Set(),
    detectClockJump: createClockJumpDetector(clock),
    bulkTimer: undefined,
    mustRebase: true,
  }
  if (!database.isAdmin) releaseAllTasks(tasks)
  database.registerSweep(() => expireTasks(tasks))

  return {
    send: (task, sendOptions) => sendTask(queue, task, sendOptions),
    cancel: (id) => cancelSent(queue, id),
    work: (run, workOptions) => startWorkers(queue, run, workOptions),
    dead: createDeadLetters(database, { sealer, tasks, intake, wake: () => wakeWorkers(queue) }),
    stats: createQueueStats(database, clock, intake),
    async close() {
      clearTimeout(queue.bulkTimer)
      await Promise.all([...queue.workers].map((worker) => worker.stop(0)))
      queue.workers.clear()
    },
  }
}

async function sendTask(
  queue: QueueState,
  task: Task,
  { id, delayMs = 0, rememberMs = REMEMBER_MS, ...options }: SendOptions,
): Promise<void> {
  const { database, intake, tasks, throttle, sealer } = queue
  const body = sealTask(sealer, id, task)
  const lane = options.lane ?? null
  const isBackground = options.isBackground === true && lane === null
  const sent = { id, lane, body, delayMs, rememberMs, isBackground }
  if (options.isBulk && !isBackground && delayMs <= 0) {
    throttle.recordBulkSend()
    await database.write(() => intake.append(sent))
    return wakeForBulk(queue)
  }
  await database.write(() => insertTask(tasks, sent))
  wakeWorkers(queue)
}

async function cancelSent(queue: QueueState, id: string): Promise<boolean> {
  const { database, intake, tasks } = queue
  let isCancelled = await database.write(() => cancelTask(tasks, id))
  // The task may still be in the log.
  if (isCancelled === undefined) while (await database.write(() => intake.admit()));
  isCancelled ??= await database.write(() => {
    while (intake.admit());
    return cancelTask(tasks, id)
  })
  wakeWorkers(queue)
  return isCancelled ?? false
}

/** While bulk tasks have to wait, one timer wakes the workers for all of them. */
function wakeForBulk(queue: QueueState): void {
  if (queue.bulkTimer) return
  const waitMs = queue.throttle.waitMs()
  if (waitMs === 0) return wakeWorkers(queue, { isBulk: true })
  queue.bulkTimer = setTimeout(() => {
    queue.bulkTimer = undefined
    wakeWorkers(queue, { isBulk: true })
  }, waitMs).unref()
}

function wakeWorkers({ workers }: QueueState, { isBulk = false } = {}): void {
  for (const worker of workers) worker.wake(isBulk)
}

function startWorkers(
  queue: QueueState,
  run: RunTask,
  { concurrency, backgroundConcurrency = concurrency, onDeadLetter }: WorkOptions,
): Worker {
  const { sealer, clock, log, workers } = queue
  const background = createBackgroundSource(queue)
  const options = { ...(onDeadLetter && { onDeadLetter }), sealer, clock, ...(log && { log }) }
  const tasksPool = createWorkerPool(createSource(queue, concurrency), run, { ...options, concurrency })
  const backgroundPool = createWorkerPool(background.source, run, {
    ...options,
    concurrency: backgroundConcurrency,
    batch: BACKGROUND_BATCH,
  })
  const worker: WakeableWorker = {
    wake(isBulk) {
      tasksPool.wake()
      if (isBulk) return
      background.dueIn(0)
      backgroundPool.wake()
    },
    async stop(graceMs) {
      workers.delete(worker)
      await Promise.all([tasksPool.stop(graceMs), backgroundPool.stop(graceMs)])
    },
  }
  workers.add(worker)
  return worker
}

function createSource(queue: QueueState, concurrency: number): TaskSource {
  const { database, tasks } = queue
  return {
    take: (limit, free) => takeDue(queue, limit, free - reservedSlots(concurrency)),
    settle: (taken, outcome) => database.write(() => settleTask(queue, taken, outcome)),
    release: (taken) => database.write(() => taken.forEach(({ id }) => releaseTask(tasks, id))),
    isClosed: () => !database.db.isOpen,
  }
}

/** Background tasks have no lanes, so the end of one lets no other start: the file is read only when one may be due. */
function createBackgroundSource(queue: QueueState): { source: TaskSource; dueIn: (ms: number) => void } {
  const timer = createPollTimer(IDLE_MS)
  const source = createSource(queue, 0)
  return {
    dueIn: timer.dueIn,
    source: {
      ...source,
      async take(limit) {
        if (timer.waitMs() > 0) return { taken: [], waitMs: timer.waitMs() }
        timer.pollStarted()
        const { taken, isAll, waitMs } = await takeBackground(queue, limit)
        timer.pollEnded(isAll)
        timer.dueIn(waitMs)
        return { taken, waitMs: timer.waitMs() }
      },
      async settle(taken, outcome) {
        await source.settle(taken, outcome)
        if ('delayMs' in outcome) timer.dueIn(outcome.delayMs)
      },
    },
  }
}

/** The clock may also have been set back while the app was down. */
async function rebaseAfterClockJump(queue: QueueState): Promise<void> {
  const { database, tasks, log } = queue
  const jumpMs = queue.detectClockJump()
  if (jumpMs !== 0) log?.warn({ jumpMs }, 'the clock was set; waiting tasks keep their waits')
  if (jumpMs < 0) queue.mustRebase = true
  if (!queue.mustRebase) return
  await database.write(() => rebaseDueTimes(tasks))
  queue.mustRebase = false
}

/** Takes due tasks; admits bulk tasks only into the slots that are left, so few of them are ever ahead of another task. */
async function takeDue(
  queue: QueueState,
  limit: number,
  bulkSlots: number,
): Promise<{ taken: TakenTask[]; waitMs: number }> {
  await rebaseAfterClockJump(queue)
  const { database, intake, tasks, throttle } = queue
  return database.write(() => {
    const taken = takeTasks(tasks, limit, false)
    const room = Math.min(limit, bulkSlots) - taken.length
    const count = room > 0 ? throttle.admissible(room) : Number(throttle.isOverdue())
    if (count > 0 && !intake.isEmpty()) {
      intake.admit(count)
      throttle.recordAdmission()
      taken.push(...takeTasks(tasks, limit - taken.length, false))
    }
    const waitMs = intake.isEmpty() ? untilDue(queue, false) : room > 0 ? throttle.waitMs() : BULK_PAUSE_MS
    return { taken, waitMs }
  })
}

/** `isAll`: nothing more is due for `waitMs`. */
async function takeBackground(
  queue: QueueState,
  limit: number,
): Promise<{ taken: TakenTask[]; isAll: boolean; waitMs: number }> {
  await rebaseAfterClockJump(queue)
  return queue.database.write(() => {
    const taken = takeTasks(queue.tasks, limit, true)
    const isAll = taken.length < limit
    return { taken, isAll, waitMs: isAll ? untilDue(queue, true) : 0 }
  })
}

function untilDue({ tasks, clock }: QueueState, isBackground: boolean): number {
  return Math.min(Math.max(nextDueAt(tasks, isBackground) - clock.now(), COALESCE_MS), IDLE_MS)
}

function settleTask({ tasks, sealer }: QueueState, { id }: TakenTask, outcome: AttemptOutcome): void {
  switch (outcome.kind) {
    case 'done':
      return finishTask(tasks, id)
    case 'dead':
      return markDead(tasks, id, sealReason(sealer, id, outcome.reason))
    case 'again':
      return rescheduleTask(tasks, id, outcome.delayMs)
    case 'failed':
      return retryTaskLater(tasks, id, outcome.delayMs)
    case 'released':
      return releaseTask(tasks, id)
  }
}
