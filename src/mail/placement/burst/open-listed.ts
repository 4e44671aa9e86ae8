import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { buildReadButton } from '../../cards/action-buttons.ts'
import { questionTimeMs } from '../../../core/question-time.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { askToReadMail } from '../../access/mail-acts.ts'
import { parseMailTarget } from '../../action-ids.ts'
import { markOpened } from '../../records/mail/digest.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel, findDigest, findQueued } from '../../records/mail/placement.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import { threadHeadRef } from '../../notify/thread-anchor.ts'
import { sendPostThread } from '../../tasks/post-tasks.ts'
import { changePlacement } from '../change-placement.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { digestRef } from '../../cards/digest-ref.ts'

/** Opens a line of a digest or a hidden card: posts the card and the thread of its mail, or shows where they are. */
export async function openListed(scope: PlacementScope, action: Action): Promise<void> {
  const { team, user, value } = action
  const {
    mailStore,
    cards,
    languages,
    queue,
    slack: { conversations },
  } = scope
  const text = mailTextIn(await languages.ofPerson(team, user))
  const id = parseMailTarget(value)?.thread
  const thread = id === undefined ? undefined : await mailStore.findThread(id)
  const key = thread?.mails[0]
  const mail = await mailStore.findMail(key)
  if (id === undefined || !thread || key === undefined || !mail) return replyToClick(scope, action, text.forms.gone)
  const permission = await askToReadMail(scope, action, { key, mail }, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (findChannel(thread) === undefined) {
    const read = buildReadButton(text, { thread: id, mail: thread.mails.at(-1) ?? key })
    return replyToClick(scope, action, textMessage(text.work.waits, actionsBlock(read)))
  }
  const queued = findQueued(thread)
  if (queued) return sendPostThread(queue, team, id, queued.at)
  const posted = await cards.findMessage(threadHeadRef(team, id, thread.placement.head))
  const link = posted && (await conversations.permalink(team, posted.channel, posted.ts))
  return replyToClick(scope, action, link === undefined ? text.digest.isOpening : text.digest.isOpen({ link }))
}

/**
 * Takes a thread, which gets its own card, from its queue, and shows that in its digest. The task that posts the whole thread must run afterwards, or
 * go on after this.
 */
export async function leaveQueue(scope: PlacementScope, id: string): Promise<MailThread | undefined> {
  const {
    team,
    mailStore,
    cards,
    placement: { digestStore },
  } = scope
  // The digest is first: after a crash in between, the task comes here again.
  const thread = await mailStore.findThread(id)
  const digest = thread && findDigest(thread)
  if (digest !== undefined) {
    await digestStore.digests.update(digest, (known) => known && markOpened(known, id))
    await cards.refresh(digestRef(team, digest))
  }
  return changePlacement(scope, id, { do: 'post' })
}
