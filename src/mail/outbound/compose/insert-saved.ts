import { withinDeadline } from '../../../core/question-time.ts'
import type { ScopedFeature } from '../../../scoped-feature.ts'
import type { MenuChoices } from '../../../slack/blocks/form-fields.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import type { Action, OptionsRequest } from '../../../slack/inbound/listeners.ts'
import { readRichText } from '../../../mail-content/writing/slack-to-mail.ts'
import { isSameAddress } from '../../records/address.ts'
import type { ListedSavedReply } from '../saved/saved-reply.ts'
import { refuseClick } from '../../notify/requester-reply.ts'
import {
  appendText,
  fillPlaceholders,
  findPlaceholderValues,
  listOpenPlaceholders,
} from '../saved/fill-placeholders.ts'
import { parseSaved, readSavedList, savedActionIds } from '../saved/saved-ids.ts'
import { readSaved } from '../saved/saved-list.ts'
import { sendSavedChange } from '../saved/saved-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { changeForm } from './change-form.ts'
import type { FormNews } from './form/form-content.ts'
import { quoteMail } from '../../records/mail/mail-preview.ts'
import { findFormContext, type FormContext } from './fields/form-context.ts'
import type { FormReader } from './fields/form-reader.ts'
import { readFormRecipients } from './form/form-recipients.ts'
import { openNewMailForm } from './open-form.ts'
import { listRecipients, type OpenForm, readFormState, readTypedText } from './fields/reply-form-state.ts'
import { findSavedChannel, findSavedChoices, groupSaved } from './fields/saved-select.ts'
import { readSubject } from './fields/subject-field.ts'

/** How much of an email is searched for a ticket number. */
const TICKET_CHARS = 1000

/** The menu of saved replies in the form for mail. */
export const insertSavedFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    slack.action(savedActionIds.insert, (scope, action) =>
      changeForm(scope, action, (form, reader) => insertSaved(scope, action, form, reader)),
    )
    slack.options(savedActionIds.insert, searchSaved)
    slack.action(savedActionIds.use, writeWithSaved)
  },
}

/** Finds a saved reply that the person may use: their own, or one of a channel that they can read. */
async function findChosen(
  scope: OutboundScope,
  { user, value }: Action,
  channel: string | undefined,
): Promise<ListedSavedReply | undefined> {
  const target = parseSaved(value, user)
  if (!target) return undefined
  const { mine, here } = await readSaved(scope, user, channel)
  return [...mine, ...here].find(({ id, scope }) => id === target.id && scope === target.scope)
}

const countUse = ({ queue, clock }: OutboundScope, { team, user, eventId: event }: Action, saved: ListedSavedReply) =>
  sendSavedChange(queue, { team, user, event, at: clock.now(), scope: saved.scope, id: saved.id, do: 'use' })

/** Inserts a saved reply below the typed text, with known placeholders filled in. */
async function insertSaved(
  scope: OutboundScope,
  action: Action,
  form: OpenForm,
  reader: FormReader,
): Promise<FormNews> {
  const context = await findFormContext(scope, form.state)
  const saved = context && (await findChosen(scope, action, findSavedChannel(context, form.state)))
  const written = saved && readRichText(saved.written)
  if (!context || !saved || !written) return { warnings: [reader.text.saved.gone] }
  const subject = readSubject(form) ?? context.answered?.mail.subject ?? ''
  const mail = context.answered?.mail
  const values = findPlaceholderValues({
    recipient: await findRecipientName(scope, reader, context, form),
    writer: (await withinDeadline(scope.people.person(scope.team, reader.user)))?.name,
    subject,
    text: mail && quoteMail(mail, TICKET_CHARS).text,
  })
  await countUse(scope, action, saved)
  const filled = fillPlaceholders(written, values)
  const text = appendText(readTypedText(form), filled)
  const placeholders = [...new Set([...(form.state.placeholders ?? []), ...listOpenPlaceholders(filled)])]
  return { written: text, memory: { placeholders } }
}

/** The name of the first recipient, from the form or from the answered mail. */
async function findRecipientName(
  scope: OutboundScope,
  reader: FormReader,
  context: FormContext,
  form: OpenForm,
): Promise<string | undefined> {
  const [first] = listRecipients(await readFormRecipients(scope, reader, context, form))
  if (!first || first.name) return first?.name
  const { from, replyTo, to, cc } = context.answered?.mail ?? { replyTo: [], to: [], cc: [] }
  const known = [...(from ? [from] : []), ...replyTo, ...to, ...cc]
  return known.find(({ name, address }) => name && isSameAddress(address, first.address))?.name
}

/** Searches the saved replies by name, if there are more than a hundred. */
async function searchSaved(scope: OutboundScope, { team, user, view, typed }: OptionsRequest): Promise<MenuChoices> {
  const state = view && readFormState(view)
  const context = state && (await findFormContext(scope, state))
  if (!context) return { choices: [] }
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  return { groups: groupSaved(text, await findSavedChoices(scope, { user, text }, context, state), typed) }
}

/** Opens a new mail with a saved reply from the list. */
async function writeWithSaved(scope: OutboundScope, action: Action): Promise<void> {
  const channel = action.view && readSavedList(action.view.privateMetadata).channel
  const saved = await findChosen(scope, action, channel)
  const text = mailTextIn(await scope.languages.ofPerson(action.team, action.user))
  if (!saved) return refuseClick(scope, action, plainTextMessage(text.saved.gone))
  const written = readRichText(saved.written)
  await openNewMailForm(scope, action, {
    written,
    ...(written && { placeholders: listOpenPlaceholders(written) }),
    ...(channel && { place: { channel } }),
  })
  await countUse(scope, action, saved)
}
