import type { MailThread } from '../records/mail/mail-thread.ts'
import type { WaitingThread } from '../records/mail/mail-store.ts'
import { movePlacement, type PlacementEvent } from '../records/mail/move-placement.ts'
import { findWait, isOfLaterVersion } from '../records/mail/placement.ts'
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
  let moved: MailThread | undefined
  const thread = await scope.mailStore.threads.update(id, (now) => {
    before = now
    moved = now && movePlacement(now, event)
    return moved && withListing({ ...moved, ...decided }, id)
  })
  if (!thread) return undefined
  // An event that changes nothing may be a repetition, whose first attempt has written a row that is outdated since.
  if (!moved || (before && findWait(before)) || findWait(thread)) await indexWaiting(scope, id)
  return thread
}

/**
 * Makes the index of waiting threads fit this thread. Tasks and cards change a thread at the same time: a writer repeats a row that it wrote from an
 * older state.
 */
export async function indexWaiting(scope: PlacementScope, id: string): Promise<void> {
  const { mailStore } = scope
  let thread = await mailStore.findThread(id)
  while (!thread || !isOfLaterVersion(thread)) {
    const row = buildWaitingRow(thread)
    await writeWaitingRow(scope, id, row)
    thread = await mailStore.findThread(id)
    if (isSameRow(row, buildWaitingRow(thread))) return
  }
}

function buildWaitingRow(thread: MailThread | undefined): WaitingThread | undefined {
  const wait = thread && findWait(thread)
  if (!wait) return undefined
  const { code, channel } = wait
  return { inboxId: thread.inboxId, code, ...(channel !== undefined && { channel }) }
}

const isSameRow = (one: WaitingThread | undefined, other: WaitingThread | undefined): boolean =>
  one?.code === other?.code && one?.channel === other?.channel

async function writeWaitingRow(
  { mailStore: { waitingThreads } }: PlacementScope,
  id: string,
  row: WaitingThread | undefined,
): Promise<void> {
  if (row) return void (await waitingThreads.update(id, (known) => (isSameRow(known, row) ? undefined : row)))
  const known = await waitingThreads.get(id)
  if (known) await waitingThreads.delete(id, known.version)
}
