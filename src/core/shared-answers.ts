import { questionTimeMs } from './question-time.ts'
import { withTimeout } from './with-timeout.ts'

/** Questions that are remembered; the forms that are open are few. */
const MAX_KEPT = 500

/**
 * Answers that somebody waits for: everybody who asks the same while it is open waits for the same answer, and no longer than `limitMs` after it was first
 * asked, or than there is time to answer a request. One that comes later is kept for `keptMs`, so that asking again helps; one that comes in time is
 * asked again.
 */
export function createSharedAnswers<T>({ limitMs, keptMs }: { limitMs: number; keptMs: number }) {
  const open = new Map<string, { since: number; answer: Promise<T> }>()

  return {
    /** Undefined if the answer is not there in time. */
    async find(key: string, ask: () => Promise<T>): Promise<T | undefined> {
      const now = performance.now()
      const known = open.get(key)
      if (known && now - known.since < keptMs)
        return withTimeout(questionTimeMs(Math.max(0, limitMs - (now - known.since))), known.answer)
      if (open.size >= MAX_KEPT) open.clear()
      const asked = { since: now, answer: ask() }
      open.set(key, asked)
      const forget = (): void => {
        if (open.get(key) === asked) open.delete(key)
      }
      const waitMs = questionTimeMs(limitMs)
      asked.answer.then(() => {
        if (performance.now() - now < waitMs) forget()
      }, forget)
      return withTimeout(waitMs, asked.answer)
    },
    /** Everything is asked anew from now on. */
    forget: (): void => open.clear(),
  }
}

export type SharedAnswers<T> = ReturnType<typeof createSharedAnswers<T>>
