import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** Our first answer in a mail thread; its id begins with the moment when it left. */
export const answerTimeSchema = z.object({ inboxId: z.string(), tookMs: z.number() })

/** How far back they can be asked for, and a day more. */
const KEPT_MS = 91 * DAY_MS
const TIME_DIGITS = 15
const toKey = (at: number): string => String(Math.max(0, Math.trunc(at))).padStart(TIME_DIGITS, '0')

/** How soon people had an answer of one inbox. */
export interface AnswerSpeed {
  inboxId: string
  answers: number
  medianMs: number
  /** Nine of ten had theirs by then. */
  p90Ms: number
}

/** The first answers of all mail threads, in the order in which they left. */
export function createAnswerTimes({ store, team }: WorkspaceStore) {
  const table = createTable(store, { partition: `${team}/mail.answers`, schema: answerTimeSchema, ttlMs: KEPT_MS })
  return {
    /** Adds the first answer of a thread; again, it changes nothing. */
    record: async (thread: string, inboxId: string, { at, tookMs }: { at: number; tookMs: number }): Promise<void> =>
      void (await table.put(`${toKey(at)}-${thread}`, { inboxId, tookMs }, 0)),

    /** Takes back the first answer of a thread that left then and reached nobody; nothing if it was another one. */
    withdraw: async (thread: string, at: number): Promise<void> => {
      const id = `${toKey(at)}-${thread}`
      const row = await table.get(id)
      if (row) await table.delete(id, row.version)
    },

    /** How soon the first answers since then came, for each inbox that has any. */
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

/** By the nearest rank: each figure is a time that somebody really waited. */
function measureTimes(inboxId: string, times: number[]): AnswerSpeed {
  const sorted = times.toSorted((one, other) => one - other)
  const rank = (share: number): number => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { inboxId, answers: sorted.length, medianMs: rank(0.5), p90Ms: rank(0.9) }
}
