import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { createClockJumpDetector } from '../../../core/clock-jump.ts'
import type { Clock } from '../../../core/clock.ts'
import { withTimeout } from '../../../core/with-timeout.ts'
import type { TaskLog } from '../../../queue/worker/attempt-task.ts'
import type { IntakeThrottle } from '../../../queue/worker/intake-throttle.ts'
import { COALESCE_MS } from '../../../queue/worker/poll-timer.ts'
import type { RedisConnection } from '../redis-connection.ts'
import type { AdmissionResult } from './queue-answers.ts'
import type { QueueClient } from './queue-client.ts'

const SWEEP_MS = 15_000
/** Every round of the sweep but the first looks at this many lanes; the next round continues there. */
const SWEEP_LANES = 2_000
/** How often to look for tasks that a process was about to admit when it died. */
const LOOK_MS = 5_000
const BATCH = 100
/** How soon to admit bulk tasks again when there was no room for them. */
const FULL_MS = 20
/** Pause between two batches of bulk tasks, which gives other work its turn. */
const PAUSE_MS = 2
const AWAY_MS = 1_000
const STOP_MS = 2_000

interface Options {
  server: RedisConnection
  tasks: QueueClient
  throttle: IntakeThrottle
  clock: Clock
  log: TaskLog | undefined
  /** Creates a wake-up job for each lane that has none. */
  addWakeUps: (lanes: string[]) => Promise<unknown>
  /** Looks at every lane that waits. */
  wakeDelayed: () => Promise<void>
  /** Bulk tasks are admitted while fewer lanes than this are at work. */
  bulkLanes: number
  /** Called with the time until the next background task falls due. */
  onBackgroundDue: (waitMs: number) => void
  /** Reports a failure that is tried again. */
  reportFailure: (error: Error) => void
}

interface DispatcherState extends Options {
  /** A separate connection, because it spends most of its time in a blocking command. */
  readonly blocking: Redis
  readonly stopping: AbortController
  timer: NodeJS.Timeout | undefined
  readonly detectClockJump: () => number
  /** True until every lane that waits has been looked at: at the start and after a clock was set back. */
  mustWakeDelayed: boolean
  /** Where the sweep continues. */
  cursor: string
  /** When bulk tasks may be admitted again. */
  admitsAt: number
}

/** Creates a wake-up job for every lane with new work, moves due delayed tasks into their lanes, and sweeps for lanes that nobody woke. */
export function startLaneDispatcher(options: Options): { stop(): Promise<void> } {
  const dispatcher: DispatcherState = {
    ...options,
    blocking: options.server.blockingConnection(),
    stopping: new AbortController(),
    timer: undefined,
    detectClockJump: createClockJumpDetector(options.clock),
    mustWakeDelayed: true,
    cursor: '0',
    admitsAt: 0,
  }
  admitInBackground(dispatcher)
  const loops = [
    retryUntilStopped(dispatcher, () => dispatchNext(dispatcher)),
    retryUntilStopped(dispatcher, () => keepSweeping(dispatcher)),
  ]
  return {
    async stop() {
      dispatcher.stopping.abort()
      clearTimeout(dispatcher.timer)
      dispatcher.blocking.disconnect()
      // ioredis settles no command of a connection that is disconnected while it waits to connect again.
      await withTimeout(STOP_MS, Promise.all(loops))
    },
  }
}

/** Waits for an entry in `wakes` or `news` and handles it together with the other entries of `wakes`. */
async function dispatchNext(dispatcher: DispatcherState): Promise<void> {
  const { server, tasks, blocking, addWakeUps } = dispatcher
  const [wakes, news] = [`${tasks.base}:wakes`, `${tasks.base}:news`]
  // While bulk tasks have to wait, arrivals stay in the log, and lanes are still woken.
  const pauseMs = Math.ceil(dispatcher.admitsAt - performance.now())
  const first =
    pauseMs > 0 ? await blocking.blpop(wakes, pauseMs / 1000) : await blocking.blpop(wakes, news, SWEEP_MS / 1000)
  if (!first) return
  const [list, entry] = first
  const lanes = new Set(list === wakes ? [entry] : [])
  // Both calls share a round trip, in this order: an admitted task may wake its lane. A failed admission is repeated by its timer.
  const admitted =
    list === news
      ? admitAndPlanNext(dispatcher).catch((error: unknown) => reportIfRunning(dispatcher, error))
      : undefined
  for (const lane of (await server.client.lpop(wakes, BATCH)) ?? []) lanes.add(lane)
  await admitted
  if (lanes.size > 0) await addWakeUps([...lanes])
}

