import type { Action } from '../../slack/inbound/listeners.ts'
import type { RichTextBlock, View } from '../../slack/blocks/slack-message.ts'
import type { Feature } from '../../slice.ts'
import { callbackIds, type MailTarget, parseTarget } from '../action-ids.ts'
import { readRichText } from '../content/slack-to-mail.ts'
import type { Address } from '../model/address.ts'
import { editAfterFailure, mailActions } from '../model/allowed-actions.ts'
import { deriveDeliveryStatus } from '../model/delivery-status.ts'
import { replyToClick, type ClickOrigin } from '../notify/requester-reply.ts'
import type { MailServices } from '../services.ts'
import { formTexts } from '../text/en-forms.ts'
import { buildReplyFormModal, findAnsweredMail, rebuildReplyFormModal } from './build-form.ts'
import { findEarlierFiles, findGoneFiles, listKeptFiles } from './kept-files.ts'
import { readFormState } from './reply-form-state.ts'
import { replyRecipients } from './reply-recipients.ts'
import { submitReply } from './submit-reply.ts'

/** The reply form: opened from the records alone, checked when it is submitted, and sent as one task. */
export const replyFormFeature = (services: MailServices): Feature => ({
  listen(slack) {
    for (const { actionId, opens } of mailActions)
      if (opens === 'reply' || opens === 'replyToAll')
        slack.action(actionId, (action) => openFromCard(services, action, { isToAll: opens === 'replyToAll' }))
    slack.action(editAfterFailure.actionId, (action) => openToSendAgain(services, action))
    slack.action(/^mail\.recipients:/, (action) => updateRecipients(services, action))
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
  const view =
    answered &&
    (await buildReplyFormModal(services, click, answered, {
      ...replyRecipients(answered.mail, isToAll),
      bcc: [],
      notices: [],
      leftOut: isToAll ? answered.mail.leftOut : undefined,
      written,
    }))
  await showForm(services, click, view)
}

/** Opens a reply as it was written, with its files; after a bounce only with the recipients that it did not reach. */
async function openToSendAgain(services: MailServices, action: Action): Promise<void> {
  const { team, value: id } = action
  if (!id) return undefined
  const reply = await services.replyStore.findReply(team, id)
  if (!reply) return replyToClick(services, action, formTexts.gone)
  const status = deriveDeliveryStatus(reply, await services.replyStore.readDeliveryReport(team, reply))
  const bounced = status.bounced.map(({ address }) => address.toLowerCase())
  const unreached = (list: Address[]) =>
    bounced.length > 0 ? list.filter(({ address }) => bounced.includes(address.toLowerCase())) : list
  const answered = await findAnsweredMail(services, team, { thread: reply.thread, mail: reply.mail })
  const files = await findEarlierFiles(services, team, { thread: reply.thread, instead: id })
  const view =
    answered &&
    (await buildReplyFormModal(services, action, answered, {
      to: unreached(reply.to),
      cc: unreached(reply.cc),
      bcc: unreached(reply.bcc),
      written: readRichText(reply.written),
      notices: bounced.length > 0 ? [formTexts.onlyBounced] : [],
      instead: id,
      kept: listKeptFiles(files, await findGoneFiles(services, team, files)),
    }))
  return showForm(services, action, view)
}

async function showForm(services: MailServices, click: ClickOrigin, view: View | undefined): Promise<void> {
  if (view) await services.views.push(click, view)
  else await replyToClick(services, click, formTexts.gone)
}

/** The line about who gets the mail follows the fields. */
async function updateRecipients(services: MailServices, { team, user, view }: Action): Promise<void> {
  const state = view && readFormState(view)
  if (!view || !state) return
  const next = await rebuildReplyFormModal(services, { team, user }, { view, state })
  if (next) await services.views.update(team, view.id, next, view.hash)
}
