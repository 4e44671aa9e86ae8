import { z } from 'zod'
import { listSignatureLines } from '../../../../mail-content/writing/write-signature.ts'
import { contextBlock, plainText } from '../../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../../slack/blocks/mrkdwn.ts'
import { checkboxes, checkboxRow, inputBlock, staticSelect } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { OpenView } from '../../../../slack/inbound/listeners.ts'
import { mailActionIds } from '../../../action-ids.ts'
import {
  findUsualSignature,
  readSignature,
  type SignatureName,
  signatureNames,
  type WritingChoices,
} from '../../../records/writing-settings.ts'
import type { SubmittedReply } from '../../../tasks/reply-task.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { OpenForm } from './reply-form-state.ts'

/** Frozen, because forms stay open over an upgrade. */
const blocks = { quote: 'quote', signature: 'signature' } as const
/** Also frozen. */
export const signatureField = 'mail.signature'
const fields = { quote: mailActionIds.quote, signature: signatureField } as const
const QUOTED = 'quoted'
const LINE_CHARS = 200

/** Asks whether to include the answered mail below the text. */
export const buildQuoteChoice = ({ quoting }: MailText, isQuoted: boolean): MessageBlock[] => [
  checkboxRow(
    blocks.quote,
    checkboxes(fields.quote, [{ text: quoting.choice, value: QUOTED }], isQuoted ? [QUOTED] : []),
  ),
]

/** Returns undefined if the form does not ask. */
export const readQuoteChoice = ({ values }: OpenView): boolean | undefined =>
  values[blocks.quote]?.[fields.quote]?.selected_options?.some(({ value }) => value === QUOTED)

/** The choice of the signature below the text; nothing if there is none to choose. */
export function buildSignatureChoice(
  { quoting }: MailText,
  writing: WritingChoices,
  chosen: SignatureName | undefined,
): MessageBlock[] {
  const usual = findUsualSignature(writing)
  const offered = signatureNames.filter((name) => name === 'none' || name === usual || writing.signatures[name] !== '')
  if (usual === 'none') return []
  const choices = offered.map((name) => ({ value: name, text: quoting.signatures[name] }))
  const shown = chosen !== undefined && offered.includes(chosen) ? chosen : usual
  return [
    inputBlock(
      { blockId: blocks.signature, label: quoting.signature, dispatch: true },
      staticSelect(fields.signature, choices, shown),
    ),
  ]
}

/** Names the lines with which the mail will end, for its writer; nothing without a signature. */
export const buildSignatureLine = (
  { quoting }: MailText,
  writing: WritingChoices,
  { chosen, writer }: { chosen: SignatureName | undefined; writer: string | undefined },
): MessageBlock[] => {
  const { text, isNamed } = readSignature(writing, chosen)
  const listed = listSignatureLines(text, isNamed ? writer : undefined)
  const signature = truncate(listed.filter((line) => line.trim() !== '').join(' · '), LINE_CHARS)
  if (signature === '') return []
  const hasName = listed.length > listSignatureLines(text, undefined).length
  return contextBlock(plainText(hasName ? quoting.endsWithName({ signature }) : quoting.endsWith({ signature })))
}

/** Returns the chosen signature; undefined if none was chosen. A choice stays when its field is hidden. */
export const readSignatureChoice = ({ view, state }: OpenForm): SignatureName | undefined =>
  z.enum(signatureNames).safeParse(view.values[blocks.signature]?.[fields.signature]?.selected_option?.value).data ??
  state.signature

/** The chosen quotation and signature so far. */
export function readTextChoices(form: OpenForm): Pick<SubmittedReply, 'isQuoted' | 'signature'> {
  const isQuoted = readQuoteChoice(form.view)
  const signature = readSignatureChoice(form)
  return { ...(isQuoted !== undefined && { isQuoted }), ...(signature && { signature }) }
}
