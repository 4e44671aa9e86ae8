import type { Action } from '../../../slack/inbound/listeners.ts'
import { findConversationRefusalSoon } from '../../access/mail-acts.ts'
import { parseMailTarget } from '../../action-ids.ts'
import { markOpened } from '../../records/mail/digest.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import { threadHeadRef } from '../../notify/thread-anchor.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import type { PlacementServices } from '../placement-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { digestRef } from '../../cards/digest-ref.ts'

/** A line of a digest: posts the card and the thread of its mail, or says where they are. */
export async function openListed(services: PlacementServices, action: Action): Promise<void> {
  const { team, user, value } = action
  const {
    mailStore,
    cards,
    languages,
    queue,
    slack: { conversations },
  } = services
  const text = mailTextIn(await languages.ofPerson(team, user))
  const id = parseMailTarget(value)?.thread
  const thread = id === undefined ? undefined : await mailStore.findThread(team, id)
  const key = thread?.mails[0]
  const mail = await mailStore.findMail(team, key)
  if (id === undefined || !thread || key === undefined || !mail) return replyToClick(services, action, text.forms.gone)
  const refusal = await findConversationRefusalSoon(services, action, { key, mail })
  if (refusal) return refuseClick(services, action, refusal)
  if (thread.queuedAt !== undefined) return sendPostThread(queue, team, id, thread.queuedAt)
  const posted = await cards.findMessage(threadHeadRef(team, id, thread.head))
  const link = posted && (await conversations.permalink(team, posted.channel, posted.ts))
  return replyToClick(services, action, link === undefined ? text.digest.isOpening : text.digest.isOpen(link))
}

/** The thread is about to get its own card, which its digest then says. Runs in the lane of the thread. */
export async function leaveQueue(
  { mailStore, cards, placement: { digestStore } }: PlacementServices,
  team: string,
  id: string,
): Promise<void> {
  // The digest first: after a crash in between, the task comes here again.
  const digest = (await mailStore.findThread(team, id))?.digest
  if (digest !== undefined) {
    await digestStore.digests(team).update(digest, (known) => known && markOpened(known, id))
    await cards.refresh(digestRef(team, digest))
  }
  await mailStore.threads(team).update(id, (thread) => {
    if (thread?.queuedAt === undefined) return undefined
    const { queuedAt: _, ...rest } = thread
    return rest
  })
}
