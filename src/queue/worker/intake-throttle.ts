import { performance } from 'node:perf_hooks'

const SLOT_MS = 50
/** This many bulk sends in one slot mean that the intake is busy. */
const BUSY_SENDS = 10
/** While the intake is busy, bulk tasks are admitted one by one, more slowly as long as the event loop is busier than this, else faster. */
const TARGET_UTILIZATION = 0.6
const FIRST_PAUSE_MS = 10
const MIN_PAUSE_MS = 2
const MAX_PAUSE_MS = 100
const SLOWER = 1.5
const FASTER = 0.9
/** After this long without one, a bulk task is admitted even if there is no room. */
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
  let busyPauseMs = FIRST_PAUSE_MS

  const isBusy = (): boolean => Math.max(sends, before) >= BUSY_SENDS

  function nextSlot(): void {
    const now = Math.floor(performance.now() / SLOT_MS)
    if (now === slot) return
    // A process that had no time to look must not take that for a calm intake.
    before = sends / (now - slot)
    sends = 0
    slot = now
    const usageNow = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(usageNow, usage)
    usage = usageNow
    const change = utilization > TARGET_UTILIZATION ? SLOWER : FASTER
    busyPauseMs = isBusy() ? Math.min(Math.max(busyPauseMs * change, MIN_PAUSE_MS), MAX_PAUSE_MS) : FIRST_PAUSE_MS
  }

  return {
    recordBulkSend(): void {
      nextSlot()
      sends++
    },
    /** How many bulk tasks may be admitted now where there is room for `room` of them. */
    admissible(room: number): number {
      nextSlot()
      if (performance.now() < nextAt) return 0
      return isBusy() ? Math.min(room, 1) : room
    },
    /** Whether to admit a bulk task now even if there is no room. */
    isOverdue: (): boolean => performance.now() - admittedAt >= LEAST_MS,
    /** Call after bulk tasks were admitted. */
    recordAdmission(): void {
      nextSlot()
      admittedAt = performance.now()
      nextAt = admittedAt + (isBusy() ? busyPauseMs : 0)
    },
    /** Time until bulk tasks may be admitted again. */
    waitMs: (): number => Math.max(Math.ceil(nextAt - performance.now()), 0),
    /** Resolves when the next task may start: immediately, unless many have started in this turn of the event loop. */
    async awaitTurn(): Promise<void> {
      if (starts === 0) setImmediate(() => (starts = 0))
      if (++starts > STARTS_PER_TURN) await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

export type IntakeThrottle = ReturnType<typeof createIntakeThrottle>

/** How many tasks may run beside bulk tasks that hang. */
export const reservedSlots = (concurrency: number): number => Math.floor(concurrency / 3)
