import type { CardRef } from '../../slack/outbox/cards.ts'
import { cardKinds } from '../action-ids.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { hasChannel } from '../records/mail/placement.ts'
import { noticeMove } from './notice-move.ts'
import type { PlacementScope } from './placement-scope.ts'
import { closeWaitingNotices } from './waiting-notices.ts'
import { withdrawNotices } from './withdraw-notices.ts'

const MAX_REFRESHED = 50

/** The cards of a thread that follow it to another channel, without their copies: its head, and the newest mails and replies. */
const listCards = ({ team }: PlacementScope, id: string, { mails, replies }: MailThread): CardRef[] => [
  { team, kind: cardKinds.threadHead, id },
  ...mails.slice(-MAX_REFRESHED).map((key) => ({ team, kind: cardKinds.mail, id: key })),
  ...replies.slice(-MAX_REFRESHED).map((reply) => ({ team, kind: cardKinds.reply, id: reply.id })),
]

/**
 * Shows on the earlier cards of a mail thread where it is: that it moved in the channel that it has left, and its state where it was before and is
 * again; notifies the person responsible for it. Closes the notices that show its mail as waiting. Does nothing else for a thread that has always been
 * in its channel. Safe to repeat.
 */
export async function showMoved(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  if (!hasChannel(thread)) return
  await closeWaitingNotices(scope, id, thread)
  const { last, head, channel } = thread.placement
  if (last === undefined || last.channel === channel) return
  for (const ref of listCards(scope, id, thread))
    await scope.cards.refreshOthers({ ...ref, ...(head > 0 && { copy: String(head) }) })
  await noticeMove(scope, id, thread)
}

/** Hides the cards of a mail thread that waits because its channel is shared with another organization, and withdraws its notices. Safe to repeat. */
export async function hideCards(scope: PlacementScope, id: string, thread: MailThread): Promise<void> {
  for (const ref of listCards(scope, id, thread)) await scope.cards.refresh(ref)
  await withdrawNotices(scope, id, thread)
}
