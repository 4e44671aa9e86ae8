import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** Our first answer in a mail thread; its id begins with the time at which it was sent. */
export const answerTimeSchema = z.object({ inboxId: z.string(), tookMs: z.number() })

/** The longest period of the metrics, and a day more. */
const KEPT_MS = 91 * DAY_MS
const TIME_DIGITS = 15
const toKey = (at: number): string => String(Math.max(0, Math.trunc(at))).padStart(TIME_DIGITS, '0')

/** The speed of first answers in one inbox. */
export interface AnswerSpeed {
  inboxId: string
  answers: number
  medianMs: number
  /** Nine of ten answers took no longer. */
  p90Ms: number
}

/** Stores the first answers of all mail threads, in the order in which they were sent. */
export function createAnswerTimes({ store, team }: WorkspaceStore) {
  const table = createTable(store, { partition: `${team}/mail.answers`, schema: answerTimeSchema, ttlMs: KEPT_MS })
  return {
    /** Adds the first answer of a thread. Safe to repeat. */
    record: async (thread: string, inboxId: string, { at, tookMs }: { at: number; tookMs: number }): Promise<void> =>
      void (await table.put(`${toKey(at)}-${thread}`, { inboxId, tookMs }, 0)),

    /** Removes the first answer of a thread that was sent then and reached nobody. Does nothing if another one is recorded. */
    withdraw: async (thread: string, at: number): Promise<void> => {
      const id = `${toKey(at)}-${thread}`
      const row = await table.get(id)
      if (row) await table.delete(id, row.version)
    },

    /** Measures the first answers since a time, for each inbox that has any. */
    measure: async (since: number): Promise<AnswerSpeed[]> => {
      const byInbox = new Map<string, number[]>()
      for await (const { id, value } of table.all()) {
        if (id < toKey(since)) break
        const times = byInbox.get(value.inboxId)
        if (times) times.push(value.tookMs)
        else byInbox.set(value.inboxId, [value.tookMs])
      }
      return [...byInbox].map(([inboxId, times]) => measureTimes(inboxId, times))
    },
  }
}

export type AnswerTimes = ReturnType<typeof createAnswerTimes>

/** Uses the nearest rank: each figure is a time that a person really waited. */
function measureTimes(inboxId: string, times: number[]): AnswerSpeed {
  const sorted = times.toSorted((one, other) => one - other)
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { inboxId, answers: sorted.length, medianMs: rank(0.5), p90Ms: rank(0.9) }
}
