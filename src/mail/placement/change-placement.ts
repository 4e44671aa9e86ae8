import type { MailThread } from '../records/mail/mail-thread.ts'
import { movePlacement, type PlacementEvent } from '../records/mail/move-placement.ts'
import { findWait } from '../records/mail/placement.ts'
import { withListing } from '../records/mail/work-lists.ts'
import type { PlacementScope } from './placement-scope.ts'

/**
 * Moves a mail thread, and changes the decisions of its route at the same time. Returns the thread afterwards, also if the event is impossible in its
 * placement; undefined if there is no thread. A repetition after a crash updates the index of waiting threads.
 */
export async function changePlacement(
  scope: PlacementScope,
  id: string,
  event: PlacementEvent,
  decided: Pick<MailThread, 'owner' | 'group' | 'muted' | 'why'> = {},
): Promise<MailThread | undefined> {
  let before: MailThread | undefined
  const thread = await scope.mailStore.threads.update(id, (now) => {
    before = now
    const moved = now && movePlacement(now, event)
    return moved && withListing({ ...moved, ...decided }, id)
  })
  if (!thread) return undefined
  if (event.do === 'show' || (before && findWait(before)) || findWait(thread)) await indexWaiting(scope, id, thread)
  return thread
}

/** Updates the index of the threads that wait for a channel to match this thread. */
export async function indexWaiting(
  { mailStore: { waitingThreads } }: PlacementScope,
  id: string,
  thread: MailThread,
): Promise<void> {
  const wait = findWait(thread)
  if (wait) {
    const { code, channel } = wait
    const row = { inboxId: thread.inboxId, code, ...(channel !== undefined && { channel }) }
    await waitingThreads.update(id, (known) =>
      known && known.code === code && known.channel === channel ? undefined : row,
    )
    return
  }
  const row = await waitingThreads.get(id)
  if (row) await waitingThreads.delete(id, row.version)
}
