import { actionsBlock, button, contextBlock, plainText, section } from '../../../../slack/blocks/block-builders.ts'
import { inputBlock, textInput } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../../../action-ids.ts'
import { type Address, displayAddress, domainOf, formatForField } from '../../../records/address.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { describeRecipientCount } from '../../../text/outbound/recipient-sentences.ts'
import type { FormContext } from '../fields/form-context.ts'
import { describeRecipients, type FormRecipients } from './form-recipients.ts'
import { buildRecipientMenu, type CompletedField } from './recipient-menus.ts'
import { blockIdOf, listRecipients, type ReplyFormState, withoutRepeats } from '../fields/reply-form-state.ts'

interface RecipientOptions {
  text: MailText
  state: ReplyFormState
  context: FormContext
  recipients: FormRecipients
  /** Addresses that this inbox has never exchanged mail with, and that no tick names. */
  newRecipients: string[]
  /** Whether the fields have menus of people that the inbox has written to. */
  isCompleted: boolean
}

/** Shows the recipients, as a list or as fields, with a summary. */
export function buildRecipients(options: RecipientOptions): MessageBlock[] {
  const { text, state, context, recipients, newRecipients } = options
  const everyone = listRecipients(withoutRepeats(recipients))
  const line = describeRecipientCount(text, {
    people: everyone.length,
    domains: [...new Set(everyone.map(({ address }) => domainOf(address)))],
    newAddresses: newRecipients,
  })
  return [
    ...(recipients.isEditing ? buildRecipientFields(options) : buildRecipientList(text, recipients)),
    ...contextBlock(line !== '' && plainText(line, 900)),
    ...describeRecipients(text, recipients, state.kind ? undefined : context.answered?.mail).map((note) =>
      section(plainText(note, 900)),
    ),
  ]
}

function buildRecipientFields({ text, state, recipients, isCompleted }: RecipientOptions): MessageBlock[] {
  const { forms: words, compose } = text
  const { to, cc, bcc, typed } = recipients
  const menu = (field: CompletedField): MessageBlock[] => (isCompleted ? buildRecipientMenu(text, state, field) : [])
  const field = (id: 'to' | 'cc' | 'bcc', label: string, list: Address[], optional: boolean): MessageBlock =>
    inputBlock(
      { blockId: blockIdOf(state, id), label, optional, dispatch: true },
      textInput({
        actionId: `${mailActionIds.recipients}:${id}`,
        initial: typed?.[id] ?? list.map(formatForField).join(', '),
        reportsTyping: true,
        ...(id === 'to' && { placeholder: words.addressHint, focus: true }),
      }),
    )
  return [
    field('to', words.to, to, false),
    ...menu('to'),
    ...(state.kind && !state.hasCc
      ? actionsBlock(button({ actionId: mailActionIds.showCc, text: compose.addCc }))
      : [field('cc', words.cc, cc, true), ...menu('cc'), field('bcc', words.bcc, bcc, true)]),
  ]
}

function buildRecipientList({ forms: words, formats }: MailText, { to, cc, bcc }: FormRecipients): MessageBlock[] {
  const list = (label: string, people: Address[]) =>
    plainText(words.peopleList({ label, people: formats.list(people.map(displayAddress), 'comma') }))
  const edit = button({ actionId: mailActionIds.editRecipients, text: words.editRecipients })
  return [
    section(list(words.to, to), edit),
    ...(cc.length > 0 ? [section(list(words.cc, cc))] : []),
    ...(bcc.length > 0 ? [section(list(words.bcc, bcc))] : []),
  ]
}
