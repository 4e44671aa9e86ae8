import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { rebuildReplyFormModal } from './form/build-form.ts'
import type { FormNews } from './form/form-content.ts'
import { findFormContext, findFormRefusalSoon } from './fields/form-context.ts'
import { keepChange } from './drafts/form-drafts.ts'
import type { FormReader } from './fields/form-reader.ts'
import { type OpenForm, readFormState } from './fields/reply-form-state.ts'
import { isOtherInboxChosen, withChosenInbox } from './fields/sending-inbox.ts'

/** Shows an open form again with what a click in it changes, and with what follows from what was typed: who gets the mail, and who of them is new. */
export async function changeForm(
  services: OutboundServices,
  action: Action,
  change: (form: OpenForm, reader: FormReader) => FormNews | undefined | Promise<FormNews | undefined>,
): Promise<void> {
  const { team, user, view } = action
  const state = view && readFormState(view)
  if (!view || !state) return undefined
  const context = await findFormContext(services, team, state)
  const refusal = context && (await findFormRefusalSoon(services, action, context))
  if (refusal) return refuseClick(services, action, refusal)
  const reader = { team, user, text: mailTextIn(await services.languages.ofPerson(team, user)) }
  const form = { view, state: await withChosenInbox(services, reader, { view, state }) }
  if (isOtherInboxChosen(services, form))
    return refuseClick(services, action, plainTextMessage(reader.text.compose.inboxUnsure))
  const news = await change(form, reader)
  if (news) await keepChange(services, action, form.state, news)
  const next = news && (await rebuildReplyFormModal(services, reader, form, news))
  if (next) await services.views.update(team, view.id, next, view.hash)
  return undefined
}
