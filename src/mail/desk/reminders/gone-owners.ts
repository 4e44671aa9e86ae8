import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { isUnable } from '../../access/may-work.ts'
import { findLeavingPerson, LEAVING_DELAY_MS, leavingEvents } from '../../notify/leaving-people.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'
import { listWriters, type MailThread, withWriters } from '../../records/mail/mail-thread.ts'
import { findReminder } from '../../records/mail/reminder.ts'
import { withThreadAct } from '../../records/mail/thread-changes.ts'
import { workLists } from '../../records/mail/work-lists.ts'
import { ownerCheckTask, sendCheckOwner } from '../../tasks/check-owner-task.ts'
import type { DeskScope } from '../desk-scope.ts'
import { keepDueInWorkingTime } from './remind.ts'

/** Releases what a person has claimed who leaves the workspace or the channel, or becomes a guest. The channel gets a reminder for it. */
export const goneOwnersFeature: ScopedFeature<DeskScope> = {
  listen(slack) {
    for (const type of leavingEvents)
      slack.event(type, async ({ team, queue }, { event, eventId }) => {
        const user = findLeavingPerson(type, event)
        if (user !== undefined) await sendCheckOwner(queue, { team, user }, eventId, LEAVING_DELAY_MS)
      })
  },
  tasks: [
    scopedHandler(
      ownerCheckTask,
      (scope: DeskScope, { user, thread }, { id }) =>
        thread === undefined ? checkClaims(scope, user, id) : releaseGoneOwner(scope, thread),
      (scope, { thread }, failure) => noticeFailedThreadTask(scope, { thread }, failure),
    ),
  ],
}

async function checkClaims({ team, queue, records: { workIndex } }: DeskScope, user: string, cause: string) {
  for (const list of workLists)
    for await (const { value } of workIndex.entries({ scope: user, list }).all())
      await sendCheckOwner(queue, { team, user, thread: value.thread }, cause)
}

/**
 * Releases a thread that is not done if its owner is gone or may no longer answer it. Its channel is reminded once, in its working time: the claim has
 * kept it from being reminded.
 */
async function releaseGoneOwner(scope: DeskScope, id: string): Promise<void> {
  const { team, clock, mailStore } = scope
  const found = await mailStore.findThread(id)
  const gone = found?.owner?.user
  if (!found || gone === undefined || found.work === 'done') return undefined
  if (!(await isUnable(scope, gone, found))) return undefined
  // A form that they have open can't send anything now.
  const release = (thread: MailThread) =>
    withThreadAct(
      withWriters(
        thread,
        listWriters(thread).filter(({ user }) => user !== gone),
      ),
      { verb: 'release', user: gone, at: clock.now() },
    )
  const state = findReminder(release(found))
  // Before the release: after a crash in between, it would not be sent.
  if (state?.kind === 'unclaimed') await keepDueInWorkingTime(scope, { team, thread: id, ...state }, found, gone)
  await changeThread(scope, id, (now) => (now.owner?.user === gone && now.work !== 'done' ? release(now) : undefined))
}
