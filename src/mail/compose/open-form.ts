import type { Action } from '../../slack/inbound/listeners.ts'
import type { RichTextBlock, View } from '../../slack/blocks/slack-message.ts'
import type { Feature } from '../../slice.ts'
import { actionIds, callbackIds, type MailTarget, parseTarget } from '../action-ids.ts'
import { readRichText } from '../content/slack-to-mail.ts'
import { editAfterFailure, mailActions } from '../model/allowed-actions.ts'
import { replyToClick, type ClickOrigin } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { formTexts } from '../text/en-forms.ts'
import { type AnsweredMail, buildReplyFormModal, findAnsweredMail, rebuildReplyFormModal } from './build-form.ts'
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
  { isToAll, written }: { isToAll: boolean; written?: RichTextBlock | undefined },
): Promise<void> {
  const answered = await findAnsweredMail(services, click.team, target)
  const view = answered && (await buildNewForm(services, click, answered, { all: isToAll, written }))
  await showForm(services, click, view)
}

async function buildNewForm(
  services: MailServices,
  click: ClickOrigin,
  answered: AnsweredMail,
  { all, written }: { all: boolean; written: RichTextBlock | undefined },
): Promise<View> {
  const recipients = await findFormRecipients(services, click.team, answered.mail, { all })
  const place = placeOf(click, answered)
  return buildReplyFormModal(services, click, answered, { recipients, all, written, place, warnings: [] })
}

/** Opens a reply as it was written, with its files; after a bounce only with the recipients that it did not reach. */
async function openToSendAgain(services: MailServices, action: Action): Promise<void> {
  const { team, value: id } = action
  if (!id) return undefined
  const reply = await services.replyStore.findReply(team, id)
  if (!reply) return replyToClick(services, action, formTexts.gone)
  const answered = await findAnsweredMail(services, team, { thread: reply.thread, mail: reply.mail })
  if (!answered) return replyToClick(services, action, formTexts.gone)
  const files = await findEarlierFiles(services, team, { thread: reply.thread, instead: id })
  const view = await buildReplyFormModal(services, action, answered, {
    recipients: await findFormRecipients(services, team, answered.mail, { instead: id }),
    written: readRichText(reply.written),
    warnings: [],
    place: placeOf(action, answered),
    instead: id,
    kept: listKeptFiles(files, await findGoneFiles(services, team, files)),
  })
  return showForm(services, action, view)
}

/** Where the person is; with the whole mail open in a window, in the channel that shows it. */
function placeOf({ message }: ClickOrigin, { thread }: AnsweredMail): FormPlace | undefined {
  const { channel = thread.channel, threadTs } = message ?? {}
  return channel === undefined ? undefined : { channel, ...(threadTs && { threadTs }) }
}

async function showForm(services: MailServices, click: ClickOrigin, view: View | undefined): Promise<void> {
  if (view) await services.views.push(click, view)
  else await replyToClick(services, click, formTexts.gone)
}

/** The form with the recipients as fields, or with what follows from them: who gets the mail, and who of them is new. */
async function updateRecipients(
  services: MailServices,
  { team, user, view }: Action,
  shown: { isEditing?: boolean } = {},
): Promise<void> {
  const state = view && readFormState(view)
  if (!view || !state) return
  const next = await rebuildReplyFormModal(services, { team, user }, { view, state }, shown)
  if (next) await services.views.update(team, view.id, next, view.hash)
}
