import { z } from 'zod'
import { type Clock, CLOCK_JUMP_MS } from '../core/clock.ts'
import { LONGEST_WAIT_MS, PROBE_MS } from '../core/retry-after.ts'
import type { Store } from './store.ts'
import { createTable } from './typed-table.ts'

/** Up to this limit each take is recorded; above it takes are counted in this many slots, which keeps a record small. */
const MARKS = 60
/** Within this time a probe is answered; if it is refused again, the pause goes on. */
const PROBE_ANSWER_MS = 15_000

export const rateLimitSchema = z.object({
  /** Time and number of takes, oldest first; they leave the window `windowMs` after their time. */
  marks: z.array(z.tuple([z.number(), z.number()])),
  windowMs: z.number(),
  pausedUntil: z.number(),
  /** During a long pause, when one request is let through to see whether it is over. */
  probeAt: z.number().optional(),
  /** How long the pause was when it began; 0 without one. */
  pausedForMs: z.number(),
})

type Use = z.infer<typeof rateLimitSchema>

/** At most `limit` requests in any `windowMs`. */
export interface RateLimit {
  limit: number
  windowMs: number
}

export type TakeResult = { ok: true; remaining: number } | { ok: false; waitMs: number }

export interface RateLimitUsage {
  used: number
  limit: number
  /** 0 if a request may be sent now. */
  waitMs: number
  pausedUntil: number | undefined
}

/** Limits requests to other services, in sliding windows that all processes share. */
export interface RateLimits {
  /** Never more than `limit` in any `windowMs`, over all processes. `key` begins with its team: `T1/chat.update`. */
  take(key: string, options: RateLimit & { cost?: number }): Promise<TakeResult>
  /**
   * After a 429: nothing is taken under this key until then, for an hour at most; other keys are not affected. Every five minutes one
   * request is let through, and unless it is refused again, the pause ends.
   */
  pause(key: string, until: number): Promise<void>
  /** The current usage; `waitMs` is for a request of this `cost`. */
  peek(key: string, options: RateLimit & { cost?: number }): Promise<RateLimitUsage>
}

/** Rate limits in the store. The partition, `budgets`, is frozen. */
export function createRateLimits(store: Store, { clock }: { clock: Clock }): RateLimits {
  const rows = createTable(store, {
    partition: 'budgets',
    schema: rateLimitSchema,
    ttlMs: ({ windowMs, pausedUntil, marks }) =>
      Math.max((marks.at(-1)?.[0] ?? 0) + windowMs, pausedUntil) - clock.now() + 1_000,
  })
  const turns = new Map<string, Promise<unknown>>()
  const longestMs = clock.scaled(LONGEST_WAIT_MS)
  const probeMs = clock.scaled(PROBE_MS)

  const startPause = (now: number, forMs: number): Pause => pauseFor(now, forMs, probeMs)
  const correctTimes = (use: Use, now: number, slotMs = use.windowMs): Use =>
    correctSetBackTimes(use, { now, slotMs, probeMs })

  /** Calls of this process take turns per key: only another process can write between a read and its write. */
  async function inTurn<T>(key: string, run: () => Promise<T>): Promise<T> {
    const turn = (turns.get(key) ?? Promise.resolve()).then(run, run)
    turns.set(key, turn)
    try {
      return await turn
    } finally {
      if (turns.get(key) === turn) turns.delete(key)
    }
  }

  return {
    take: (key, { limit, windowMs, cost = 1 }) =>
      inTurn(key, async () => {
        if (cost > limit) throw new Error(`a cost of ${cost} never fits the limit ${key} of ${limit}`)
        let answer: TakeResult = { ok: false, waitMs: windowMs }
        await rows.update(key, (stored) => {
          const now = clock.now()
          const use = stored && correctTimes(stored, now, slotOf({ limit, windowMs }))
          const marks = inWindow(use, windowMs, now)
          const pauseEnds = use?.pausedUntil ?? 0
          const pausedUntil = Math.min(pauseEnds, use?.probeAt ?? pauseEnds)
          const waitMs = waitFor(marks, { limit, windowMs, cost, now, pausedUntil })
          if (waitMs > 0) {
            answer = { ok: false, waitMs }
            return use === stored ? undefined : use
          }
          answer = { ok: true, remaining: limit - sum(marks) - cost }
          const isProbe = pauseEnds > now
          const pause = isProbe ? startPause(now, clock.scaled(PROBE_ANSWER_MS)) : { pausedUntil: 0, pausedForMs: 0 }
          return { marks: marked(marks, now, cost, { limit, windowMs }), windowMs, ...pause }
        })
        return answer
      }),
    async pause(key, until) {
      await inTurn(key, () =>
        rows.update(key, (use) => {
          const now = clock.now()
          const { marks = [], windowMs = 0, pausedUntil = 0 } = use ? correctTimes(use, now) : {}
          const forMs = Math.min(until - now, longestMs)
          return now + forMs > pausedUntil ? { marks, windowMs, ...startPause(now, forMs) } : undefined
        }),
      )
    },
    async peek(key, { limit, windowMs, cost = 1 }) {
      const stored = (await rows.get(key))?.value
      const now = clock.now()
      const use = stored && correctTimes(stored, now, slotOf({ limit, windowMs }))
      const marks = inWindow(use, windowMs, now)
      const { pausedUntil = 0 } = use ?? {}
      return {
        used: sum(marks),
        limit,
        waitMs: waitFor(marks, { limit, windowMs, cost, now, pausedUntil }),
        pausedUntil: pausedUntil > now ? pausedUntil : undefined,
      }
    },
  }
}

