import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { findWorkingMoment } from '../../../core/zoned-time.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import { readPersonalNotices } from '../../../settings/notice-settings.ts'
import { cardKinds } from '../../action-ids.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { isStill, wasReminded, withReminded } from '../../records/mail/reminder.ts'
import type { DueReminder } from './due-reminders.ts'
import { readReminderTimes, readWorkspaceZone } from '../../records/reminder-settings.ts'
import { isKnownToBeShared } from '../../../slack/outbox/cleared-writes.ts'
import { sendCheckOwner } from '../../tasks/check-owner-task.ts'
import { isUnable } from '../../access/may-work.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { readReminderDelay, type Reminder, reminderTask, sendReminder } from '../../tasks/reminder-tasks.ts'
import type { DeskScope } from '../desk-scope.ts'
import { isAnswerScheduled } from '../work/unsent-reply.ts'
import { addToReminder } from './posted-reminders.ts'
import { isPersonal, placeElsewhere, reminderCard } from './reminder-card.ts'

/** Posts the due reminders of a channel or a person as one message. Frozen. */
const dueTask = taskKind(
  'mail.remind_all',
  z.object({
    team: z.string(),
    target: z.string(),
    turn: z.number(),
    /** Set by earlier versions if the channel refused the message about these threads: they go elsewhere, and so do their reminders. */
    refused: z.array(z.string()).exactOptional(),
  }),
)

/** Reminders that fall due within the same quarter of an hour become one message, so nobody is notified every few minutes. */
const GATHER_MS = 15 * 60_000
/** Makes the message come after the last reminder of its period is stored. */
const MARGIN_MS = 60_000

/** Reminds channels and people of mail that has waited too long, once per state, in their working time. */
export const remindFeature: ScopedFeature<DeskScope> = {
  tasks: [
    scopedHandler(reminderTask, collectReminder, noticeFailedThreadTask),
    scopedHandler(
      dueTask,
      (scope, { target, turn, refused }) =>
        refused ? placeElsewhere(scope, target, refused) : postReminders(scope, target, turn),
      (scope, _task, failure) => noticeFailedThreadTask(scope, { thread: undefined }, failure),
    ),
  ],
  cards: [reminderCard],
}

/** Drops a reminder of a state that is over, and delays the others until working hours. */
async function collectReminder(scope: DeskScope, reminder: Reminder): Promise<void> {
  const { thread: id, kind, since } = reminder
  const { clock, mailStore } = scope
  const thread = await mailStore.findThread(id)
  if (!thread || !isStill(thread, reminder) || wasReminded(thread, reminder)) return undefined
  if (kind === 'mine' && (await checkOwner(scope, id, thread, since))) return undefined
  if (await putOff(scope, reminder, thread)) return undefined
  const afterMs = await readReminderDelay(scope, kind, thread)
  if (afterMs === undefined) return undefined
  const now = clock.now()
  if (reminder.isWorkingTime) return keepDue(scope, reminder, thread)
  // The delay may have been made longer since; then the reminder is not due yet.
  const dueAt = Math.max(now, since + clock.scaled(afterMs))
  const waitMs = clock.scaled((await findTime(scope, kind, thread, dueAt)) - dueAt)
  const delayMs = dueAt - now + waitMs
  if (delayMs > 0) return sendReminder(scope, { ...reminder, isWorkingTime: true }, delayMs)
  return keepDue(scope, reminder, thread)
}

/** Delays the reminder of a thread while a scheduled reply is going to answer it; false if none is. The reply may be taken back before its time. */
async function putOff(scope: DeskScope, reminder: Reminder, thread: MailThread): Promise<boolean> {
  const { clock } = scope
  if (reminder.kind === 'waiting' || !(await isAnswerScheduled(scope, thread))) return false
  const afterMs = await readReminderDelay(scope, reminder.kind, thread)
  const { isWorkingTime: _, ...again } = reminder
  if (afterMs !== undefined) await sendReminder(scope, { ...again, putOffAt: clock.now() }, clock.scaled(afterMs))
  return true
}

/** Whether the owner of a thread is gone or may no longer answer it: it is then released, and its channel is reminded instead. */
async function checkOwner(scope: DeskScope, id: string, thread: MailThread, since: number): Promise<boolean> {
  const { owner } = thread
  if (!owner || !(await isUnable(scope, owner.user, thread))) return false
  await sendCheckOwner(scope.queue, { team: scope.team, user: owner.user, thread: id }, `due-${since}`)
  return true
}

