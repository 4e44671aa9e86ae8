import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import { readPersonalNotices } from '../../settings/notice-settings.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findChannel } from '../records/mail/placement.ts'
import { findReminder, type ReminderKind, reminderKinds, wasReminded } from '../records/mail/reminder.ts'
import { readReminderDelays } from '../records/reminder-settings.ts'
import type { MailScope } from '../mail-scope.ts'

const reminderSchema = z.object({
  team: z.string(),
  thread: z.string(),
  kind: z.enum(reminderKinds),
  since: z.number(),
  /** Set once the reminder has waited for working hours. */
  isWorkingTime: z.boolean().exactOptional(),
  /** The head of a thread that waited for a channel: its earlier reminder may have fallen due while no channel showed it. */
  head: z.number().exactOptional(),
  /** When a setting was changed that this reminder is planned for: the earlier one may be due later, or not be planned. */
  changedAt: z.number().exactOptional(),
  /** When the reminder was last put off, because a scheduled reply is going to answer the mail. */
  putOffAt: z.number().exactOptional(),
})
export type Reminder = z.infer<typeof reminderSchema>

/** Reminds people of a thread that may have been in one state for too long. Frozen. */
export const reminderTask = taskKind('mail.remind', reminderSchema)

const REMEMBER_MS = 3 * DAY_MS

/** Sends a delayed reminder, one for each state of a thread and each time, and again for each `head` and change of a setting. */
export const sendReminder = (
  { queue }: Pick<MailScope, 'queue'>,
  reminder: Reminder,
  delayMs: number,
): Promise<void> => {
  const { team, thread, kind, since, isWorkingTime, head, changedAt, putOffAt } = reminder
  const id = `mail.remind:${team}:${thread}:${kind}:${since}${isWorkingTime ? ':hours' : ''}`
  return queue.send(reminderTask.of(reminder), {
    id: [
      `${id}${head === undefined ? '' : `:${head}`}${changedAt === undefined ? '' : `:set-${changedAt}`}`,
      ...(putOffAt === undefined ? [] : [`off-${putOffAt}`]),
    ].join(':'),
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

/** Why a reminder is planned again: a new head of a thread that waited for a channel, or a changed setting. */
type PlanCause = Pick<Reminder, 'head' | 'changedAt'>

/** Plans a reminder of a thread that stays in its current state; once more for each cause, unless people were reminded of the state before. */
export async function planReminder(
  scope: MailScope,
  id: string,
  thread: MailThread,
  cause: PlanCause = {},
): Promise<void> {
  const state = findReminder(thread)
  const afterMs = state && (await readReminderDelay(scope, state.kind, thread))
  const isRepeat = Object.keys(cause).length > 0
  if (!state || afterMs === undefined || (isRepeat && wasReminded(thread, state))) return
  const { clock } = scope
  const delayMs = Math.max(0, state.since + clock.scaled(afterMs) - clock.now())
  await sendReminder(scope, { team: scope.team, thread: id, ...state, ...cause }, delayMs)
}
