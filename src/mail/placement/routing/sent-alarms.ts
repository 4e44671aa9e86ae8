import { z } from 'zod'
import { createTable, type Table } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

const moveSchema = z.object({ to: z.string(), by: z.string(), at: z.number() })
/** The channel that an admin chose for the waiting mail of an alarm. `by` and `at` also mark the settings that changed with it. */
export type AlarmMove = z.infer<typeof moveSchema>

/** The messages that alert the admins of mail that waits, by the id of the alarm, until it is solved. */
export const sentAlarmsSchema = z.object({
  inboxId: z.string(),
  channel: z.string().exactOptional(),
  /** Each with its reader; without one, it is in a channel. */
  messages: z.array(z.object({ opId: z.string(), user: z.string().exactOptional() })),
  /** When the alarm was last solved: after that, its problem is reported again on the same day. */
  solvedAt: z.number().exactOptional(),
  /** When someone last retried the mail that waits for it; a failure after that is reported again on the same day. */
  retriedAt: z.number().exactOptional(),
  /** The last time that its mail was moved. */
  moved: moveSchema.exactOptional(),
})
type SentAlarm = z.infer<typeof sentAlarmsSchema>

export interface SentAlarms extends Table<SentAlarm> {
  /** When this process last looked whether any alarm is solved, by the steady clock. */
  lookedAt: number
}

export const createSentAlarms = ({ store, team }: WorkspaceStore): SentAlarms => ({
  ...createTable(store, { partition: `${team}/mail.alarms`, schema: sentAlarmsSchema }),
  lookedAt: -Infinity,
})
