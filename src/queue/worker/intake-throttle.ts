import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

const SLOT_MS = 50
/** This many sends from requests in one slot mean that the intake is busy; the more there are, the longer each task waits for its start. */
const BUSY_SENDS = 10
const SENDS_PER_PAUSE_MS = 2
const MAX_PAUSE_MS = 50
const BATCH = 4
const BUSY_BATCH = 1

/** Requests have priority over tasks: while many sends arrive from outside of tasks, tasks start one by one. */
export function createIntakeThrottle() {
  const inside = new AsyncLocalStorage<true>()
  let slot = 0
  let sends = 0
  let before = 0
  let starts = 0
  let line = Promise.resolve()

  function nextSlot(): void {
    const now = Math.floor(performance.now() / SLOT_MS)
    if (now === slot) return
    before = now === slot + 1 ? sends : 0
    sends = 0
    slot = now
  }

  /** How long to wait before the next start; 0 while the intake is calm. */
  function pauseMs(): number {
    nextSlot()
    const most = Math.max(sends, before)
    return most < BUSY_SENDS ? 0 : Math.min(Math.ceil(most / SENDS_PER_PAUSE_MS), MAX_PAUSE_MS)
  }

  return {
    /** Sends inside a task do not count as intake. */
    runTask: <T>(run: () => T): T => inside.run(true, run),
    recordSend(): void {
      if (inside.getStore()) return
      nextSlot()
      sends++
    },
    /** Resolves when the next task may start: at once, unless many have started in this turn of the event loop or the intake is busy. */
    async awaitTurn(): Promise<void> {
      if (pauseMs() > 0) {
        line = line.then(() => sleep(pauseMs()))
        return line
      }
      if (starts === 0) setImmediate(() => (starts = 0))
      if (++starts > BATCH) await new Promise((resolve) => setImmediate(resolve))
    },
    /** How many tasks may start in this turn of the event loop, and how long to wait before the next ones. */
    startAllowance() {
      const waitMs = pauseMs()
      return { batch: waitMs > 0 ? BUSY_BATCH : BATCH, pauseMs: waitMs }
    },
  }
}

export type IntakeThrottle = ReturnType<typeof createIntakeThrottle>
