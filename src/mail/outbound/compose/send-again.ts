import type { ReplyFormState } from './fields/reply-form-state.ts'
import { questionTimeMs } from '../../../core/question-time.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import { buildReplyAct, sendingReply } from '../../access/mail-acts.ts'
import { readRichText } from '../../../mail-content/writing/slack-to-mail.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import { signatureNames } from '../../records/writing-settings.ts'
import { describeRequestEnd } from '../approval/review/review-details.ts'
import { findVersionLoss, type FoundVersion } from '../lost-version.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { answerTooLate } from '../send/reply-actions.ts'
import { findFormContext } from './fields/form-context.ts'
import { findFormRecipients } from './form/form-recipients.ts'
import { hasMoreTexts, recallMoreTexts } from './fields/more-fields.ts'
import { recallOutgoing } from './fields/outgoing-fields.ts'
import { findFormReader, placeOf, showForm, toActor } from './show-form.ts'

/** Opens a mail as it was written, with its files; after a bounce, only with the recipients that it did not reach. */
export async function openToSendAgain(scope: OutboundScope, action: Action): Promise<void> {
  const { value: id } = action
  if (!id) return undefined
  const reader = await findFormReader(scope, action.user)
  const { gone } = reader.text.forms
  const reply = await scope.replyStore.findReply(id)
  if (!reply || (reply.refusal && reply.user !== action.user)) return replyToClick(scope, action, gone)
  const memory = recallReply(id, reply)
  const context = await findFormContext(scope, memory)
  if (!context) return replyToClick(scope, action, gone)
  const act = await buildReplyAct(scope, toActor(action), sendingReply, { id, reply })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  if (action.view?.callbackId === mailCallbackIds.approve && reply.state !== 'awaiting')
    return refuseClick(scope, action, await describeRequestEnd(scope, reader, reply), { inModal: true })
  if (action.message?.isEphemeral && (await hasLeft(scope, { id, reply })))
    return answerTooLate(scope, action, id, reply)
  const place = placeOf(action, context)
  return showForm(scope, action, context, {
    memory: { ...memory, ...(place && { place }) },
    recipients: await findFormRecipients(scope, context.answered?.mail, memory),
    written: readRichText(reply.written),
    subject: reply.subject,
    more: recallMoreTexts(reply),
    isQuoted: reply.quoted !== undefined,
    closes: reply.closes ?? false,
    sendTime: reply.sendAt,
    forwarded: reply.mailFiles?.map((file) => file.id),
    outgoing: await recallOutgoing(scope, reader, reply),
  })
}

/** Whether a reply is on its way or arrived, so an edit changes nothing. In its undo window, the form names its fate. */
const hasLeft = async (scope: OutboundScope, found: FoundVersion): Promise<boolean> =>
  found.reply.state !== 'held' && (await findVersionLoss(scope, found))?.is === 'left'

/** Recalls the form of a reply. A kind from a later version opens as an answer. */
const recallReply = (id: string, reply: Reply): ReplyFormState => {
  const { kind, thread, mail, inboxId, job } = reply
  const signature = signatureNames.find((name) => name === reply.signedAs)
  return {
    ...(kind === 'new' && { kind, inboxId }),
    ...(kind === 'forward' && { kind }),
    thread,
    mail,
    instead: id,
    ...(hasMoreTexts(recallMoreTexts(reply)) && { isMore: true }),
    ...(isScheduled(reply) && { takesBack: true }),
    ...(signature && { signature }),
    ...(job !== undefined && { job }),
  }
}
