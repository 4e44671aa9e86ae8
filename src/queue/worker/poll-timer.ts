/** Tasks that fall due within this time start together: ten thousand polls do not cause ten thousand wake-ups. */
export const COALESCE_MS = 50
/** A backlog starts in batches of this size, with pauses for other work: 800 tasks a second at most. */
export const BACKGROUND_BATCH = 16
const BATCH_PAUSE_MS = 20

/**
 * Decides when to poll for due background tasks. Senders can bring the next poll forward; without one, polls at least every `atLeastMs`.
 */
export function createPollTimer(atLeastMs: number) {
  let nextPollAt = 0
  let pausedUntil = 0

  return {
    /** Time until the next poll; 0 if it is due. */
    waitMs: (): number => Math.max(Math.ceil(Math.max(nextPollAt, pausedUntil) - performance.now()), 0),
    /** A task falls due after this time. */
    dueIn: (ms: number): void => void (nextPollAt = Math.min(nextPollAt, performance.now() + ms)),
    /** Call before the poll, so a task that falls due during the poll is not missed. */
    pollStarted: (): void => void (nextPollAt = performance.now() + atLeastMs),
    /** `isAll`: the poll found everything that was due. */
    pollEnded: (isAll: boolean): void =>
      void (pausedUntil = performance.now() + (isAll ? COALESCE_MS : BATCH_PAUSE_MS)),
    /** Polls no earlier than after this time, because the store is away. */
    pause: (ms: number): void => void (nextPollAt = pausedUntil = performance.now() + ms),
  }
}
