import { randomUUID } from 'node:crypto'
import { Queue as Wakeups, Worker as LaneWorker, DelayedError, type Job } from 'bullmq'
import type { Clock } from '../../../core/clock.ts'
import type { RedisConnection } from '../redis-connection.ts'
import type { Sealer } from '../../../encryption/sealer.ts'
import { withTimeout } from '../../../core/with-timeout.ts'
import { createBackgroundTasks } from './background-tasks.ts'
import { startDeadLetterExpiry } from './dead-letter-expiry.ts'
import { createIntakeThrottle } from '../../../queue/worker/intake-throttle.ts'
import { createQueueClient, settledTask, type SettledTask } from './queue-client.ts'
import type { Queue, RunTask, Worker, WorkOptions } from '../../../queue/queue.ts'
import {
  attemptTask,
  openDeadTask,
  openReason,
  sealTask,
  type TaskLog,
  type TakenTask,
} from '../../../queue/worker/attempt.ts'
import { createWorkerPool } from '../../../queue/worker/worker-pool.ts'
import { BACKGROUND_BATCH } from '../../../queue/worker/poll-timer.ts'
import { startLaneDispatcher } from './lane-dispatcher.ts'

const PAGE = 100
const NAME = 'wakeups'
/** A killed worker's lane is found by the second check after its lock has ended: 12 s at the latest. */
const LOCK_MS = 8_000
const STALLED_CHECK_MS = 4_000
/** A wake-up job must never fail for good: its lane would sleep until the next sweep. */
const NEVER = 1_000_000
/** After so many tasks or so long a lane steps back behind the others that wait. */
const SLICE_TASKS = 20
const SLICE_MS = 5_000
const AWAY_MS = 1_000
const SETTLE_MS = 500
const CLOSE_MS = 2_000
const REPORT_MS = 10_000

interface RedisQueueOptions {
  sealer: Sealer
  clock: Clock
  log?: TaskLog
}

/**
 * Tasks in Redis for any number of processes. The door makes one call; BullMQ carries one wake-up job per lane, whose lock says
 * who works the lane off and passes it on when that process dies.
 */
