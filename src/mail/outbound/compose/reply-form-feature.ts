import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { Action, ClosedForm } from '../../../slack/inbound/listeners.ts'
import { mailActionIds, mailCallbackIds, parseMailTarget } from '../../action-ids.ts'
import { findAction } from '../../records/action-row.ts'
import { forwardAction, mailActions } from '../../records/mail-actions.ts'
import { editAfterFailure, undoAndEditReply } from '../../records/reply-actions.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { sendWriting } from '../../tasks/writing-task.ts'
import { answerSubmission } from './answer-submission.ts'
import { changeForm } from './change-form.ts'
import { continueDraft, dropDraft, offerDraft, startEmpty, typeRecipients } from './draft-actions.ts'
import { keepTypedDraft } from './drafts/form-drafts.ts'
import { openNewMailForm, openReplyForm } from './open-form.ts'
import { fieldIds, readFormState } from './fields/reply-form-state.ts'
import { answerNewest, switchReply } from './form/reply-switch.ts'
import { openToSendAgain } from './send-again.ts'
import { sendTimeIds } from '../schedule/send-time.ts'
import { signatureField } from './fields/text-choices.ts'
import { undoAndEdit } from './undo-and-edit.ts'
import { addCorrespondent, searchCorrespondents } from './form/recipient-menus.ts'
import { searchThreadFiles } from './fields/thread-files-field.ts'

/** Each change in these fields is kept as a draft. */
const keptFields = [
  fieldIds.text,
  fieldIds.subject,
  fieldIds.labels,
  fieldIds.replyTo,
  fieldIds.headers,
  fieldIds.links,
  fieldIds.ticks,
  mailActionIds.closes,
  fieldIds.threadFiles,
]

/** The form for mail: opened from the records alone, checked on submission, and sent as one task. */
export const replyFormFeature: ScopedFeature<OutboundScope> = {
  homeButtons: [{ actionId: mailActionIds.write, text: (language) => mailTextIn(language).compose.write, rank: 1 }],
  listen(slack) {
    for (const verb of ['reply', 'reply_all'])
      slack.action(findAction(mailActions, verb).actionId, (scope, action) =>
        openFromCard(scope, action, { isToAll: verb === 'reply_all' }),
      )
    slack.action(forwardAction.actionId, (scope, action) => openFromCard(scope, action, { kind: 'forward' }))
    slack.action(mailActionIds.write, (scope, action) => openNewMailForm(scope, action))
    slack.action(editAfterFailure.actionId, openToSendAgain)
    slack.action(undoAndEditReply.actionId, undoAndEdit)
    slack.action(/^mail\.recipients:/, typeRecipients)
    for (const field of keptFields)
      slack.action(field, async (scope, action) => void (await keepTypedDraft(scope, action)))
    slack.action(mailActionIds.showMore, (scope, action) =>
      changeForm(scope, action, () => ({ memory: { isMore: true } })),
    )
    slack.action(mailActionIds.showCc, (scope, action) =>
      changeForm(scope, action, () => ({ memory: { hasCc: true } })),
    )
    slack.action(mailActionIds.continueDraft, continueDraft)
    slack.action(mailActionIds.dropDraft, dropDraft)
    slack.action(mailActionIds.startEmpty, (scope, action) =>
      changeForm(scope, action, (form, reader) => startEmpty(scope, reader, form)),
    )
    slack.action(mailActionIds.editRecipients, (scope, action) =>
      changeForm(scope, action, () => ({ isEditing: true })),
    )
    slack.action(mailActionIds.switchReply, (scope, action) =>
      changeForm(scope, action, (form, reader) => switchReply(scope, reader, form)),
    )
    slack.action(mailActionIds.answerNewest, (scope, action) =>
      changeForm(scope, action, (form, reader) => answerNewest(scope, reader, form, action.value)),
    )
    for (const id of [...Object.values(sendTimeIds), signatureField, mailActionIds.quote])
      slack.action(id, (scope, action) => changeForm(scope, action, () => ({})))
    slack.options(fieldIds.threadFiles, searchThreadFiles)
    for (const [field, id] of [
      ['to', mailActionIds.addTo],
      ['cc', mailActionIds.addCc],
    ] as const) {
      slack.options(id, searchCorrespondents)
      slack.action(id, (scope, action) =>
        changeForm(scope, action, (form, reader) => addCorrespondent(scope, action, reader, form, field)),
      )
    }
    slack.action(mailActionIds.fromInbox, (scope, action) => changeForm(scope, action, () => ({})))
    slack.submit(mailCallbackIds.reply, answerSubmission)
    slack.close(mailCallbackIds.reply, closeForm)
  },
}

async function openFromCard(
  scope: OutboundScope,
  action: Action,
  options: { isToAll?: boolean; kind?: 'forward' },
): Promise<void> {
  const target = parseMailTarget(action.value)
  if (target) await openReplyForm(scope, action, target, options)
}

async function closeForm(scope: OutboundScope, closing: ClosedForm): Promise<void> {
  const { team, user, eventId, view } = closing
  await offerDraft(scope, closing)
  const state = readFormState(view)
  if (state && !state.kind)
    await sendWriting(scope.queue, eventId, { team, user, thread: state.thread, form: 'closed' })
}
