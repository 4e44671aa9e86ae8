import { onTestFinished } from 'vitest'

/** The clock of the simulators and of the apps that are opened in this process from now on. */
export function createMachineClock() {
  const realNow = Date.now
  let aheadMs = 0
  Date.now = () => realNow() + aheadMs
  onTestFinished(() => void (Date.now = realNow))
  /** Sets the clock ahead of the real one. */
  return { setAhead: (ms: number) => void (aheadMs = ms) }
}
