import { z } from 'zod'
import { createTable } from '../../../store/typed-table.ts'
import { openEnum } from '../../../store/open-enum.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { reminderKinds } from '../../records/mail/reminder.ts'

/** A reminder that is due, until the message that names it is posted. */
export const dueReminderSchema = z.object({
  thread: z.string(),
  kind: openEnum(reminderKinds),
  since: z.number(),
  /** The message that names the reminder. */
  turn: z.number(),
  /** The person who had claimed the thread, if their claim ended because they are gone or may no longer answer it. */
  former: z.string().exactOptional(),
})
export type DueReminder = z.infer<typeof dueReminderSchema>

/** The due reminders of each channel and person. */
export const createDueReminders =
  ({ store, team }: WorkspaceStore) =>
  (target: string) =>
    createTable(store, { partition: `${team}/mail.due-${target}`, schema: dueReminderSchema })
export type DueReminders = ReturnType<typeof createDueReminders>