export function createRedisQueue(server: RedisConnection, { sealer, clock, log }: RedisQueueOptions): Queue {
  const tasks = createQueueClient(server)
  const door = createIntakeThrottle()
  const workers = new Set<Worker>()

  return {
    async send(task, options) {
      door.recordSend()
      await tasks.send(sealTask(sealer, options.id, task), options)
    },
    cancel: (id) => tasks.cancel(id),
    work(run, options) {
      const worker = laneWorker(run, options)
      workers.add(worker)
      return {
        async stop(graceMs) {
          workers.delete(worker)
          await worker.stop(graceMs)
        },
      }
    },
    dead: {
      async list({ after, limit = PAGE } = {}) {
        return (await tasks.dead(after, limit)).map(({ body, reason, ...letter }) => ({
          ...letter,
          task: openDeadTask(sealer, letter.id, body),
          reason: openReason(sealer, letter.id, reason),
        }))
      },
      retry: (id) => tasks.retry(id),
      drop: (id) => tasks.drop(id),
    },
    stats: () => tasks.stats(),
    async close() {
      await Promise.all([...workers].map((worker) => worker.stop(0)))
      workers.clear()
    },
  }

  function laneWorker(
    run: RunTask,
    { concurrency, backgroundConcurrency: beside = concurrency, onDeadLetter: dying }: WorkOptions,
  ): Worker {
    const running = new Map<string, { abort: AbortController; ended: Promise<unknown> }>()
    let stopped = false
    let closed = false
    const prefix = tasks.base
    const [adding, working] = [server.blockingConnection(), server.blockingConnection()]
    const wakeups = new Wakeups(NAME, { connection: adding, prefix, streams: { events: { maxLen: 100 } } })
    const add = (names: string[]) =>
      wakeups.addBulk(
        names.map((lane) => ({
          name: 'lane',
          data: { lane },
          opts: {
            deduplication: { id: lane, keepLastIfActive: true },
            removeOnComplete: true,
            removeOnFail: true,
            attempts: NEVER,
            backoff: AWAY_MS,
            stackTraceLimit: 1,
          },
        })),
      )
    const worker = new LaneWorker<{ lane: string }>(NAME, (job, token) => workLane(job, token), {
      connection: working,
      prefix,
      concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: NEVER,
    })
    let reportedAt = -Infinity
    // A Redis that is away is reported by every connection and every try.
    const report = (error: Error) => {
      if (performance.now() - reportedAt < REPORT_MS) return
      reportedAt = performance.now()
      log?.warn({ err: error }, 'lanes cannot be worked off, trying again')
    }
    wakeups.on('error', report)
    worker.on('error', report)
    // Another process may have the lane by now: what still runs here must end.
    worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) running.get(id)?.abort.abort(new Error('the lane has gone to another process'))
    })
    const expiring = startDeadLetterExpiry(server, clock)
    const rest = createBackgroundTasks(tasks, {
      sealer,
      reportFailure: report,
      onLeaseLost: (taken) => idle.abortLost(taken),
    })
    const idle = createWorkerPool(rest.source, run, {
      concurrency: beside,
      batch: BACKGROUND_BATCH,
      ...(dying && { onDeadLetter: dying }),
      throttle: door,
      sealer,
      clock,
      ...(log && { log }),
    })
    const waking = startLaneDispatcher({
      server,
      tasks,
      throttle: door,
      addWakeUps: add,
      reportFailure: report,
      onBackgroundDue(waitMs) {
        rest.due(waitMs)
        idle.wake()
      },
    })

    async function workLane(job: Job<{ lane: string }>, token: string | undefined): Promise<void> {
      const { lane } = job.data
      const ended = Promise.withResolvers<void>()
      const sliceEnds = performance.now() + SLICE_MS
      const abort = new AbortController()
      running.set(job.id ?? lane, { abort, ended: ended.promise })
      try {
        let last: SettledTask | undefined
        for (let count = 0; ; count++) {
          await door.awaitTurn()
          const more = !stopped && !abort.signal.aborted && count < SLICE_TASKS && performance.now() < sliceEnds
          const key = more ? randomUUID() : undefined
          const step = await insist(lane, last, key)
          if (step?.kind === 'wait') {
            await job.moveToDelayed(Date.now() + step.waitMs, token)
            throw new DelayedError()
          }
          if (step?.kind !== 'task' || key === undefined) return
          last = await runTask(step.taken, key, abort.signal)
        }
      } finally {
        running.delete(job.id ?? lane)
        ended.resolve()
      }
    }

    /** An outcome is written however long Redis is away; without one the wake-up job itself comes again. */
    async function insist(lane: string, last: SettledTask | undefined, key: string | undefined) {
      for (let tries = 1; ; tries++) {
        try {
          return await tasks.step(lane, last, key)
        } catch (error) {
          if (!last) throw error
          if (closed) return undefined
          if (tries === 1)
            log?.error({ err: error, task: last.id }, 'the outcome of a task cannot be written, trying again')
          await new Promise((resolve) => setTimeout(resolve, AWAY_MS))
        }
      }
    }

    async function runTask(taken: TakenTask, key: string, signal: AbortSignal): Promise<SettledTask> {
      const outcome = await door.runTask(() => attemptTask(run, taken, { sealer, clock, signal, onDeadLetter: dying }))
      const { id } = taken
      if (outcome.kind === 'dead') log?.error({ err: outcome.error, task: id }, 'a task failed for good')
      if (outcome.kind === 'failed') log?.warn({ err: outcome.error, task: id }, 'a task failed, again later')
      return settledTask(sealer, { id, run: key, outcome })
    }

    const ended = (ms: number): Promise<unknown> =>
      withTimeout(ms, Promise.all([...running.values()].map((lane) => lane.ended)))

    return {
      async stop(graceMs) {
        stopped = true
        clearInterval(expiring)
        const idleEnds = idle.stop(graceMs)
        await Promise.all([waking.stop(), worker.pause(true)])
        await ended(graceMs)
        for (const { abort } of running.values()) abort.abort(new Error('Bellhop is stopping'))
        await Promise.all([ended(SETTLE_MS), idleEnds])
        closed = true
        rest.close()
        await withTimeout(CLOSE_MS, Promise.allSettled([worker.close(true), wakeups.close()]))
        adding.disconnect()
        working.disconnect()
      },
    }
  }
}