/** Admits bulk tasks for which there is room, and tasks that have fallen due, and sets the timer for the next time. */
async function admitAndPlanNext(dispatcher: DispatcherState): Promise<void> {
  clearTimeout(dispatcher.timer)
  let waitMs = AWAY_MS
  try {
    const { tasks, throttle, bulkLanes } = dispatcher
    const due = await tasks.admitArrived(throttle.admissible(BATCH), throttle.isOverdue() ? 'any' : bulkLanes)
    planNextAdmission(dispatcher, due)
    await wakeAfterClockJump(dispatcher, due.wereCorrected)
    if (due.background !== undefined) dispatcher.onBackgroundDue(due.background)
    const dueMs = due.delayed ?? LOOK_MS
    waitMs = dueMs > 0 ? Math.min(Math.max(dueMs, COALESCE_MS), LOOK_MS) : 0
  } finally {
    clearTimeout(dispatcher.timer)
    if (!dispatcher.stopping.signal.aborted) dispatcher.timer = setTimeout(admitInBackground, waitMs, dispatcher)
  }
}

function planNextAdmission(dispatcher: DispatcherState, { admitted, hasMore }: AdmissionResult): void {
  const { throttle } = dispatcher
  if (admitted > 0) throttle.recordAdmission()
  const pauseMs = hasMore ? Math.max(throttle.waitMs(), admitted > 0 ? PAUSE_MS : FULL_MS) : throttle.waitMs()
  dispatcher.admitsAt = performance.now() + pauseMs
}

/** This machine's clock or that of Redis was set back, perhaps while this process was down. */
async function wakeAfterClockJump(dispatcher: DispatcherState, wereCorrected: boolean): Promise<void> {
  const { detectClockJump, wakeDelayed, log } = dispatcher
  const jumpMs = detectClockJump()
  if (jumpMs !== 0) log?.warn({ jumpMs }, 'the clock was set; waiting tasks keep their waits')
  if (wereCorrected) log?.warn({}, 'the clock of Redis was set back; waiting tasks keep their waits')
  if (jumpMs < 0 || wereCorrected) dispatcher.mustWakeDelayed = true
  if (!dispatcher.mustWakeDelayed) return
  await wakeDelayed()
  dispatcher.mustWakeDelayed = false
}

function admitInBackground(dispatcher: DispatcherState): void {
  void admitAndPlanNext(dispatcher).catch((error: unknown) => reportIfRunning(dispatcher, error))
}

/** Wakes all lanes at the start, then a part of them every 15 s; only one of several processes does. */
async function keepSweeping(dispatcher: DispatcherState): Promise<void> {
  const { server, tasks, stopping } = dispatcher
  await sweepLanes(dispatcher, Infinity)
  for (;;) {
    await sleep(SWEEP_MS, undefined, { signal: stopping.signal })
    const isMine = await server.client.set(`${tasks.base}:sweep`, '1', 'PX', SWEEP_MS - AWAY_MS, 'NX')
    if (isMine) await sweepLanes(dispatcher, SWEEP_LANES)
  }
}

/** A process that dies after it marked a lane as awake and before it created the wake-up job leaves a lane that nobody wakes. */
async function sweepLanes(dispatcher: DispatcherState, limit: number): Promise<void> {
  const { server, tasks, stopping, addWakeUps } = dispatcher
  for (let seen = 0; seen < limit && !stopping.signal.aborted;) {
    const [next, lanes] = await server.client.sscan(`${tasks.base}:awake`, dispatcher.cursor, 'COUNT', BATCH)
    if (lanes.length > 0) await addWakeUps(lanes)
    dispatcher.cursor = next
    seen += lanes.length
    if (next === '0') return
  }
}

/** Repeats the work until the stop, even if Redis keeps going away. */
async function retryUntilStopped(dispatcher: DispatcherState, work: () => Promise<void>): Promise<void> {
  const { signal } = dispatcher.stopping
  while (!signal.aborted) {
    try {
      await work()
    } catch (error) {
      reportIfRunning(dispatcher, error)
      await sleep(AWAY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

function reportIfRunning({ stopping, reportFailure }: DispatcherState, error: unknown): void {
  if (!stopping.signal.aborted && error instanceof Error) reportFailure(error)
}
