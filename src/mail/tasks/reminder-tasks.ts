import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { readPersonalNotices } from '../../settings/notice-settings.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findChannel } from '../records/mail/placement.ts'
import { findReminder, type ReminderKind, reminderKinds } from '../records/mail/reminder.ts'
import { readReminderDelays } from '../records/reminder-settings.ts'
import type { MailScope } from '../mail-scope.ts'

const reminderSchema = z.object({
  team: z.string(),
  thread: z.string(),
  kind: z.enum(reminderKinds),
  since: z.number(),
  /** Set once the reminder has waited for working hours. */
  isWorkingTime: z.boolean().exactOptional(),
})
export type Reminder = z.infer<typeof reminderSchema>

/** Reminds people of a thread that may have been in one state for too long. Frozen. */
export const reminderTask = taskKind('mail.remind', reminderSchema)

const REMEMBER_MS = 3 * DAY_MS

/** Sends a delayed reminder, one for each state of a thread and each time. */
export const sendReminder = (
  { queue }: Pick<MailScope, 'queue'>,
  reminder: Reminder,
  delayMs: number,
): Promise<void> => {
  const { team, thread, kind, since, isWorkingTime } = reminder
  return queue.send(reminderTask.of(reminder), {
    id: `mail.remind:${team}:${thread}:${kind}:${since}${isWorkingTime ? ':hours' : ''}`,
    delayMs,
    rememberMs: delayMs + REMEMBER_MS,
    isBackground: true,
  })
}

/** How long a thread may stay in this state, in milliseconds; undefined if nobody is reminded. */
export async function readReminderDelay(
  { team, settings }: MailScope,
  kind: ReminderKind,
  thread: MailThread,
): Promise<number | undefined> {
  const { inboxId, owner } = thread
  const channel = findChannel(thread)
  if (channel === undefined) return undefined
  if (kind !== 'mine') return (await readReminderDelays(settings, team, { channel, inboxId }))[kind]
  if (!owner) return undefined
  const { level, reminders } = await readPersonalNotices(settings, team, owner.user)
  return level === 'nothing' || !reminders.isOn ? undefined : reminders.afterMs
}

/** Plans a reminder of a thread that stays in its current state. */
export async function planReminder(scope: MailScope, id: string, thread: MailThread): Promise<void> {
  const state = findReminder(thread)
  const afterMs = state && (await readReminderDelay(scope, state.kind, thread))
  if (!state || afterMs === undefined) return
  const { clock } = scope
  const delayMs = Math.max(0, state.since + clock.scaled(afterMs) - clock.now())
  await sendReminder(scope, { team: scope.team, thread: id, ...state }, delayMs)
}
