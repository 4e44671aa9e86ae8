import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { listWriters, withWriters } from '../../records/mail/mail-thread.ts'
import type { DeskScope } from '../desk-scope.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'
import { sendWriting, type WritingChange, writingTask } from '../../tasks/writing-task.ts'

const WRITING_MS = 10 * 60_000

/** Shows on the card of a thread who is writing an answer, which prevents a second one. */
export const showWritingFeature: ScopedFeature<DeskScope> = {
  tasks: [scopedHandler(writingTask, showWriting)],
}

async function showWriting(scope: DeskScope, change: WritingChange): Promise<void> {
  const { team, user, thread: id, form } = change
  const now = scope.clock.now()
  // Nobody is shown a forward, but its thread is kept.
  if (change.isForward)
    return void (await scope.mailStore.threads.update(id, (known) => known && { ...known, formAt: now }))
  let until = 0
  const thread = await changeThread(scope, id, (known) => {
    const writers = listWriters(known)
    const others = writers.filter((one) => one.until > now && one.user !== user)
    const mine = writers.find((one) => one.user === user)
    if (form === 'opened') {
      // Later than every other end, because the end identifies the task that clears it.
      until = Math.max(now + scope.clock.scaled(WRITING_MS), ...writers.map((one) => one.until + 1))
      return { ...withWriters(known, [...others, { user, until }]), formAt: now }
    }
    return mine && (form === 'closed' || mine.until === change.until) ? withWriters(known, others) : undefined
  })
  if (form === 'opened' && thread)
    await sendWriting(
      scope.queue,
      `${id}:${until}`,
      { team, user, thread: id, form: 'over', until },
      Math.max(0, until - now),
    )
}
