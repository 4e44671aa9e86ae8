import type { MailThread } from './mail-thread.ts'
import { findChannel } from './placement.ts'

/** Kinds of reminders: of mail that nobody has claimed, that its owner has not answered, or that the other side has not answered. */
export const reminderKinds = ['unclaimed', 'mine', 'waiting'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** A state of a thread, which causes at most one reminder; another state causes another reminder. */
export interface ReminderState {
  kind: ReminderKind
  since: number
}

/** Returns the state that people may be reminded of; undefined while nobody has to act. */
export function findReminder(thread: MailThread): ReminderState | undefined {
  const { work, workAt, owner, snooze, muted } = thread
  if (findChannel(thread) === undefined || work === 'done' || snooze || muted) return undefined
  if (work === 'waiting') return { kind: 'waiting', since: workAt ?? 0 }
  // A thread with only automatic mail waits for nobody.
  if (!owner) return workAt === undefined ? undefined : { kind: 'unclaimed', since: workAt }
  return { kind: 'mine', since: Math.max(workAt ?? 0, owner.at) }
}

/** Whether people were reminded of this state. */
export const wasReminded = ({ reminded }: MailThread, { kind, since }: { kind: string; since: number }): boolean =>
  reminded?.kind === kind && reminded.since === since

/** Whether a thread is still in the state of a reminder. */
export function isStill(thread: MailThread, { kind, since }: { kind: string; since: number }): boolean {
  const now = findReminder(thread)
  return now?.kind === kind && now.since === since
}

/** Older reminders of a thread are no longer edited. */
const REMINDERS_KEPT = 5

/**
 * Returns the thread with the state that people are reminded of, and the reminder that names it; undefined if it has another state by now, or is marked
 * already.
 */
export function withReminded(
  thread: MailThread | undefined,
  { kind, since }: ReminderState,
  reminder: string,
): MailThread | undefined {
  if (!thread || !isStill(thread, { kind, since })) return undefined
  if (wasReminded(thread, { kind, since }) && thread.reminders?.includes(reminder)) return undefined
  const earlier = (thread.reminders ?? []).filter((one) => one !== reminder)
  return { ...thread, reminded: { kind, since }, reminders: [...earlier, reminder].slice(-REMINDERS_KEPT) }
}
