import { contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { inputBlock, fileInput, modal, richTextInput, textInput } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock, RichTextBlock, View } from '../../slack/blocks/slack-message.ts'
import { actionIds, callbackIds } from '../action-ids.ts'
import { type Address, domainOf, formatAddress, formatForField } from '../model/address.ts'
import { formTexts as say } from '../text/en-forms.ts'

const FIELD_CHARS = 3000

/** Block ids of the reply form; frozen, since forms stay open over an upgrade. */
export const blockIds = { to: 'to', cc: 'cc', bcc: 'bcc', text: 'text', files: 'files' } as const
/** Action ids of the fields that are only read when the form is sent. */
export const fieldIds = { text: 'mail.text', files: 'mail.files' } as const

/** What a form needs to know again when it is sent. Ids and fingerprints only. */
export interface ReplyFormState {
  thread: string
  mail: string
  /** The newest mail of the thread that this person has been told of. */
  newest: string
  /** The new addresses that this person has seen named. */
  warned: string
  /** The newest reply of a colleague that this person has been told of. */
  colleague?: string
  /** The reply that this one takes the place of. */
  instead?: string
}

export interface ReplyFormOptions {
  memory: ReplyFormState
  inboxId: string
  subject: string
  to: Address[]
  cc: Address[]
  bcc: Address[]
  /** Addresses that this inbox has never had to do with. */
  strangers: string[]
  written?: RichTextBlock | undefined
  holdMs: number
  notices: string[]
}

/** The reply form: every recipient in plain sight, and who is new among them. */
export function buildReplyModal(options: ReplyFormOptions): View {
  const { memory, to, cc, bcc, strangers, holdMs, notices } = options
  const everyone = [...to, ...cc, ...bcc]
  const left = [to, cc, bcc].reduce((sum, list) => sum + list.length - fitting(list).length, 0)
  const line = say.goesTo(everyone.length, companies(everyone), strangers)
  const recipients = (blockId: string, label: string, list: Address[], optional: boolean): MessageBlock =>
    inputBlock(
      { blockId, label, optional, dispatch: true },
      textInput({
        actionId: `${actionIds.recipients}:${blockId}`,
        initial: fitting(list).map(formatForField).join(', '),
        placeholder: say.addressHint,
      }),
    )
  return modal({
    callbackId: callbackIds.reply,
    title: say.replyTitle,
    submit: say.send,
    privateMetadata: JSON.stringify(memory),
    blocks: [
      ...notices.map((notice) => section(plainText(notice, 900))),
      ...(left > 0 ? [section(plainText(say.leftOut(left)))] : []),
      ...contextBlock(plainText(say.about(options.inboxId, options.subject), 300)),
      recipients(blockIds.to, say.to, to, false),
      recipients(blockIds.cc, say.cc, cc, true),
      recipients(blockIds.bcc, say.bcc, bcc, true),
      ...contextBlock(plainText(line, 900)),
      inputBlock(
        { blockId: blockIds.text, label: say.text },
        richTextInput(fieldIds.text, options.written ? { initial: options.written } : {}),
      ),
      inputBlock({ blockId: blockIds.files, label: say.files, optional: true }, fileInput(fieldIds.files)),
      ...contextBlock(say.hold(Math.round(holdMs / 1000))),
    ],
  })
}

/** A field takes 3,000 characters, and half an address is none. */
function fitting(list: Address[]): Address[] {
  let room = FIELD_CHARS
  return list.filter((address) => {
    room -= formatAddress(address).length + 2
    return room >= 0
  })
}

const companies = (list: Address[]): number => new Set(list.map(({ address }) => domainOf(address))).size
