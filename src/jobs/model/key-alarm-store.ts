import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import type { Store } from '../../store/store.ts'
import { createTable, type Table } from '../../store/typed-table.ts'
import { projectKey } from './job-ids.ts'

export const keyAlarmSchema = z.object({
  /** The messages that alert the admins, each with its reader, until the key works again. */
  messages: z.array(z.object({ opId: z.string(), user: z.string() })),
  /** How often the alarm was solved. */
  solved: z.number(),
})
export type KeyAlarm = z.infer<typeof keyAlarmSchema>

/** The alarms about rejected keys of the agent, for each project of one team. */
export interface KeyAlarmStore {
  get(project: string): Promise<KeyAlarm | undefined>
  update(project: string, change: (now: KeyAlarm) => KeyAlarm | undefined): Promise<unknown>
}

export function createKeyAlarmStore(store: Store, team: string): KeyAlarmStore {
  // As long as posted messages can be edited.
  const alarms: Table<KeyAlarm> = createTable(store, {
    partition: `${team}/jobs-key-alarms`,
    schema: keyAlarmSchema,
    ttlMs: 30 * DAY_MS,
  })
  return {
    get: async (project) => (await alarms.get(projectKey(project)))?.value,
    update: (project, change) =>
      alarms.update(projectKey(project), (now) => change(now ?? { messages: [], solved: 0 })),
  }
}
