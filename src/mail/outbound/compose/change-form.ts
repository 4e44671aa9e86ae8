import { allowed } from '../../../access/authorize.ts'
import { questionTimeMs } from '../../../core/question-time.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { rebuildReplyFormModal } from './form/build-form.ts'
import type { FormNews } from './form/form-content.ts'
import { askToReadForm, findFormContext } from './fields/form-context.ts'
import { keepChange } from './drafts/form-drafts.ts'
import type { FormReader } from './fields/form-reader.ts'
import { type OpenForm, readFormState } from './fields/reply-form-state.ts'
import { isOtherInboxChosen, withChosenInbox } from './fields/sending-inbox.ts'

/** Rebuilds an open form after a click in it, and updates what follows from the typed text: the recipients, and which of them are new. */
export async function changeForm(
  scope: OutboundScope,
  action: Action,
  change: (form: OpenForm, reader: FormReader) => FormNews | undefined | Promise<FormNews | undefined>,
): Promise<void> {
  const { team, user, view } = action
  const state = view && readFormState(view)
  if (!view || !state) return undefined
  const context = await findFormContext(scope, state)
  const permission = context
    ? await askToReadForm(scope, action.user, context, { withinMs: questionTimeMs() })
    : allowed
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  const reader = { team, user, text: mailTextIn(await scope.languages.ofPerson(team, user)) }
  const form = { view, state: await withChosenInbox(scope, reader, { view, state }) }
  if (isOtherInboxChosen(scope, form))
    return refuseClick(scope, action, plainTextMessage(reader.text.compose.inboxUnsure))
  const news = await change(form, reader)
  if (news) await keepChange(scope, action, form.state, news)
  const next = news && (await rebuildReplyFormModal(scope, reader, form, news))
  if (next) await scope.views.update(team, view.id, next, view.hash)
  return undefined
}