type Marks = Use['marks']
type Pause = Pick<Use, 'pausedUntil' | 'pausedForMs' | 'probeAt'>

function pauseFor(now: number, forMs: number, probeMs: number): Pause {
  return { pausedUntil: now + forMs, pausedForMs: forMs, ...(forMs > probeMs && { probeAt: now + probeMs }) }
}

/**
 * Corrects requests and pauses with future times, which were written before the clock was set back: they count from now on. Nothing is requested too
 * soon, and nothing waits until the clock has caught up.
 */
function correctSetBackTimes(
  use: Use,
  { now, slotMs, probeMs }: { now: number; slotMs: number; probeMs: number },
): Use {
  const { pausedUntil, pausedForMs, marks } = use
  const isAhead = ([at]: Marks[number]): boolean => at > now + slotMs + CLOCK_JUMP_MS
  const isPausedTooLong = pausedUntil > now + pausedForMs + CLOCK_JUMP_MS
  if (!marks.some(isAhead) && !isPausedTooLong) return use
  return {
    ...use,
    ...(isPausedTooLong && pauseFor(now, pausedForMs, probeMs)),
    marks: marks.map((mark) => (isAhead(mark) ? [now, mark[1]] : mark)),
  }
}

function inWindow(use: Use | undefined, windowMs: number, now: number): Marks {
  return use?.marks.filter(([at]) => at + windowMs > now) ?? []
}

function sum(marks: Marks): number {
  return marks.reduce((total, [, count]) => total + count, 0)
}

function waitFor(
  marks: Marks,
  { limit, windowMs, cost, now, pausedUntil }: RateLimit & { cost: number; now: number; pausedUntil: number },
): number {
  let over = sum(marks) + cost - limit
  let roomAt = now
  for (const [at, count] of marks) {
    if (over <= 0) break
    over -= count
    roomAt = at + windowMs
  }
  return Math.max(roomAt, pausedUntil, now) - now
}

const slotOf = ({ limit, windowMs }: RateLimit): number => (limit > MARKS ? windowMs / MARKS : 1)

/** A slot counts until its end has left the window: slightly too long, never too short. */
function marked(marks: Marks, now: number, cost: number, rateLimit: RateLimit): Marks {
  const slotMs = slotOf(rateLimit)
  const at = Math.max(Math.ceil(now / slotMs) * slotMs, marks.at(-1)?.[0] ?? 0)
  const last = marks.at(-1)
  return last?.[0] === at ? [...marks.slice(0, -1), [at, last[1] + cost]] : [...marks, [at, cost]]
}
