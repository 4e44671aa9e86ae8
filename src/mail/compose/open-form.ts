import type { Action, ClosedForm } from '../../slack/inbound/listeners.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import type { Feature } from '../../slice.ts'
import { type ActingPerson, buildReplyAct, findRefusalSoon, sendingReply } from '../access/mail-acts.ts'
import { actionIds, callbackIds, type MailTarget, parseTarget } from '../action-ids.ts'
import { readRichText } from '../content/slack-to-mail.ts'
import type { Address } from '../model/address.ts'
import { editAfterFailure, mailActions } from '../model/allowed-actions.ts'
import { forwardAction } from '../model/more-actions.ts'
import { isScheduled, type Reply } from '../model/reply.ts'
import { type ClickOrigin, refuseClick, replyToClick } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { sendWriting } from '../work/writing-task.ts'
import { buildReplyFormModal } from './build-form.ts'
import type { FormMemory } from './form-content.ts'
import { changeForm } from './change-form.ts'
import { buildSendingFormAct, findFormContext, findMailContext, type FormContext } from './form-context.ts'
import type { FormReader } from './form-reader.ts'
import { findFormRecipients, fitInField } from './form-recipients.ts'
import { findEarlierFiles, findGoneFiles, listKeptFiles } from './kept-files.ts'
import { recallOutgoing } from './outgoing-fields.ts'
import { fieldIds, type FormPlace, readFormState } from './reply-form-state.ts'
import { switchReply } from './reply-switch.ts'
import { sendTimeIds } from './send-time.ts'
import { searchThreadFiles } from './thread-files-field.ts'
import { listSendingInboxes } from './sending-inbox.ts'
import { forwardedSubject } from './subject-field.ts'
import { submitReply } from './submit-reply.ts'

/** The form that writes a mail: opened from the records alone, checked when it is submitted, and sent as one task. */
export const replyFormFeature = (services: MailServices): Feature => ({
  listen(slack) {
    for (const { actionId, opens } of mailActions)
      if (opens === 'reply' || opens === 'replyToAll')
        slack.action(actionId, (action) => openFromCard(services, action, { isToAll: opens === 'replyToAll' }))
    slack.action(forwardAction.actionId, (action) => openFromCard(services, action, { kind: 'forward' }))
    slack.action(editAfterFailure.actionId, (action) => openToSendAgain(services, action))
    slack.action(/^mail\.recipients:/, (action) => changeForm(services, action, () => ({})))
    slack.action(actionIds.editRecipients, (action) => changeForm(services, action, () => ({ isEditing: true })))
    slack.action(actionIds.switchReply, (action) =>
      changeForm(services, action, (form, reader) => switchReply(services, reader, form)),
    )
    for (const id of Object.values(sendTimeIds)) slack.action(id, (action) => changeForm(services, action, () => ({})))
    slack.options(fieldIds.threadFiles, (request) => searchThreadFiles(services, request))
    slack.action(actionIds.fromInbox, (action) => changeForm(services, action, () => ({})))
    for (const callbackId of [callbackIds.reply, callbackIds.compose]) {
      slack.submit(callbackId, (submission) => submitReply(services, submission))
      slack.close(callbackId, (closing) => sendClosed(services, closing))
    }
  },
})

async function openFromCard(
  services: MailServices,
  action: Action,
  options: { isToAll?: boolean; kind?: 'forward' },
): Promise<void> {
  const target = parseTarget(action.value)
  if (target) await openReplyForm(services, action, target, options)
}

/** What a form contains when it opens. */
export interface FormBeginning {
  written?: RichTextBlock | undefined
  subject?: string | undefined
  /** Whom a new mail goes to. */
  to?: Address[]
  /** The job whose pull request it sends. */
  job?: string
  /** The click may be far from what the person sees next. */
  inModal?: true
}

/** Opens the form that answers a mail, or forwards it. */
export async function openReplyForm(
  services: MailServices,
  click: ClickOrigin,
  target: MailTarget,
  { kind, isToAll, ...beginning }: FormBeginning & { kind?: 'forward'; isToAll?: boolean } = {},
): Promise<void> {
  const { text } = await findReader(services, click)
  const context = await findMailContext(services, click.team, target)
  if (!context) return replyToClick(services, click, text.forms.gone)
  const { mail, key } = context.answered
  const place = placeOf(click, context)
  const memory: FormMemory = {
    ...(kind && { kind }),
    thread: mail.thread,
    mail: key,
    ...(isToAll && { all: true }),
    ...(place && { place }),
  }
  const { subject = kind && forwardedSubject(text, mail.subject) } = beginning
  return openForm(services, click, { context, memory }, { ...beginning, subject })
}

