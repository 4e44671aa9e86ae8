import { button, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { alertBlock, inputBlock, fileInput, modal, richTextInput, textInput } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock, RichTextBlock, View } from '../../slack/blocks/slack-message.ts'
import { actionIds, callbackIds } from '../action-ids.ts'
import { type Address, displayAddress, domainOf, formatForField } from '../model/address.ts'
import type { Mail } from '../model/mail.ts'
import type { MailText } from '../text/mail-text.ts'
import { buildAnsweredMail } from './answered-mail.ts'
import { describeRecipients, type FormRecipients } from './form-recipients.ts'
import { buildKeptFiles, type KeptFiles } from './kept-files.ts'
import { blockIds, fieldIds, listRecipients, type ReplyFormState } from './reply-form-state.ts'

/** What the form shows. */
export interface ReplyFormOptions {
  text: MailText
  state: ReplyFormState
  mail: Mail
  recipients: FormRecipients
  /** Addresses that this inbox has never exchanged mail with. */
  newRecipients: string[]
  written?: RichTextBlock | undefined
  kept: KeptFiles
  holdMs: number
  /** What the person must know before they press Send; at most 200 characters each. */
  warnings: string[]
}

/** The reply form: the mail that it answers, who gets the reply and which of them are new, and the text. Warnings are next to Send. */
export function buildReplyModal(options: ReplyFormOptions): View {
  const { text, state, mail, recipients, written, holdMs, warnings } = options
  const say = text.forms
  return modal({
    callbackId: callbackIds.reply,
    title: say.replyTitle,
    submit: say.send,
    close: say.cancel,
    notifyOnClose: true,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...contextBlock(plainText(say.about(mail.inboxId, mail.subject), 300)),
      ...buildAnsweredMail(text, mail),
      ...buildRecipients(options),
      inputBlock(
        { blockId: blockIds.text, label: say.text },
        // The cursor is in the text, unless the recipients are being edited.
        richTextInput(fieldIds.text, { ...(written && { initial: written }), focus: !recipients.isEditing }),
      ),
      ...buildKeptFiles(text, options.kept),
      inputBlock({ blockId: blockIds.files, label: say.files, optional: true }, fileInput(fieldIds.files)),
      ...contextBlock(say.hold(Math.round(holdMs / 1000))),
      ...warnings.map(alertBlock),
    ],
  })
}

function buildRecipients({ text, mail, recipients, newRecipients }: ReplyFormOptions): MessageBlock[] {
  const everyone = listRecipients(recipients)
  const line = text.forms.goesTo(everyone.length, countDomains(everyone), newRecipients)
  return [
    ...(recipients.isEditing ? buildRecipientFields(text, recipients) : buildRecipientList(text, recipients)),
    ...contextBlock(plainText(line, 900)),
    ...describeRecipients(text, mail, recipients).map((note) => section(plainText(note, 900))),
  ]
}

function buildRecipientFields({ forms: say }: MailText, { to, cc, bcc }: FormRecipients): MessageBlock[] {
  const field = (blockId: string, label: string, list: Address[], optional: boolean): MessageBlock =>
    inputBlock(
      { blockId, label, optional, dispatch: true },
      textInput({
        actionId: `${actionIds.recipients}:${blockId}`,
        initial: list.map(formatForField).join(', '),
        placeholder: say.addressHint,
        focus: blockId === blockIds.to,
      }),
    )
  return [
    field(blockIds.to, say.to, to, false),
    field(blockIds.cc, say.cc, cc, true),
    field(blockIds.bcc, say.bcc, bcc, true),
  ]
}

function buildRecipientList({ forms: say }: MailText, { to, cc, bcc }: FormRecipients): MessageBlock[] {
  const list = (label: string, people: Address[]) => plainText(say.peopleList(label, people.map(displayAddress)))
  const edit = button({ actionId: actionIds.editRecipients, text: say.editRecipients })
  return [
    section(list(say.to, to), edit),
    ...(cc.length > 0 ? [section(list(say.cc, cc))] : []),
    ...(bcc.length > 0 ? [section(list(say.bcc, bcc))] : []),
  ]
}

const countDomains = (list: Address[]): number => new Set(list.map(({ address }) => domainOf(address))).size
