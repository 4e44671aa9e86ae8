type Callback = (...given: unknown[]) => void

/**
 * Takes over the clocks and timers of this process, simulators and apps included, and lets hours pass in no time: `Date`, `performance.now` and every
 * global `setTimeout` move together, as on a machine that was suspended. Intervals and `node:timers/promises` keep real time, and so do the timers of
 * files that `keepsReal` fits: they wait for another process, whose answers are not late.
 */
export function takeOverTime({ keepsReal }: { keepsReal?: RegExp } = {}) {
  const real = { Date, now: performance.now.bind(performance), setTimeout, clearTimeout }
  let shiftMs = 0
  let passedMs = 0
  const now = (): number => real.Date.now() + shiftMs
  const waiting = new Map<NodeJS.Timeout, { dueAt: number; run: () => void }>()

  class MovedDate extends real.Date {
    static override now = now
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [now()] : given) as [number]))
    }
  }
  function startTimer(run: Callback, ms = 0, ...given: unknown[]): NodeJS.Timeout {
    if (keepsReal?.test(new Error('a timer').stack ?? '')) return real.setTimeout(run, ms, ...given)
    const call = (): void => {
      waiting.delete(handle)
      run(...given)
    }
    const handle = real.setTimeout(call, ms)
    waiting.set(handle, { dueAt: now() + (Number.isFinite(ms) ? ms : 0), run: call })
    return handle
  }
  function stopTimer(handle?: NodeJS.Timeout | string | number): void {
    if (typeof handle === 'object') waiting.delete(handle)
    real.clearTimeout(handle)
  }
  Object.assign(globalThis, { Date: MovedDate })
  performance.now = () => real.now() + passedMs
  globalThis.setTimeout = Object.assign(startTimer, real.setTimeout)
  globalThis.clearTimeout = stopTimer

  return {
    now,
    /** Sets the clock, also back. Only while no app runs and nothing waits at the simulators. */
    setNow(at: number): void {
      shiftMs = at - real.Date.now()
      passedMs = 0
    },
    /** Moves time ahead, and runs the timers that fall due. */
    pass(ms: number): void {
      shiftMs += ms
      passedMs += ms
      const due = [...waiting].filter(([, { dueAt }]) => dueAt <= now())
      for (const [handle, { run }] of due.toSorted(([, one], [, other]) => one.dueAt - other.dueAt)) {
        // An earlier one may have stopped it.
        if (!waiting.has(handle)) continue
        real.clearTimeout(handle)
        run()
      }
    },
    /** Returns to the real clock. */
    restore(): void {
      globalThis.Date = real.Date
      performance.now = real.now
      globalThis.setTimeout = real.setTimeout
      globalThis.clearTimeout = real.clearTimeout
    },
  }
}

export type PassingTime = ReturnType<typeof takeOverTime>
