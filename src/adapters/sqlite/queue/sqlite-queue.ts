import type { Clock } from '../../../core/clock.ts'
import { createClockJumpDetector } from '../../../core/clock-jump.ts'
import type { Sealer } from '../../../encryption/sealer.ts'
import type { Queue, RunTask, SendOptions, Task, Worker, WorkOptions } from '../../../queue/queue.ts'
import { REMEMBER_MS, type AttemptOutcome, type TakenTask, type TaskLog } from '../../../queue/worker/attempt-task.ts'
import { sealReason, sealTask } from '../../../queue/worker/sealed-task.ts'
import { createIntakeThrottle, type IntakeThrottle } from '../../../queue/worker/intake-throttle.ts'
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
  /** True until the due times have been compared with the clock: at the start and after the clock was set back. */
  mustRebase: boolean
}

interface WakeableWorker extends Worker {
  wake(): void
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
      await Promise.all([...queue.workers].map((worker) => worker.stop(0)))
      queue.workers.clear()
    },
  }
}

async function sendTask(
  queue: QueueState,
  task: Task,
  { id, lane, delayMs = 0, rememberMs = REMEMBER_MS, isBackground = false }: SendOptions,
): Promise<void> {
  queue.throttle.recordSend()
  const body = sealTask(queue.sealer, id, task)
  await queue.database.write(() =>
    queue.intake.append({
      id,
      lane: lane ?? null,
      body,
      delayMs,
      rememberMs,
      isBackground: isBackground && lane === undefined,
    }),
  )
  wakeWorkers(queue)
}

async function cancelSent(queue: QueueState, id: string): Promise<boolean> {
  const { database, intake, tasks } = queue
  while (await database.write(() => intake.admit()));
  const isCancelled = await database.write(() => {
    while (intake.admit());
    return cancelTask(tasks, id)
  })
  wakeWorkers(queue)
  return isCancelled
}

function wakeWorkers({ workers }: QueueState): void {
  for (const worker of workers) worker.wake()
}

function startWorkers(
  queue: QueueState,
  run: RunTask,
  { concurrency, backgroundConcurrency = concurrency, onDeadLetter }: WorkOptions,
): Worker {
  const { throttle, sealer, clock, log, workers } = queue
  const background = createBackgroundSource(queue)
  const pools = [
    createWorkerPool(createSource(queue), run, {
      concurrency,
      ...(onDeadLetter && { onDeadLetter }),
      throttle,
      sealer,
      clock,
      ...(log && { log }),
    }),
    createWorkerPool(background.source, run, {
      concurrency: backgroundConcurrency,
      batch: BACKGROUND_BATCH,
      ...(onDeadLetter && { onDeadLetter }),
      throttle,
      sealer,
      clock,
      ...(log && { log }),
    }),
  ]
  const worker: WakeableWorker = {
    wake() {
      background.dueIn(0)
      for (const pool of pools) pool.wake()
    },
    async stop(graceMs) {
      workers.delete(worker)
      await Promise.all(pools.map((pool) => pool.stop(graceMs)))
    },
  }
  workers.add(worker)
  return worker
}

function createSource(queue: QueueState): TaskSource {
  const { database, tasks } = queue
  return {
    take: (limit) => takeDue(queue, limit, false),
    settle: (taken, outcome) => database.write(() => settleTask(queue, taken, outcome)),
    release: (taken) => database.write(() => taken.forEach(({ id }) => releaseTask(tasks, id))),
    isClosed: () => !database.db.isOpen,
  }
}

/** Background tasks have no lanes, so the end of one lets no other start: the file is read only when one may be due. */
function createBackgroundSource(queue: QueueState): { source: TaskSource; dueIn: (ms: number) => void } {
  const timer = createPollTimer(IDLE_MS)
  const source = createSource(queue)
  return {
    dueIn: timer.dueIn,
    source: {
      ...source,
      async take(limit) {
        if (timer.waitMs() > 0) return { taken: [], waitMs: timer.waitMs() }
        timer.pollStarted()
        const { taken, isAll, waitMs } = await takeDue(queue, limit, true)
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

/** `isAll`: nothing more is due for `waitMs`. */
async function takeDue(
  queue: QueueState,
  limit: number,
  isBackground: boolean,
): Promise<{ taken: TakenTask[]; isAll: boolean; waitMs: number }> {
  await rebaseAfterClockJump(queue)
  const { database, intake, tasks, clock } = queue
  return database.write(() => {
    // Admit more than can start so that the log drains, but not many more: incoming requests wait for this transaction.
    const hasMore = intake.admit(2 * limit)
    const taken = takeTasks(tasks, limit, isBackground)
    const isAll = taken.length < limit && !hasMore
    const waitMs = isAll ? Math.max(nextDueAt(tasks, isBackground) - clock.now(), COALESCE_MS) : 0
    return { taken, isAll, waitMs: Math.min(waitMs, IDLE_MS) }
  })
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
