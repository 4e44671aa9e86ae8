import type { Action, ClosedForm } from '../../slack/inbound/listeners.ts'
import type { RichTextBlock } from '../../slack/blocks/slack-message.ts'
import type { Feature } from '../../slice.ts'
import {
  type ActingPerson,
  buildMailAct,
  buildReplyAct,
  findConversationRefusalSoon,
  findRefusalSoon,
  sendingReply,
} from '../access/mail-acts.ts'
import { actionIds, callbackIds, type MailTarget, parseTarget } from '../action-ids.ts'
import { readRichText } from '../content/slack-to-mail.ts'
import { editAfterFailure, mailActions } from '../model/allowed-actions.ts'
import { type ClickOrigin, refuseClick, replyToClick } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { sendWriting } from '../work/writing-task.ts'
import { type AnsweredMail, buildReplyFormModal, findAnsweredMail, rebuildReplyFormModal } from './build-form.ts'
import type { FormReader } from './form-reader.ts'
import { findFormRecipients } from './form-recipients.ts'
import { findEarlierFiles, findGoneFiles, listKeptFiles } from './kept-files.ts'
import { type FormPlace, readFormState } from './reply-form-state.ts'
import { submitReply } from './submit-reply.ts'

/** The reply form: opened from the records alone, checked when it is submitted, and sent as one task. */
export const replyFormFeature = (services: MailServices): Feature => ({
  listen(slack) {
    for (const { actionId, opens } of mailActions)
      if (opens === 'reply' || opens === 'replyToAll')
        slack.action(actionId, (action) => openFromCard(services, action, { isToAll: opens === 'replyToAll' }))
    slack.action(editAfterFailure.actionId, (action) => openToSendAgain(services, action))
    slack.action(/^mail\.recipients:/, (action) => updateRecipients(services, action))
    slack.action(actionIds.editRecipients, (action) => updateRecipients(services, action, { isEditing: true }))
    slack.submit(callbackIds.reply, (submission) => submitReply(services, submission))
    slack.close(callbackIds.reply, (closing) => sendClosed(services, closing))
  },
})

async function openFromCard(services: MailServices, action: Action, options: { isToAll: boolean }): Promise<void> {
  const target = parseTarget(action.value)
  if (target) await openReplyForm(services, action, target, options)
}

/** Opens the form that answers a mail, with `written` as its text. */
export async function openReplyForm(
  services: MailServices,
  click: ClickOrigin,
  target: MailTarget,
  { isToAll, written, inModal }: { isToAll: boolean; written?: RichTextBlock | undefined; inModal?: true },
): Promise<void> {
  const reader = await findReader(services, click)
  const answered = await findAnsweredMail(services, click.team, target)
  if (!answered) return replyToClick(services, click, reader.text.forms.gone)
  // Slack shows the form within seconds; the task that sends the reply asks again.
  const act = await buildMailAct(services, toActor(click), sendingReply, answered)
  const refusal = await findRefusalSoon(services, act)
  if (refusal) return refuseClick(services, click, refusal.message, { ...(inModal && { inModal }) })
  const recipients = await findFormRecipients(services, click.team, answered.mail, { all: isToAll })
  const place = placeOf(click, answered)
  const content = { recipients, all: isToAll, written, place, warnings: [] }
  await services.views.push(click, await buildReplyFormModal(services, reader, answered, content))
  return sendOpened(services, click, answered)
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

/** Opens a reply as it was written, with its files; after a bounce only with the recipients that it did not reach. */
async function openToSendAgain(services: MailServices, action: Action): Promise<void> {
  const { team, value: id } = action
  if (!id) return undefined
  const reader = await findReader(services, action)
  const { gone } = reader.text.forms
  const reply = await services.replyStore.findReply(team, id)
  if (!reply || (reply.isRefused && reply.user !== action.user)) return replyToClick(services, action, gone)
  const answered = await findAnsweredMail(services, team, { thread: reply.thread, mail: reply.mail })
  if (!answered) return replyToClick(services, action, gone)
  const act = await buildReplyAct(services, toActor(action), sendingReply, { id, reply })
  const refusal = await findRefusalSoon(services, act)
  if (refusal) return refuseClick(services, action, refusal.message)
  const files = await findEarlierFiles(services, team, { thread: reply.thread, instead: id })
  const view = await buildReplyFormModal(services, reader, answered, {
    recipients: await findFormRecipients(services, team, answered.mail, { instead: id }),
    written: readRichText(reply.written),
    warnings: [],
    place: placeOf(action, answered),
    instead: id,
    kept: listKeptFiles(files, await findGoneFiles(services, team, files)),
  })
  await services.views.push(action, view)
  return sendOpened(services, action, answered)
}

/** Others see that this person is writing. */
const sendOpened = (
  { queue }: MailServices,
  { team, user, eventId }: ClickOrigin,
  { mail }: AnsweredMail,
): Promise<void> => sendWriting(queue, eventId, { team, user, thread: mail.thread, form: 'opened' })

async function sendClosed({ queue }: MailServices, { team, user, eventId, view }: ClosedForm): Promise<void> {
  const state = readFormState(view)
  if (state) await sendWriting(queue, eventId, { team, user, thread: state.thread, form: 'closed' })
}

/** Where the person is; with the whole mail open in a window, in the channel that shows it. */
function placeOf({ message }: ClickOrigin, { thread }: AnsweredMail): FormPlace | undefined {
  const { channel = thread.channel, threadTs } = message ?? {}
  return channel === undefined ? undefined : { channel, ...(threadTs && { threadTs }) }
}

/** The form with the recipients as fields, or with what follows from them: who gets the mail, and who of them is new. */
async function updateRecipients(
  services: MailServices,
  action: Action,
  shown: { isEditing?: boolean } = {},
): Promise<void> {
  const { team, user, view } = action
  const state = view && readFormState(view)
  if (!view || !state) return undefined
  const answered = await findAnsweredMail(services, team, state)
  const refusal = answered && (await findConversationRefusalSoon(services, action, answered))
  if (refusal) return refuseClick(services, action, refusal)
  const reader = await findReader(services, { team, user })
  const next = await rebuildReplyFormModal(services, reader, { view, state }, shown)
  if (next) await services.views.update(team, view.id, next, view.hash)
  return undefined
}
