/** What falls due within this time starts together: ten thousand polls wake nobody one by one. */
export const COALESCE_MS = 50
/** A backlog of thousands starts by so many, and in between others have their turn: 800 a second at most. */
export const BACKGROUND_BATCH = 16
const BREATH_MS = 20

/** When to look for due background tasks again: whoever makes one due says so, and nobody asks the store in between; after `atLeastMs` at the latest. */
export function createPollTimer(atLeastMs: number) {
  let lookAt = 0
  let restUntil = 0

  return {
    /** Until the next look, 0 when it is time. */
    waitMs: (): number => Math.max(Math.ceil(Math.max(lookAt, restUntil) - performance.now()), 0),
    /** One falls due after this time. */
    dueIn: (ms: number): void => void (lookAt = Math.min(lookAt, performance.now() + ms)),
    /** Said before the look: what falls due while it is on the way counts. */
    pollStarted: (): void => void (lookAt = performance.now() + atLeastMs),
    /** After the look. */
    pollEnded: (isAll: boolean): void => void (restUntil = performance.now() + (isAll ? COALESCE_MS : BREATH_MS)),
    /** The store is away. */
    pause: (ms: number): void => void (lookAt = restUntil = performance.now() + ms),
  }
}
