import type { ScopedCardKind } from '../../../scoped-feature.ts'
import { MESSAGE_GONE } from '../../../slack/api/slack-errors.ts'
import { cardKinds } from '../../action-ids.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { findReminder } from '../../records/mail/reminder.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import type { DeskScope } from '../desk-scope.ts'
import type { PostedReminder } from './posted-reminders.ts'
import { buildReminder, type RemindedThread } from './reminder-message.ts'
import { isAnswerScheduled } from '../work/unsent-reply.ts'

/** Whether a reminder goes to a person, not to a channel. */
export const isPersonal = (target: string): boolean => !/^[CG]/.test(target)

/** Shows a reminder, and what has become of its threads since. */
export const reminderCard: ScopedCardKind<DeskScope> = {
  kind: cardKinds.reminder,
  async render(scope, id) {
    const reminder = (await scope.desk.postedReminders.get(id))?.value
    if (!reminder) return undefined
    const { target } = reminder
    return buildReminder(scope, { target, isPerson: isPersonal(target) }, await readThreads(scope, reminder))
  },
  async onLost(scope, id, { code, channel }) {
    const reminder = (await scope.desk.postedReminders.get(id))?.value
    if (!reminder || MESSAGE_GONE.has(code) || isPersonal(reminder.target)) return
    await placeElsewhere(
      scope,
      channel,
      reminder.threads.map(({ thread }) => thread),
    )
  },
}

/** Reads the threads of a reminder that its readers may see: those that are still in the channel, or that the person can read. */
async function readThreads(scope: DeskScope, { target, threads }: PostedReminder): Promise<RemindedThread[]> {
  const { team, mailStore, access } = scope
  const found = await Promise.all(
    threads.map(async ({ thread: id, kind, former }): Promise<RemindedThread | undefined> => {
      const thread = await mailStore.findThread(id)
      const channel = thread && findChannel(thread)
      if (!thread || channel === undefined) return undefined
      if (isPersonal(target) ? !(await access.mayRead(team, target, channel)) : channel !== target) return undefined
      const isSame = findReminder(thread)?.kind === kind && (!isPersonal(target) || thread.owner?.user === target)
      // The scheduled reply of a person whose claim ended may never be sent.
      const needsNobody = kind !== 'waiting' && former === undefined && (await isAnswerScheduled(scope, thread))
      const isDue = isSame && !needsNobody
      return { id, thread, source: { scope: target, list: kind === 'waiting' ? 'waiting' : 'open' }, isDue, former }
    }),
  )
  return found.filter((one) => one !== undefined)
}

/**
 * Parks the threads of a channel that accepts no reminder, or that another organization reads, where a reminder would show their subjects, and alerts
 * the admins. The threads are reminded of where they go on.
 */
export async function placeElsewhere(scope: DeskScope, from: string, threads: string[]): Promise<void> {
  const { team, mailStore, queue, clock } = scope
  for (const id of threads) {
    const thread = await mailStore.findThread(id)
    if (!thread || findChannel(thread) !== from) continue
    await mailStore.threads.update(id, (now) => {
      if (!now?.reminded) return undefined
      const { reminded: _, ...rest } = now
      return rest
    })
    await sendPostThread(queue, team, id, clock.now())
  }
}
