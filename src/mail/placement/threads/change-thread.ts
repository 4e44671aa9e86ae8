import { cardKinds } from '../../action-ids.ts'
import { digestRef } from '../../cards/digest-ref.ts'
import { withDone } from '../../records/mail/digest.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { withListing } from '../../records/mail/work-lists.ts'
import { planReminder } from '../../tasks/reminder-tasks.ts'
import type { PlacementServices } from '../placement-services.ts'

/**
 * Changes a mail thread, lists it where it belongs now and shows it on its card; call it only from a task in the thread's lane. Listed and shown
 * even if `change` returns undefined, because an earlier attempt may have crashed in between. Returns the thread afterwards; undefined if there is
 * none.
 */
export async function changeThread(
  services: PlacementServices,
  team: string,
  id: string,
  change: (thread: MailThread) => MailThread | undefined,
): Promise<MailThread | undefined> {
  const {
    mailStore,
    cards,
    slices: { refreshHome },
  } = services
  let before: MailThread | undefined
  const thread = await mailStore.threads(team).update(id, (now) => {
    before = now
    const next = now && change(now)
    return next && withListing(next, id)
  })
  if (!thread) return undefined
  await listThread(services, team, id, thread)
  await cards.refresh({ team, kind: cardKinds.threadHead, id })
  await refreshMailBelow(services, team, thread.mails.at(-1))
  const seenBy = [before, thread]
    .flatMap((one) => [one?.owner?.user, one?.snooze?.by])
    .filter((user) => user !== undefined)
  await refreshHome(team, [...new Set(seenBy)])
  return thread
}

/** A mail below the head: the newest one shows the state of its thread, and the one before it no longer does. */
export async function refreshMailBelow(
  { cards }: Pick<PlacementServices, 'cards'>,
  team: string,
  key: string | undefined,
): Promise<void> {
  if (key !== undefined) await cards.refresh({ team, kind: cardKinds.mail, id: key })
}

/** Puts a thread, with the notes of `withListing`, into the lists of what waits, and plans a reminder of it. */
export async function listThread(
  services: PlacementServices,
  team: string,
  id: string,
  thread: MailThread,
): Promise<void> {
  const {
    mailStore,
    records: { workIndex },
  } = services
  await planReminder(services, team, id, thread)
  await markInDigest(services, team, id, thread)
  const old = await workIndex.replace(team, id, thread)
  if (old.length === 0) return
  await mailStore
    .threads(team)
    .update(id, (now) => (now?.listed ? { ...now, listed: now.listed.filter((one) => !old.includes(one)) } : undefined))
}

/** The digest that lists a thread says whether it is done. */
async function markInDigest(
  { cards, placement: { digestStore } }: PlacementServices,
  team: string,
  id: string,
  { digest, work }: MailThread,
): Promise<void> {
  if (digest === undefined) return
  await digestStore.digests(team).update(digest, (known) => known && withDone(known, id, work === 'done'))
  await cards.refresh(digestRef(team, digest))
}
