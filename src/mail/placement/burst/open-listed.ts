import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import { plainTextMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { buildReadButton } from '../../cards/action-buttons.ts'
import { questionTimeMs } from '../../../core/question-time.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { askToReadMail } from '../../access/mail-acts.ts'
import { parseMailTarget } from '../../action-ids.ts'
import { markOpened } from '../../records/mail/digest.ts'
import { isDeleted, isQuarantined, type Mail } from '../../records/mail/mail.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel, findDigest, findQueued } from '../../records/mail/placement.ts'
import { refuseClick, replyToClick, showAnswer } from '../../notify/requester-reply.ts'
import { threadHeadRef } from '../../notify/thread-anchor.ts'
import { sendPostQuarantined, sendPostThread } from '../../tasks/post-tasks.ts'
import { changePlacement } from '../change-placement.ts'
import { quarantineRef } from '../routing/park-quarantined.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { digestRef } from '../../cards/digest-ref.ts'

/** Posts the card and the thread of a listed mail, or shows where they are; for a hidden card, or a quarantined mail in a list, the same. */
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
  const target = parseMailTarget(value)
  const id = target?.thread
  const listed = await mailStore.findMail(target?.mail)
  if (target?.mail !== undefined && listed && isQuarantined(listed))
    return openQuarantined(scope, action, { key: target.mail, mail: listed })
  if (target?.mail !== undefined && !listed) return replyToClick(scope, action, text.forms.gone)
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
  if (queued) {
    await sendPostThread(queue, team, id, queued.at)
    // In its channel the person sees the card.
    return action.view ? showAnswer(scope, action, plainTextMessage(text.digest.isOpening)) : undefined
  }
  const posted = await cards.findMessage(threadHeadRef(team, id, thread.placement.head))
  const link = posted && (await conversations.permalink(team, posted.channel, posted.ts))
  const answer = link === undefined ? text.digest.isOpening : text.digest.isOpen({ link })
  return action.view ? showAnswer(scope, action, textMessage(answer)) : replyToClick(scope, action, answer)
}

/** Opens a quarantined mail in its list: posts its card, or shows where that is. */
async function openQuarantined(
  scope: PlacementScope,
  action: Action,
  { key, mail }: { key: string; mail: Mail },
): Promise<void> {
  const { team, cards, languages, mailStore, queue, slack } = scope
  const text = mailTextIn(await languages.ofPerson(team, action.user))
  const permission = await askToReadMail(scope, action, { key, mail }, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (isDeleted(mail)) return replyToClick(scope, action, text.digest.isDeleted)
  const posted = await cards.findNewestMessage(quarantineRef(team, key))
  if (posted) {
    const link = await slack.conversations.permalink(team, posted.channel, posted.ts)
    return replyToClick(scope, action, link === undefined ? text.digest.isOpening : text.digest.isOpen({ link }))
  }
  if (await mailStore.waitingQuarantined.get(key)) return replyToClick(scope, action, text.work.waits)
  const listed = mail.held?.listed
  if (!listed || (await cards.isShown(quarantineRef(team, key, listed.card))))
    return replyToClick(scope, action, text.digest.isOpening)
  return sendPostQuarantined(queue, team, { mail: key, thread: mail.thread, isOpened: true }, listed.at)
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
