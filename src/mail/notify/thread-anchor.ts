import type { CardRef } from '../../slack/outbox/cards.ts'
import { isKnownToBeShared } from '../../slack/outbox/cleared-writes.ts'
import { cardKinds } from '../action-ids.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { type ChannelPlacement, findChannel, findPosted, findReaderChannel } from '../records/mail/placement.ts'
import type { MailScope } from '../mail-scope.ts'

/** The card that is the head of a mail thread in Slack; the first head has no copy number. */
export const threadHeadRef = (team: string, id: string, head: number): CardRef => ({
  team,
  kind: cardKinds.threadHead,
  id,
  ...(head > 0 && { copy: String(head) }),
})

/** The place for posts about this thread: below its current head. */
export const anchorBelowHead = (scope: MailScope, id: string, { channel, head }: ChannelPlacement) => ({
  channel,
  thread: { opId: scope.cards.opId(threadHeadRef(scope.team, id, head)) },
})

/**
 * The place for posts about this mail thread; undefined while it has no Slack thread, or if its channel is shared with another organization. People
 * are then notified by direct message.
 */
export async function findThreadAnchor(scope: MailScope, id: string) {
  const thread = await scope.mailStore.findThread(id)
  // A queued or listed thread has no head, so posts below it would be refused.
  const posted = thread && findPosted(thread)
  if (!posted || (await isKnownToBeShared(scope, posted.channel))) return undefined
  return anchorBelowHead(scope, id, posted)
}

/** Whether a mail thread waits for a channel and its last one is shared with another organization. Its cards there are hidden. */
export async function isHidden(scope: MailScope, thread: MailThread): Promise<boolean> {
  const last = findChannel(thread) === undefined ? findReaderChannel(thread) : undefined
  return last !== undefined && (await isKnownToBeShared(scope, last))
}
