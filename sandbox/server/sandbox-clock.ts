/** The simulators' clock. The scale divides every interval, including those already scheduled; timestamps stay real. */
export interface SandboxClock {
  readonly scale: number
  /** Milliseconds on the simulators' clock since the start. Windows (rates, quotas, 24 h, five days) are measured with it. */
  elapsed(): number
  /** Calls `fn` after `ms` of simulated time. */
  after(ms: number, fn: () => void): { cancel(): void }
  setScale(scale: number): void
  /** Real milliseconds until the next scheduled call, 0 if one is due now; undefined if nothing is scheduled. */
  nextDueMs(): number | undefined
  /** Whole real seconds for a `Retry-After`, at least 1. */
  realSeconds(ms: number): number
  /** Cancels everything scheduled and restores the first scale. */
  reset(): void
}

interface Timer {
  due: number
  fn: () => void
  handle?: NodeJS.Timeout
}

const LONGEST_TIMEOUT_MS = 2 ** 31 - 1

export function createSandboxClock(firstScale = 1): SandboxClock {
  let scale = firstScale
  let passed = 0
  let since = performance.now()
  const timers = new Set<Timer>()
  const elapsed = (): number => passed + (performance.now() - since) * scale

  function arm(timer: Timer): void {
    clearTimeout(timer.handle)
    const waitMs = Math.max(0, (timer.due - elapsed()) / scale)
    timer.handle = setTimeout(
      () => {
        if (elapsed() + 0.5 < timer.due) return arm(timer)
        timers.delete(timer)
        timer.fn()
      },
      Math.min(waitMs, LONGEST_TIMEOUT_MS),
    )
  }

  function setScale(next: number): void {
    passed = elapsed()
    since = performance.now()
    scale = next
    for (const timer of timers) arm(timer)
  }

  return {
    get scale() {
      return scale
    },
    elapsed,
    after(ms, fn) {
      const timer: Timer = { due: elapsed() + ms, fn }
      timers.add(timer)
      arm(timer)
      return {
        cancel() {
          clearTimeout(timer.handle)
          timers.delete(timer)
        },
      }
    },
    setScale,
    nextDueMs: () =>
      timers.size === 0 ? undefined : Math.max(0, (Math.min(...[...timers].map(({ due }) => due)) - elapsed()) / scale),
    realSeconds: (ms) => Math.max(1, Math.ceil(ms / scale / 1000)),
    reset() {
      for (const timer of timers) clearTimeout(timer.handle)
      timers.clear()
      setScale(firstScale)
    },
  }
}
