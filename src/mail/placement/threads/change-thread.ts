import { cardKinds } from '../../action-ids.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import { withDone } from '../../records/mail/digest.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findDigest } from '../../records/mail/placement.ts'
import { withListing } from '../../records/mail/work-lists.ts'
import { planReminder } from '../../tasks/reminder-tasks.ts'
import type { PlacementScope } from '../placement-scope.ts'

/**
 * Changes a mail thread, updates its lists and refreshes its card and its reminders. Call it only from a task in the thread's lane. Lists and card are
 * updated even if `change` returns undefined, because an earlier attempt may have crashed in between. Returns the thread afterwards; undefined if there
 * is none.
 */
export async function changeThread(
  scope: PlacementScope,
  id: string,
  change: (thread: MailThread) => MailThread | undefined,
): Promise<MailThread | undefined> {
  const {
    team,
    mailStore,
    cards,
    slices: { refreshHome },
  } = scope
  let before: MailThread | undefined
  const thread = await mailStore.threads.update(id, (now) => {
    before = now
    const next = now && change(now)
    return next && withListing(next, id)
  })
  if (!thread) return undefined
  await listThread(scope, id, thread)
  await cards.refresh({ team, kind: cardKinds.threadHead, id })
  await refreshMailBelow(scope, thread.mails.at(-1))
  if (thread.returned) await cards.refresh({ team, kind: cardKinds.returned, id })
  for (const reminder of thread.reminders ?? []) await cards.refresh({ team, kind: cardKinds.reminder, id: reminder })
  const seenBy = [before, thread]
    .flatMap((one) => [one?.owner?.user, one?.snooze?.by])
    .filter((user) => user !== undefined)
  await refreshHome(team, [...new Set(seenBy)])
  return thread
}

/** Refreshes a mail below the head: the newest one shows the state of its thread, and the one before it no longer does. */
export async function refreshMailBelow(
  { team, cards }: Pick<PlacementScope, 'cards' | 'team'>,
  key: string | undefined,
): Promise<void> {
  if (key !== undefined) await cards.refresh({ team, kind: cardKinds.mail, id: key })
}

/** Puts a thread, with the notes of `withListing`, into the lists of waiting mail, and plans its reminder. */
export async function listThread(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  const {
    mailStore,
    records: { workIndex },
  } = scope
  await planReminder(scope, id, thread)
  await markInDigest(scope, id, thread)
  const old = await workIndex.replace(id, thread)
  if (old.length === 0) return
  await mailStore.threads.update(id, (now) =>
    now?.listed ? { ...now, listed: now.listed.filter((one) => !old.includes(one)) } : undefined,
  )
}

/** Shows in a thread's digest whether the thread is done. */
async function markInDigest(
  { team, cards, placement: { digestStore } }: PlacementScope,
  id: string,
  thread: MailThread,
): Promise<void> {
  const digest = findDigest(thread)
  if (digest === undefined) return
  await digestStore.digests.update(digest, (known) => known && withDone(known, id, thread.work === 'done'))
  await cards.refresh(digestRef(team, digest))
}
