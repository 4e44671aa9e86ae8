import type { TaskLog } from '../../../queue/worker/attempt-task.ts'
import type { RunTask, Worker, WorkOptions } from '../../../queue/queue.ts'
import { reservedSlots } from '../../../queue/worker/intake-throttle.ts'
import { BACKGROUND_BATCH } from '../../../queue/worker/poll-timer.ts'
import { createWorkerPool } from '../../../queue/worker/worker-pool.ts'
import type { RedisConnection } from '../redis-connection.ts'
import { createBackgroundTasks } from './background-tasks.ts'
import { startDeadLetterExpiry } from './dead-letter-expiry.ts'
import { startLaneDispatcher } from './lane-dispatcher.ts'
import { abortLostLanes, createLaneWorker, endLanes, type RedisQueueState, workLane } from './lane-worker.ts'
import { startWakeUpJobs } from './wake-up-jobs.ts'

const REPORT_MS = 10_000

/** Starts everything that works on a queue in Redis: lanes, background tasks, the dispatcher and the expiry of dead letters. */
export function startRedisWorker(
  server: RedisConnection,
  queue: RedisQueueState,
  run: RunTask,
  { concurrency, backgroundConcurrency = concurrency, onDeadLetter }: WorkOptions,
): Worker {
  const { tasks, throttle, sealer, clock, log } = queue
  const reportFailure = createFailureReport(log)
  const lanes = createLaneWorker(queue, run, onDeadLetter)
  const wakeUps = startWakeUpJobs(server, {
    base: tasks.base,
    concurrency,
    workLane: (jobId, lane, delay) => workLane(lanes, jobId, lane, delay),
    onLockLost: (jobIds) => abortLostLanes(lanes, jobIds),
    reportFailure,
  })
  const expiry = startDeadLetterExpiry(server, clock)
  const background = createBackgroundTasks(tasks, { sealer, reportFailure })
  const backgroundPool = createWorkerPool(background.source, run, {
    concurrency: backgroundConcurrency,
    batch: BACKGROUND_BATCH,
    ...(onDeadLetter && { onDeadLetter }),
    sealer,
    clock,
    ...(log && { log }),
  })
  background.extendLeases((taken) => backgroundPool.abortLost(taken))
  const dispatcher = startLaneDispatcher({
    server,
    tasks,
    throttle,
    clock,
    log,
    addWakeUps: wakeUps.add,
    wakeDelayed: wakeUps.wakeDelayed,
    reportFailure,
    bulkLanes: concurrency - reservedSlots(concurrency),
    onBackgroundDue(waitMs) {
      background.dueIn(waitMs)
      backgroundPool.wake()
    },
  })

  return {
    async stop(graceMs) {
      lanes.isStopped = true
      clearInterval(expiry)
      const backgroundEnds = backgroundPool.stop(graceMs)
      await Promise.all([dispatcher.stop(), wakeUps.pause()])
      await Promise.all([endLanes(lanes, graceMs), backgroundEnds])
      lanes.isClosed = true
      background.close()
      await wakeUps.close()
    },
  }
}

/** While Redis is away every connection and every attempt fails: one warning in 10 s is enough. */
function createFailureReport(log: TaskLog | undefined): (error: Error) => void {
  let reportedAt = -Infinity
  return (error) => {
    if (performance.now() - reportedAt < REPORT_MS) return
    reportedAt = performance.now()
    log?.warn({ err: error }, 'the lanes cannot be processed, trying again')
  }
}
