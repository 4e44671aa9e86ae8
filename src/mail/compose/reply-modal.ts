import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { inputBlock, fileInput, modal, richTextInput, textInput } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock, RichTextBlock, View } from '../../slack/blocks/slack-message.ts'
import { actionIds, callbackIds } from '../action-ids.ts'
import { type Address, domainOf, formatAddress, formatForField } from '../model/address.ts'
import { formTexts as say } from '../text/en-forms.ts'
import { buildKeptFiles, type KeptFiles } from './kept-files.ts'
import { blockIds, fieldIds, type ReplyFormState } from './reply-form-state.ts'

const FIELD_CHARS = 3000

/** What the form shows. */
export interface ReplyFormOptions {
  state: ReplyFormState
  inboxId: string
  subject: string
  to: Address[]
  cc: Address[]
  bcc: Address[]
  /** How many recipients of the mail the fields have no room for. */
  leftOut: number
  /** Addresses that this inbox has never exchanged mail with. */
  newRecipients: string[]
  written?: RichTextBlock | undefined
  kept: KeptFiles
  holdMs: number
  notices: string[]
}

/** The reply form: shows every recipient, and which of them are new. */
export function buildReplyModal(options: ReplyFormOptions): View {
  const { state, to, cc, bcc, leftOut, newRecipients, holdMs, notices } = options
  const everyone = [...to, ...cc, ...bcc]
  const line = say.goesTo(everyone.length, countDomains(everyone), newRecipients)
  const recipients = (blockId: string, label: string, list: Address[], optional: boolean): MessageBlock =>
    inputBlock(
      { blockId, label, optional, dispatch: true },
      textInput({
        actionId: `${actionIds.recipients}:${blockId}`,
        initial: list.map(formatForField).join(', '),
        placeholder: say.addressHint,
      }),
    )
  return modal({
    callbackId: callbackIds.reply,
    title: say.replyTitle,
    submit: say.send,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...notices.map((notice) => section(plainText(notice, 900))),
      ...(leftOut > 0 ? [section(plainText(say.leftOut(leftOut)))] : []),
      ...contextBlock(plainText(say.about(options.inboxId, options.subject), 300)),
      recipients(blockIds.to, say.to, to, false),
      recipients(blockIds.cc, say.cc, cc, true),
      recipients(blockIds.bcc, say.bcc, bcc, true),
      ...contextBlock(plainText(line, 900)),
      inputBlock(
        { blockId: blockIds.text, label: say.text },
        richTextInput(fieldIds.text, options.written ? { initial: options.written } : {}),
      ),
      ...buildKeptFiles(options.kept),
      inputBlock({ blockId: blockIds.files, label: say.files, optional: true }, fileInput(fieldIds.files)),
      ...contextBlock(say.hold(Math.round(holdMs / 1000))),
    ],
  })
}

/** The recipients that a field of the form has room for: it takes 3,000 characters, and no address is cut. */
export function fitInField(list: Address[]): Address[] {
  let left = FIELD_CHARS
  return list.filter((address) => {
    left -= formatAddress(address).length + 2
    return left >= 0
  })
}

const countDomains = (list: Address[]): number => new Set(list.map(({ address }) => domainOf(address))).size
