import { performance } from 'node:perf_hooks'

const SLOT_MS = 50
/** This many bulk sends in one slot mean that the intake is busy. */
const BUSY_SENDS = 10
/** A busy process that has less to do than this can start bulk tasks beside its intake. */
const SPARE_UTILIZATION = 0.6
const SPARE = { batch: 4, pauseMs: 5 }
/** Without time to spare, the more arrives, the longer bulk tasks wait. */
const SENDS_PER_PAUSE_MS = 2
const MAX_PAUSE_MS = 50
/** After so long without any, one bulk task is admitted even if there is no room for it. */
const LEAST_MS = 1_000
const STARTS_PER_TURN = 4

/** Requests and what people asked for have priority over bulk tasks: decides when bulk tasks leave the intake log, and how many. */
export function createIntakeThrottle() {
  let slot = 0
  let sends = 0
  let before = 0
  let starts = 0
  let nextAt = 0
  let admittedAt = 0
  let usage = performance.eventLoopUtilization()
  let utilization = 0

  function nextSlot(): void {
    const now = Math.floor(performance.now() / SLOT_MS)
    if (now === slot) return
    before = now === slot + 1 ? sends : 0
    sends = 0
    slot = now
    const usageNow = performance.eventLoopUtilization()
    utilization = performance.eventLoopUtilization(usageNow, usage).utilization
    usage = usageNow
  }

  /** What may be admitted at once and how long to wait afterwards; undefined while the intake is calm. */
  function busyPace(): { batch: number; pauseMs: number } | undefined {
    nextSlot()
    const most = Math.max(sends, before)
    if (most < BUSY_SENDS) return undefined
    if (utilization < SPARE_UTILIZATION) return SPARE
    return { batch: 1, pauseMs: Math.min(Math.ceil(most / SENDS_PER_PAUSE_MS), MAX_PAUSE_MS) }
  }

  return {
    recordBulkSend(): void {
      nextSlot()
      sends++
    },
    /** How many bulk tasks may be admitted now where there is room for `room` of them. */
    admissible: (room: number): number => (performance.now() < nextAt ? 0 : Math.min(room, busyPace()?.batch ?? room)),
    /** One bulk task is admitted now even if there is no room for it. */
    isOverdue: (): boolean => performance.now() - admittedAt >= LEAST_MS,
    /** Call after bulk tasks were admitted. */
    recordAdmission(): void {
      admittedAt = performance.now()
      nextAt = admittedAt + (busyPace()?.pauseMs ?? 0)
    },
    /** Time until bulk tasks may be admitted again. */
    waitMs: (): number => Math.max(Math.ceil(nextAt - performance.now()), 0),
    /** Resolves when the next task may start: at once, unless many have started in this turn of the event loop. */
    async awaitTurn(): Promise<void> {
      if (starts === 0) setImmediate(() => (starts = 0))
      if (++starts > STARTS_PER_TURN) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

export type IntakeThrottle = ReturnType<typeof createIntakeThrottle>

/** How many tasks may run beside bulk tasks that hang. */
export const reservedSlots = (concurrency: number): number => Math.floor(concurrency / 3)
