interface Options {
  /** What falls due within this time starts together: ten thousand polls wake nobody one by one. */
  togetherMs: number
  /** Nothing is waited for longer than this without a look. */
  atLeastMs: number
}

/** When to look for due tasks again: whoever makes one due says so, and nobody asks the store in between. */
export function lookout({ togetherMs, atLeastMs }: Options) {
  let lookAt = 0
  let restUntil = 0

  return {
    /** Until the next look, 0 when it is time. */
    waitMs: (): number => Math.max(Math.ceil(Math.max(lookAt, restUntil) - performance.now()), 0),
    /** One falls due after this time. */
    due: (ms: number): void => void (lookAt = Math.min(lookAt, performance.now() + ms)),
    /** Said before the look: what falls due while it is on the way counts. */
    begin: (): void => void (lookAt = performance.now() + atLeastMs),
    /** All that was due has been found, or the store is away for a while. */
    rest: (ms = togetherMs): void => void (restUntil = performance.now() + ms),
  }
}
