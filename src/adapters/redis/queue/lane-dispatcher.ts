import { setTimeout as sleep } from 'node:timers/promises'
import type { RedisConnection } from '../redis-connection.ts'
import type { IntakeThrottle } from '../../../queue/worker/intake-throttle.ts'
import type { QueueClient } from './queue-client.ts'
import { COALESCE_MS } from '../../../queue/worker/poll-timer.ts'

const SWEEP_MS = 15_000
/** One round of the sweep after the first one; the next round goes on there. */
const SWEEP_LANES = 2_000
/** What a process that died had set about to let join is looked for this often. */
const LOOK_MS = 5_000
const BATCH = 100
/** As many at once while the door is busy. */
const BUSY_ARRIVALS = 50
const AWAY_MS = 1_000

interface Options {
  server: RedisConnection
  tasks: QueueClient
  throttle: IntakeThrottle
  /** Makes a wake-up job for each lane that has none. */
  addWakeUps: (lanes: string[]) => Promise<unknown>
  /** Told when the next task of the background falls due. */
  onBackgroundDue: (waitMs: number) => void
  /** Told of each failure; the work is tried again. */
  reportFailure: (error: Error) => void
}

/** Turns what the door left behind into wake-up jobs, lets delayed tasks join their lanes in time, and finds lanes that were forgotten. */
export function startLaneDispatcher({
  server,
  tasks,
  throttle: gate,
  addWakeUps: add,
  onBackgroundDue: background,
  reportFailure: tell,
}: Options): { stop(): Promise<void> } {
  const { client } = server
  const wakes = `${tasks.base}:wakes`
  const news = `${tasks.base}:news`
  const blocking = server.blockingConnection()
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: NodeJS.Timeout | undefined

  async function follow(): Promise<void> {
    const first = await blocking.blpop(news, wakes, SWEEP_MS / 1000)
    if (!first) return
    const [list, entry] = first
    const { batch, pauseMs } = gate.startAllowance()
    const lanes = new Set(list === wakes ? [entry] : [])
    // Both in one round trip, in this order: what joins its lane may wake it. A look that fails comes again by itself.
    const looked = list === news ? promote().catch(report) : undefined
    for (const lane of (await client.lpop(wakes, pauseMs > 0 ? batch : BATCH)) ?? []) lanes.add(lane)
    await looked
    if (lanes.size > 0) await add([...lanes])
    if (pauseMs > 0) await sleep(pauseMs)
  }

  async function promote(): Promise<void> {
    clearTimeout(timer)
    let waitMs = AWAY_MS
    try {
      const limit = gate.startAllowance().pauseMs > 0 ? BUSY_ARRIVALS : BATCH
      const due = await tasks.promote(limit)
      if (due.background !== undefined) background(due.background)
      const dueMs = due.delayed ?? LOOK_MS
      waitMs = dueMs > 0 ? Math.min(Math.max(dueMs, COALESCE_MS), LOOK_MS) : 0
    } finally {
      clearTimeout(timer)
      if (!signal.aborted) timer = setTimeout(() => void promote().catch(report), waitMs)
    }
  }

  let cursor = '0'
  /** A process that died between a push and its wake-up job leaves a lane that nobody wakes. */
  async function sweep(limit: number): Promise<void> {
    for (let seen = 0; seen < limit && !signal.aborted;) {
      const [next, lanes] = await client.sscan(`${tasks.base}:awake`, cursor, 'COUNT', BATCH)
      if (lanes.length > 0) await add(lanes)
      cursor = next
      seen += lanes.length
      if (cursor === '0') return
    }
  }

  async function keepSweeping(): Promise<void> {
    await sweep(Infinity)
    for (;;) {
      await sleep(SWEEP_MS, undefined, { signal })
      const mine = await client.set(`${tasks.base}:sweep`, '1', 'PX', SWEEP_MS - AWAY_MS, 'NX')
      if (mine) await sweep(SWEEP_LANES)
    }
  }

  function report(error: unknown): void {
    if (!signal.aborted && error instanceof Error) tell(error)
  }

  /** Until the stop, however often Redis goes away. */
  async function insist(work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        await work()
      } catch (error) {
        report(error)
        await sleep(AWAY_MS, undefined, { signal }).catch(() => {})
      }
    }
  }

  void promote().catch(report)
  const loops = [insist(follow), insist(keepSweeping)]
  return {
    async stop() {
      stopping.abort()
      clearTimeout(timer)
      blocking.disconnect()
      await Promise.all(loops)
    },
  }
}
