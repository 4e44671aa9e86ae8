import type { Action, ClosedForm } from '../../../slack/inbound/listeners.ts'
import type { Feature } from '../../../slice.ts'
import { mailActionIds, mailCallbackIds, parseMailTarget } from '../../action-ids.ts'
import { editAfterFailure, mailActions } from '../../records/allowed-actions.ts'
import { forwardAction } from '../../records/more-actions.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { sendWriting } from '../../tasks/writing-task.ts'
import { changeForm } from './change-form.ts'
import { continueDraft, dropDraft, offerDraft, startEmpty, typeRecipients } from './draft-actions.ts'
import { keepTypedDraft } from './drafts/form-drafts.ts'
import { openReplyForm } from './open-form.ts'
import { fieldIds, readFormState } from './fields/reply-form-state.ts'
import { switchReply } from './form/reply-switch.ts'
import { openToSendAgain } from './send-again.ts'
import { sendTimeIds } from '../schedule/send-time.ts'
import { submitReply } from './submit-reply.ts'
import { signatureField } from './fields/text-choices.ts'
import { searchThreadFiles } from './fields/thread-files-field.ts'

/** Each change in them is kept as a draft. */
const keptFields = [
  fieldIds.text,
  fieldIds.subject,
  fieldIds.labels,
  fieldIds.replyTo,
  fieldIds.headers,
  fieldIds.links,
  fieldIds.ticks,
  mailActionIds.quote,
  fieldIds.threadFiles,
  signatureField,
]

/** The form that writes a mail: opened from the records alone, checked when it is submitted, and sent as one task. */
export const replyFormFeature = (services: OutboundServices): Feature => ({
  listen(slack) {
    for (const { actionId, opens } of mailActions)
      if (opens === 'reply' || opens === 'replyToAll')
        slack.action(actionId, (action) => openFromCard(services, action, { isToAll: opens === 'replyToAll' }))
    slack.action(forwardAction.actionId, (action) => openFromCard(services, action, { kind: 'forward' }))
    slack.action(editAfterFailure.actionId, (action) => openToSendAgain(services, action))
    slack.action(/^mail\.recipients:/, (action) => typeRecipients(services, action))
    for (const field of keptFields) slack.action(field, async (action) => void (await keepTypedDraft(services, action)))
    slack.action(mailActionIds.showMore, (action) => changeForm(services, action, () => ({ memory: { isMore: true } })))
    slack.action(mailActionIds.showCc, (action) => changeForm(services, action, () => ({ memory: { hasCc: true } })))
    slack.action(mailActionIds.continueDraft, (action) => continueDraft(services, action))
    slack.action(mailActionIds.dropDraft, (action) => dropDraft(services, action))
    slack.action(mailActionIds.startEmpty, (action) =>
      changeForm(services, action, (form, reader) => startEmpty(services, reader, form)),
    )
    slack.action(mailActionIds.editRecipients, (action) => changeForm(services, action, () => ({ isEditing: true })))
    slack.action(mailActionIds.switchReply, (action) =>
      changeForm(services, action, (form, reader) => switchReply(services, reader, form)),
    )
    for (const id of Object.values(sendTimeIds)) slack.action(id, (action) => changeForm(services, action, () => ({})))
    slack.options(fieldIds.threadFiles, (request) => searchThreadFiles(services, request))
    slack.action(mailActionIds.fromInbox, (action) => changeForm(services, action, () => ({})))
    for (const callbackId of [mailCallbackIds.reply, mailCallbackIds.compose]) {
      slack.submit(callbackId, (submission) => submitReply(services, submission))
      slack.close(callbackId, (closing) => closeForm(services, closing))
    }
  },
})

async function openFromCard(
  services: OutboundServices,
  action: Action,
  options: { isToAll?: boolean; kind?: 'forward' },
): Promise<void> {
  const target = parseMailTarget(action.value)
  if (target) await openReplyForm(services, action, target, options)
}

async function closeForm(services: OutboundServices, closing: ClosedForm): Promise<void> {
  const { team, user, eventId, view } = closing
  await offerDraft(services, closing)
  const state = readFormState(view)
  if (state && !state.kind)
    await sendWriting(services.queue, eventId, { team, user, thread: state.thread, form: 'closed' })
}
