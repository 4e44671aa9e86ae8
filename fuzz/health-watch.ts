import { setTimeout as sleep } from 'node:timers/promises'
import type { Observations } from './observations.ts'

const EVERY_MS = 100
const ANSWER_WITHIN_MS = 20_000
const END_KNOWN_MS = 1000

/** Asks `/healthz` all the time and records the longest time without an answer. An app that has ended is not counted: that is another failure. */
export function watchHealth(app: { url: string; isUp(): boolean }, observations: Observations): () => Promise<void> {
  let isStopped = false
  async function watch(): Promise<void> {
    while (!isStopped) {
      const askedAt = performance.now()
      const wasUp = app.isUp()
      const isAnswered = await fetch(`${app.url}/healthz`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
        (answer) => answer.status === 200,
        () => false,
      )
      if (isAnswered) {
        const gap = performance.now() - askedAt
        observations.health.longestGapMs = Math.max(observations.health.longestGapMs, gap)
      } else {
        // A process that is ending refuses connections a moment before its end is known.
        await sleep(END_KNOWN_MS)
        if (wasUp && app.isUp() && !isStopped) observations.health.unanswered += 1
      }
      await sleep(EVERY_MS)
    }
  }
  const watching = watch()
  return async () => {
    isStopped = true
    await watching
  }
}
