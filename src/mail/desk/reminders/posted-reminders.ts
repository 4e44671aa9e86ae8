import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import { openEnum } from '../../../store/open-enum.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { reminderKinds } from '../../records/mail/reminder.ts'

export const postedReminderSchema = z.object({
  /** The channel or the person who is reminded. */
  target: z.string(),
  threads: z.array(
    z.object({
      thread: z.string(),
      kind: openEnum(reminderKinds),
      /** The person whose claim ended because they are gone or may no longer answer the thread. */
      former: z.string().exactOptional(),
    }),
  ),
})
/** A message that reminds a channel or a person of threads. */
export type PostedReminder = z.infer<typeof postedReminderSchema>

/** Older messages are not edited. */
const KEPT_MS = 30 * DAY_MS

/** The reminders of the last 30 days, by target and number. */
export const createPostedReminders = ({ store, team }: WorkspaceStore) =>
  createTable(store, { partition: `${team}/mail.reminders`, schema: postedReminderSchema, ttlMs: KEPT_MS })
export type PostedReminders = ReturnType<typeof createPostedReminders>

/** Adds threads to what a reminder names. Each is named once. */
export function addToReminder(known: PostedReminder | undefined, added: PostedReminder): PostedReminder {
  const isNew = ({ thread }: PostedReminder['threads'][number]) => !known?.threads.some((one) => one.thread === thread)
  return { ...added, threads: [...(known?.threads ?? []), ...added.threads.filter(isNew)] }
}
