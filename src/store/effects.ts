import { z } from 'zod'
import { type Clock, steadyNow } from '../core/clock.ts'
import type { Json } from '../core/json.ts'
import type { Store } from './store.ts'
import { openEnum } from './open-enum.ts'
import { createTable } from './typed-table.ts'

const KEEP_MS = 30 * 24 * 3_600_000

const json: z.ZodType<Json> = z.json()
export const effectSchema = z.object({
  state: openEnum(['intended', 'attempted', 'done', 'dropped']),
  attempts: z.number(),
  /** From then on the request may have reached the service. */
  firstAttemptAt: z.number().optional(),
  /** Data that a later attempt needs to look up the effect or to repeat exactly the same request. */
  data: json,
  /** Never expires: later effects refer to it, or the same request may come again at any time. */
  isKept: z.boolean().optional(),
  result: json.optional(),
  reason: z.string().optional(),
})

/** An effect on the outside world and how far it has come. */
export type Effect = z.infer<typeof effectSchema>

/** The effects of one team, by op id. */
export interface Effects {
  get(opId: string): Promise<Effect | undefined>
  /** Creates the record if there is none; an existing effect keeps its state and its first data. */
  intend(opId: string, data?: Json): Promise<Effect>
  /**
   * Written before the request is sent. Returns the previous state of the effect: `attempted` means look it up first, `done` and `dropped` mean do
   * nothing. `data` replaces the record's data; with `isKept` the record never expires.
   */
  attempt(opId: string, more?: { data?: Json; isKept?: boolean }): Promise<Effect>
  /** Final. A dropped effect becomes done if a later look-up finds that it happened. */
  done(opId: string, result?: Json): Promise<Effect>
  /** Final: the effect did not happen and never will. An effect that is done stays done. */
  drop(opId: string, reason: string): Promise<Effect>
  /** Removes the record of an effect to which nothing refers any longer. */
  forget(opId: string): Promise<void>
}

/** Records what the app did to the outside world, by `opId`: nothing is done twice. */
export function createEffects(store: Store, { team, clock }: { team: string; clock: Clock }): Effects {
  const rows = createTable(store, {
    partition: `${team}/effects`,
    schema: effectSchema,
    ttlMs: ({ isKept }) => (isKept ? undefined : KEEP_MS),
  })

  /** The effect before and after; unchanged if `change` returns undefined. */
  async function move(opId: string, change: (effect: Effect) => Effect | undefined): Promise<[Effect, Effect]> {
    let before: Effect = { state: 'intended', attempts: 0, data: null }
    const after = await rows.update(opId, (effect) => {
      before = effect ?? { state: 'intended', attempts: 0, data: null }
      return change(before)
    })
    return [before, after ?? before]
  }
  const isFinal = ({ state }: Effect) => state === 'done' || state === 'dropped'

  return {
    get: async (opId) => (await rows.get(opId))?.value,
    async intend(opId, data = null) {
      const fresh: Effect = { state: 'intended', attempts: 0, data }
      return (await rows.update(opId, (effect) => (effect ? undefined : fresh))) ?? fresh
    },
    async attempt(opId, { data, isKept } = {}) {
      const [before] = await move(opId, (effect) =>
        isFinal(effect)
          ? undefined
          : {
              ...effect,
              state: 'attempted',
              attempts: effect.attempts + 1,
              // The search for the effect begins here: it must not begin too late because the clock was set ahead.
              firstAttemptAt: effect.firstAttemptAt ?? Math.min(clock.now(), steadyNow()),
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
        isFinal(effect) ? undefined : { ...effect, state: 'dropped', reason },
      )
      return after
    },
    async forget(opId) {
      const row = await rows.get(opId)
      if (row) await rows.delete(opId, row.version)
    },
  }
}
