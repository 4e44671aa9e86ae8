import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct, findRefusalSoon, sendingReply } from '../../access/mail-acts.ts'
import { readRichText } from '../../../mail-content/writing/slack-to-mail.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import { signatureNames } from '../../records/writing-settings.ts'
import type { OutboundServices } from '../outbound-services.ts'
import type { FormMemory } from './form/form-content.ts'
import { findFormContext } from './fields/form-context.ts'
import { findFormRecipients } from './form/form-recipients.ts'
import { hasMoreTexts, recallMoreTexts } from './fields/more-fields.ts'
import { recallOutgoing } from './fields/outgoing-fields.ts'
import { findFormReader, placeOf, showForm, toActor } from './show-form.ts'

/** Opens a mail as it was written, with its files; after a bounce only with the recipients that it did not reach. */
export async function openToSendAgain(services: OutboundServices, action: Action): Promise<void> {
  const { team, value: id } = action
  if (!id) return undefined
  const { gone } = (await findFormReader(services, action)).text.forms
  const reply = await services.replyStore.findReply(team, id)
  if (!reply || (reply.isRefused && reply.user !== action.user)) return replyToClick(services, action, gone)
  const memory = recallReply(id, reply)
  const context = await findFormContext(services, team, memory)
  if (!context) return replyToClick(services, action, gone)
  const act = await buildReplyAct(services, toActor(action), sendingReply, { id, reply })
  const refusal = await findRefusalSoon(services, act)
  if (refusal) return refuseClick(services, action, refusal.message)
  const place = placeOf(action, context)
  return showForm(services, action, context, {
    memory: { ...memory, ...(place && { place }) },
    recipients: await findFormRecipients(services, team, context.answered?.mail, memory),
    written: readRichText(reply.written),
    subject: reply.subject,
    more: recallMoreTexts(reply),
    isQuoted: reply.quoted !== undefined,
    sendTime: reply.sendAt,
    forwarded: reply.mailFiles?.map((file) => file.id),
    outgoing: await recallOutgoing(services, await findFormReader(services, action), reply),
  })
}

/** The form of a reply that a later version wrote is that of an answer. */
const recallReply = (id: string, reply: Reply): FormMemory => {
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
