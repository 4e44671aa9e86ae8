import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable, type Table } from '../../store/typed-table.ts'
import { projectKey } from './job-ids.ts'

const TTL_MS = 24 * 3_600_000

export const outageSchema = z.object({
  /** When the agent last failed to answer, and how often in a row. */
  failedAt: z.number(),
  failures: z.number(),
  /** Set if its last failure was an answer with an error. */
  isAnswered: z.boolean().exactOptional(),
  /** Until then one job tries whether the agent is back. */
  trialUntil: z.number().optional(),
  /** The job of each person that asks what became of its request. */
  asked: z.record(z.string(), z.string()),
})
export type Outage = z.infer<typeof outageSchema>

/** The outages of the agent, for each project of one team. */
export interface OutageStore {
  get(project: string): Promise<Outage | undefined>
  update(project: string, change: (now: Outage | undefined) => Outage | undefined): Promise<Outage | undefined>
  end(project: string): Promise<void>
}

export function createOutageStore(store: Store, team: string): OutageStore {
  const outages: Table<Outage> = createTable(store, {
    partition: `${team}/jobs-outage`,
    schema: outageSchema,
    ttlMs: TTL_MS,
  })
  return {
    get: async (project) => (await outages.get(projectKey(project)))?.value,
    update: (project, change) => outages.update(projectKey(project), change),
    async end(project) {
      const row = await outages.get(projectKey(project))
      if (row) await outages.delete(row.id, row.version)
    },
  }
}
