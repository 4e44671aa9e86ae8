import { z } from 'zod'
import type { Clock } from '../core/clock.ts'
import type { Json } from '../core/json.ts'
import type { Store } from './store.ts'
import { openEnum } from './open-enum.ts'
import { createTable } from './typed-table.ts'

const KEEP_MS = 30 * 24 * 3_600_000

const json: z.ZodType<Json> = z.json()
export const effectSchema = z.object({
  state: openEnum(['intended', 'attempted', 'done', 'dropped']),
  attempts: z.number(),
  /** From here on the outside may know of it. */
  firstAttemptAt: z.number().optional(),
  /** What a later attempt needs to ask the outside or to repeat the very same request. */
  data: json,
  /** Never forgotten: later effects refer to it, or it may be asked for again at any time. */
  isKept: z.boolean().optional(),
  result: json.optional(),
  reason: z.string().optional(),
})

export type Effect = z.infer<typeof effectSchema>

export interface Effects {
  get(opId: string): Promise<Effect | undefined>
  /** Makes the record if there is none; an effect that exists stays as it is, with its first data. */
  intend(opId: string, data?: Json): Promise<Effect>
  /**
   * Written before the request leaves. The answer is the effect as it stood before: `attempted` means ask the outside first,
   * `done` and `dropped` mean do nothing. With `data` the record carries it from now on; `isKept` ones outlive the others.
   */
  attempt(opId: string, more?: { data?: Json; isKept?: boolean }): Promise<Effect>
  /** Final; also what is found out later about one that was dropped. */
  done(opId: string, result?: Json): Promise<Effect>
  /** Final: it was never done and never will be. One that is done stays done. */
  drop(opId: string, reason: string): Promise<Effect>
}

/** What was done to the outside world, by `opId`, so that nothing is done twice. `team` is whose effects they are. */
export function createEffects(store: Store, { team, clock }: { team: string; clock: Clock }): Effects {
  const rows = createTable(store, {
    partition: `${team}/effects`,
    schema: effectSchema,
    ttlMs: ({ isKept }) => (isKept ? undefined : KEEP_MS),
  })

  /** The effect before and after; `change` answers undefined to leave it. */
  async function move(opId: string, change: (effect: Effect) => Effect | undefined): Promise<[Effect, Effect]> {
    let before: Effect = { state: 'intended', attempts: 0, data: null }
    const after = await rows.update(opId, (effect) => {
      before = effect ?? { state: 'intended', attempts: 0, data: null }
      return change(before)
    })
    return [before, after ?? before]
  }
  const over = ({ state }: Effect) => state === 'done' || state === 'dropped'

  return {
    get: async (opId) => (await rows.get(opId))?.value,
    async intend(opId, data = null) {
      const fresh: Effect = { state: 'intended', attempts: 0, data }
      return (await rows.update(opId, (effect) => (effect ? undefined : fresh))) ?? fresh
    },
    async attempt(opId, { data, isKept } = {}) {
      const [before] = await move(opId, (effect) =>
        over(effect)
          ? undefined
          : {
              ...effect,
              state: 'attempted',
              attempts: effect.attempts + 1,
              firstAttemptAt: effect.firstAttemptAt ?? clock.now(),
              ...(data !== undefined && { data }),
              ...(isKept && { isKept }),
            },
      )
      return before
    },
    async done(opId, result = null) {
      const [, after] = await move(opId, (effect) =>
        effect.state === 'done' ? undefined : { ...effect, state: 'done', result },
      )
      return after
    },
    async drop(opId, reason) {
      const [, after] = await move(opId, (effect) =>
        over(effect) ? undefined : { ...effect, state: 'dropped', reason },
      )
      return after
    },
  }
}
