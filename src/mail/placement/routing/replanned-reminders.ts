import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { ownReminderSettings } from '../../../settings/notice-settings.ts'
import type { Setting } from '../../../settings/setting.ts'
import { formatInboxId } from '../../access/mail-acts.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { findReminder, type ReminderKind, reminderKinds } from '../../records/mail/reminder.ts'
import { reminderSettings } from '../../records/reminder-settings.ts'
import { isSameInbox } from '../../records/routing/mail-rule.ts'
import { planReminder } from '../../tasks/reminder-tasks.ts'
import type { PlacementScope } from '../placement-scope.ts'

const THREADS_PER_PAGE = 100

const replanSchema = z.object({
  team: z.string(),
  /** The channel or the person whose list is read. */
  target: z.string(),
  kind: z.enum(reminderKinds),
  changedAt: z.number(),
  /** Set after a change for one inbox. */
  inbox: z.string().exactOptional(),
  after: z.string().exactOptional(),
})
type Replan = z.infer<typeof replanSchema>

/** Plans reminders of the email that waits when a setting changes, page by page. Frozen. */
const replanTask = taskKind('mail.replan_reminders', replanSchema)

/** Plans reminders of waiting email after a change of settings. */
export const replannedRemindersFeature: ScopedFeature<PlacementScope> = {
  tasks: [
    scopedHandler(replanTask, planPage, (scope, _task, failure) =>
      noticeFailedThreadTask(scope, { thread: undefined }, failure),
    ),
  ],
}

/** The settings for reminders. Once one is switched on or made earlier, it also applies to email that already waits. */
export const declareReminderSettings = (scope: PlacementScope): Setting[] =>
  [...reminderSettings, ...ownReminderSettings].map((setting) => {
    const kind = findKind(setting)
    return kind
      ? { ...setting, afterSave: (id, { at }) => replan(scope, setting, { kind, id, changedAt: at }) }
      : setting
  })

function findKind({ scope, name }: Setting): ReminderKind | undefined {
  if (scope === 'person') return 'mine'
  if (name === 'unclaimedAfter') return 'unclaimed'
  return name === 'waitingAfter' ? 'waiting' : undefined
}

async function replan(
  scope: PlacementScope,
  setting: Setting,
  { kind, id, changedAt }: { kind: ReminderKind; id: string; changedAt: number },
): Promise<void> {
  const { team, records } = scope
  if (setting.scope !== 'inbox') return sendReplan(scope, { team, target: id, kind, changedAt })
  for (const target of await records.workIndex.listChannels())
    await sendReplan(scope, { team, target, kind, changedAt, inbox: id })
}

const sendReplan = (scope: PlacementScope, task: Replan): Promise<void> => {
  const { team, target, kind, changedAt, inbox, after } = task
  const of = inbox === undefined ? '' : `:${formatInboxId(scope, inbox)}`
  return scope.queue.send(replanTask.of(task), {
    id: `mail.replan_reminders:${team}:${target}:${kind}:${changedAt}${of}:${after ?? ''}`,
    isBackground: true,
  })
}

async function planPage(scope: PlacementScope, task: Replan): Promise<void> {
  const { target, kind, changedAt, inbox, after } = task
  const list = kind === 'waiting' ? 'waiting' : 'open'
  const entries = scope.records.workIndex.entries({ scope: target, list })
  const { rows, next } = await entries.list({ limit: THREADS_PER_PAGE, ...(after !== undefined && { after }) })
  for (const { value } of rows) {
    const thread = await scope.mailStore.findThread(value.thread)
    if (!thread || findReminder(thread)?.kind !== kind) continue
    if (inbox === undefined || isSameInbox(thread.inboxId, inbox))
      await planReminder(scope, value.thread, thread, { changedAt })
  }
  if (next !== undefined) return sendReplan(scope, { ...task, after: next })
}
