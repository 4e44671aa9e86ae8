import { questionTimeMs, withinQuestionTime } from './question-time.ts'
import { withTimeout } from './with-timeout.ts'

/** Questions that are remembered; the forms that are open are few. */
const MAX_KEPT = 500

/**
 * Answers that people wait for. Everyone who asks the same question while it is open shares its answer, and waits at most `limitMs` after it was
 * first asked, or until the time of their own request is over. A late answer is kept for `keptMs`, so asking again helps; after an answer in time,
 * the same question is asked again.
 */
export function createSharedAnswers<T>({ limitMs, keptMs }: { limitMs: number; keptMs: number }) {
  const open = new Map<string, { since: number; answer: Promise<T> }>()

  return {
    /** Undefined if the answer is not there in time. */
    async find(key: string, ask: () => Promise<T>): Promise<T | undefined> {
      const now = performance.now()
      const known = open.get(key)
      if (known && now - known.since < keptMs)
        return withinQuestionTime(Math.max(0, limitMs - (now - known.since)), known.answer)
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
    /** Every question is asked again from now on. */
    forget: (): void => open.clear(),
  }
}

export type SharedAnswers<T> = ReturnType<typeof createSharedAnswers<T>>
