import type { Json } from '../../core/json.ts'
import type { Table } from '../../store/typed-table.ts'
import { cardKinds, formatMailTarget } from '../action-ids.ts'
import { digestRef } from '../cards/digest-ref.ts'
import type { EntrypointScope } from '../entrypoints/entrypoint-scope.ts'
import { withoutThread } from '../records/mail/digest.ts'
import type { Mail } from '../records/mail/mail.ts'
import { createMailKey, keptSince } from '../records/mail/mail.ts'
import { formatKeptId } from '../records/mail/mail-store.ts'
import { createThreadKey, type MailThread } from '../records/mail/mail-thread.ts'
import { findDigest } from '../records/mail/placement.ts'
import type { KnownReply } from './thread-age.ts'

/**
 * Deletes a thread with everything that is stored for it: its mails with their words in the index, its replies, its places in lists, and what is known
 * of its messages, which stay in Slack. The thread itself is last: a repetition completes the rest.
 */
export async function deleteThread(
  scope: EntrypointScope,
  id: string,
  { thread, replies }: { thread: MailThread; replies: KnownReply[] },
): Promise<void> {
  const {
    team,
    cards,
    mailStore,
    records: { workIndex, correspondents },
  } = scope
  await deleteMails(scope, thread.mails)
  // Before the replies, which name the inboxes: a repetition finds no deleted reply.
  for (const inboxId of new Set(replies.map(({ reply }) => reply.inboxId)))
    await correspondents.forgetThread(inboxId, id)
  for (const one of replies) await deleteReply(scope, one)
  await leaveDigest(scope, id, findDigest(thread))
  const { snooze: _, ...done } = { ...thread, work: 'done' as const }
  await workIndex.replace(id, done)
  await cards.forget({ team, kind: cardKinds.returned, id })
  for (const reminder of thread.reminders ?? []) await leaveReminder(scope, id, reminder)
  for (const { channel, ts } of await cards.forget({ team, kind: cardKinds.threadHead, id }))
    await remove(mailStore.slackThreads, `${channel}:${ts}`)
  await remove(mailStore.waitingThreads, id)
  await remove(mailStore.threads, id)
}

/** Deletes mails with what is stored for each: its words first, which could not be found without it. */
export async function deleteMails(scope: EntrypointScope, keys: string[]): Promise<void> {
  const { team, cards, mailStore, desk } = scope
  const found: { key: string; mail: Mail }[] = []
  for (const key of keys) {
    const row = await mailStore.mails.get(key)
    if (row) found.push({ key, mail: row.value })
  }
  await desk.wordIndex.remove(found.map(({ key, mail: { at } }) => ({ key, at })))
  for (const { key, mail } of found) {
    for (const kind of [cardKinds.mail, cardKinds.quarantined, cardKinds.files])
      await cards.forget({ team, kind, id: key })
    await leaveDigest(scope, formatMailTarget({ thread: mail.thread, mail: key }), mail.held?.listed?.digest)
    await remove(mailStore.sharedFiles, key)
    await remove(mailStore.waitingQuarantined, key)
    await remove(mailStore.mails, key)
    await remove(mailStore.kept, formatKeptId(keptSince(mail), key))
  }
}

async function deleteReply(scope: EntrypointScope, { id, reply }: KnownReply): Promise<void> {
  const { team, cards, keyedHash, replyStore, placement, outbound } = scope
  const { inboxId, sentId, sentThread } = reply
  if (sentId !== undefined) await replyStore.forgetDelivery(createMailKey(keyedHash, inboxId, sentId))
  if (sentThread !== undefined)
    await placement.threadOrigins.forgetOrigin(createThreadKey(keyedHash, inboxId, sentThread))
  for (const kind of [cardKinds.reply, cardKinds.outcome, cardKinds.paused]) await cards.forget({ team, kind, id })
  await remove(outbound.awaitingReplies, id)
  await remove(replyStore.replies, id)
}

/** Takes a thread or a quarantined mail out of the list that named it. A list without threads is deleted. */
async function leaveDigest(scope: EntrypointScope, thread: string, digest: string | undefined): Promise<void> {
  const { digests } = scope.placement.digestStore
  if (digest === undefined) return
  const left = await digests.update(digest, (known) => known && withoutThread(known, thread))
  if (!left || left.lines.length > 0) return
  await scope.cards.forget(digestRef(scope.team, digest))
  await remove(digests, digest)
}

/** Takes a thread out of a reminder. One without threads, or too old to be edited, is forgotten. */
async function leaveReminder({ team, cards, desk }: EntrypointScope, thread: string, reminder: string): Promise<void> {
  const left = await desk.postedReminders.update(
    reminder,
    (known) => known && { ...known, threads: known.threads.filter((one) => one.thread !== thread) },
  )
  if (left && left.threads.length > 0) return
  await cards.forget({ team, kind: cardKinds.reminder, id: reminder })
  await remove(desk.postedReminders, reminder)
}

async function remove<T extends Json>(table: Pick<Table<T>, 'get' | 'delete'>, id: string): Promise<void> {
  const row = await table.get(id)
  if (row) await table.delete(id, row.version)
}
