import { cardKinds } from '../action-ids.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findChannel } from '../records/mail/placement.ts'
import type { PlacementScope } from './placement-scope.ts'

const MAX_REFRESHED = 50

/** Shows in the channel that a mail thread has left that it moved; does nothing for a thread that has always been in its channel. Safe to repeat. */
export async function showMoved({ team, cards }: PlacementScope, id: string, thread: MailThread): Promise<void> {
  const channel = findChannel(thread)
  const { last } = thread.placement
  if (channel === undefined || last === undefined || last.channel === channel) return
  await cards.refreshOutside({ team, kind: cardKinds.threadHead, id }, channel)
  for (const key of thread.mails.slice(-MAX_REFRESHED))
    await cards.refreshOutside({ team, kind: cardKinds.mail, id: key }, channel)
  for (const reply of thread.replies.slice(-MAX_REFRESHED))
    await cards.refreshOutside({ team, kind: cardKinds.reply, id: reply.id }, channel)
}