/** The next moment of working time: the owner's for their own mail, otherwise the channel's. */
async function findTime(
  { team, settings, people }: DeskScope,
  kind: Reminder['kind'],
  thread: MailThread,
  at: number,
): Promise<number> {
  const { owner } = thread
  if (kind === 'mine' && owner) {
    const { working } = await readPersonalNotices(settings, team, owner.user)
    const { timeZone } = await people.person(team, owner.user, { isShownOnly: true })
    return findWorkingMoment(at, working, timeZone ?? (await readWorkspaceZone(settings, team)))
  }
  const { working, timeZone } = await readReminderTimes(settings, team, findChannel(thread) ?? '')
  return findWorkingMoment(at, working, timeZone)
}

/** Adds a reminder of a thread that this person had claimed to the next message to its channel in the channel's working time. */
export async function keepDueInWorkingTime(
  scope: DeskScope,
  reminder: Reminder,
  record: MailThread,
  former: string,
): Promise<void> {
  const now = scope.clock.now()
  const waitMs = scope.clock.scaled((await findTime(scope, reminder.kind, record, now)) - now)
  return keepDue(scope, reminder, record, { waitMs, former })
}

/** Adds a reminder to the next message to its channel or person after this wait. */
async function keepDue(
  { queue, clock, desk: { dueReminders } }: DeskScope,
  { team, thread, kind, since }: Reminder,
  record: MailThread,
  { waitMs = 0, former }: { waitMs?: number; former?: string } = {},
): Promise<void> {
  const target = (kind === 'mine' ? record.owner?.user : findChannel(record)) ?? ''
  const gatherMs = clock.scaled(GATHER_MS)
  const now = clock.now()
  const turn = Math.floor((now + waitMs) / gatherMs)
  const due: DueReminder = { thread, kind, since, turn, ...(former !== undefined && { former }) }
  const kept = await dueReminders(target).update(`${thread}.${kind}`, (known) =>
    known?.since === since && (former === undefined || known.former === former) ? undefined : due,
  )
  await queue.send(dueTask.of({ team, target, turn: kept?.turn ?? turn }), {
    id: `mail.remind_all:${team}:${target}:${kept?.turn ?? turn}`,
    lane: `mail.remind:${team}:${target}`,
    delayMs: (turn + 1) * gatherMs - now + clock.scaled(MARGIN_MS),
  })
}

async function postReminders(scope: DeskScope, target: string, turn: number): Promise<void> {
  const {
    team,
    mailStore,
    access,
    cards,
    desk: { dueReminders, postedReminders },
  } = scope
  const rows: { id: string; version: number }[] = []
  const found: DueReminder[] = []
  for await (const { id, value, version } of dueReminders(target).all()) {
    // Includes reminders of an earlier turn whose task was given up; a later turn has its own task.
    if (value.turn > turn) continue
    rows.push({ id, version })
    const thread = await mailStore.findThread(value.thread)
    const channel = thread && findChannel(thread)
    if (channel === undefined || !thread || !isStill(thread, value)) continue
    if (isPersonal(target) && (await checkOwner(scope, value.thread, thread, value.since))) continue
    const { thread: waits, kind, since, former } = value
    const reminder = { team, thread: waits, kind, since }
    if (former === undefined && (await putOff(scope, reminder, thread))) continue
    if (isPersonal(target) && !(await access.mayRead(team, target, channel))) continue
    found.push(value)
  }
  if (!isPersonal(target) && found.length > 0 && (await isKnownToBeShared(scope, target))) {
    await placeElsewhere(
      scope,
      target,
      found.map(({ thread }) => thread),
    )
  } else if (found.length > 0) {
    const id = `${target}-${turn}`
    const threads = found.map(({ thread, kind, former }) => ({ thread, kind, ...(former !== undefined && { former }) }))
    let isRepeat = false
    // Before the marks, which have each change of a thread refresh it. A repetition may find fewer reminders that are due.
    await postedReminders.update(id, (known) => {
      isRepeat = known !== undefined
      return addToReminder(known, { target, threads })
    })
    // Marked before the post, which may be refused immediately. A repeat posts again, whatever is marked.
    for (const due of found) await mailStore.threads.update(due.thread, (now) => withReminded(now, due, id))
    const card = { team, kind: cardKinds.reminder, id }
    await cards.show(card, { channel: target })
    if (isRepeat) await cards.refresh(card)
  }
  for (const { id, version } of rows) await dueReminders(target).delete(id, version)
}