/** Opens the form that writes a new mail, from this inbox or the first one that the person may write from. */
export async function openNewMailForm(
  services: MailServices,
  click: ClickOrigin,
  { inboxId, place, ...beginning }: FormBeginning & { inboxId?: string; place?: FormPlace } = {},
): Promise<void> {
  const inbox = inboxId ?? (await listSendingInboxes(services, click))[0]
  if (inbox === undefined)
    return replyToClick(services, click, (await findReader(services, click)).text.compose.noInbox)
  const memory: FormMemory = { kind: 'new', thread: '', mail: '', inboxId: inbox, ...(place && { place }) }
  return openForm(services, click, { context: { inboxId: inbox }, memory }, beginning)
}

async function openForm(
  services: MailServices,
  click: ClickOrigin,
  { context, memory }: { context: FormContext; memory: FormMemory },
  { written, subject, to, job, inModal }: FormBeginning,
): Promise<void> {
  // Slack shows the form within seconds; the task that sends the mail asks again.
  const refusal = await findRefusalSoon(services, await buildSendingFormAct(services, toActor(click), context))
  if (refusal) return refuseClick(services, click, refusal.message, { ...(inModal && { inModal }) })
  const known = await findFormRecipients(services, click.team, context.answered?.mail, memory)
  const recipients = to ? { ...known, to: fitInField(to) } : known
  const content = { memory: { ...memory, ...(job && { job }) }, recipients, written, subject, warnings: [] }
  const view = await buildReplyFormModal(services, await findReader(services, click), context, content)
  await services.views.push(click, view)
  return sendOpened(services, click, memory)
}

const toActor = ({ team, user, eventId, message }: ClickOrigin): ActingPerson => ({
  team,
  user,
  opId: `mail.form:${eventId}`,
  channel: message?.channel,
  threadTs: message?.threadTs,
})

const findReader = async (
  { languages }: MailServices,
  { team, user }: { team: string; user: string },
): Promise<FormReader> => ({ team, user, text: mailTextIn(await languages.ofPerson(team, user)) })

/** Opens a mail as it was written, with its files; after a bounce only with the recipients that it did not reach. */
async function openToSendAgain(services: MailServices, action: Action): Promise<void> {
  const { team, value: id } = action
  if (!id) return undefined
  const reader = await findReader(services, action)
  const { gone } = reader.text.forms
  const reply = await services.replyStore.findReply(team, id)
  if (!reply || (reply.isRefused && reply.user !== action.user)) return replyToClick(services, action, gone)
  const memory = recallReply(id, reply)
  const context = await findFormContext(services, team, memory)
  if (!context) return replyToClick(services, action, gone)
  const act = await buildReplyAct(services, toActor(action), sendingReply, { id, reply })
  const refusal = await findRefusalSoon(services, act)
  if (refusal) return refuseClick(services, action, refusal.message)
  const files = await findEarlierFiles(services, team, memory)
  const place = placeOf(action, context)
  const view = await buildReplyFormModal(services, reader, context, {
    memory: { ...memory, ...(place && { place }) },
    recipients: await findFormRecipients(services, team, context.answered?.mail, memory),
    written: readRichText(reply.written),
    subject: reply.subject,
    isQuoted: reply.quoted !== undefined,
    sendTime: reply.sendAt,
    forwarded: reply.mailFiles?.map((file) => file.id),
    warnings: [],
    kept: listKeptFiles(files, await findGoneFiles(services, team, files)),
    outgoing: await recallOutgoing(services, reader, reply),
  })
  await services.views.push(action, view)
  return sendOpened(services, action, memory)
}

/** The form of a reply that a later version wrote is that of an answer. */
const recallReply = (id: string, reply: Reply): FormMemory => {
  const { kind, thread, mail, inboxId, job } = reply
  return {
    ...(kind === 'new' && { kind, inboxId }),
    ...(kind === 'forward' && { kind }),
    thread,
    mail,
    instead: id,
    ...(isScheduled(reply) && { takesBack: true }),
    ...(job !== undefined && { job }),
  }
}

/** Others see that this person is writing an answer. */
const sendOpened = async (
  { queue }: MailServices,
  { team, user, eventId }: ClickOrigin,
  { kind, thread }: FormMemory,
): Promise<void> => (kind ? undefined : sendWriting(queue, eventId, { team, user, thread, form: 'opened' }))

async function sendClosed({ queue }: MailServices, { team, user, eventId, view }: ClosedForm): Promise<void> {
  const state = readFormState(view)
  if (state && !state.kind) await sendWriting(queue, eventId, { team, user, thread: state.thread, form: 'closed' })
}

/** Where the person is; with the whole mail open in a window, in the channel that shows it. */
function placeOf({ message }: ClickOrigin, { answered }: FormContext): FormPlace | undefined {
  const { channel = answered?.thread.channel, threadTs } = message ?? {}
  return channel === undefined ? undefined : { channel, ...(threadTs && { threadTs }) }
}
