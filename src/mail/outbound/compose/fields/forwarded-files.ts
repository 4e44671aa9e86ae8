import { contextBlock, plainText } from '../../../../slack/blocks/block-builders.ts'
import { checkboxes, inputBlock, splitIntoChunks } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import type { SubmittedReply } from '../../../tasks/reply-task.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { AnsweredMail } from './form-context.ts'
import type { OpenForm, ReplyFormState } from './reply-form-state.ts'
import { nameFileOption } from '../../../text/outbound/file-names.ts'
import { shortenFileName } from '../../../text/shorten-file-name.ts'

/** Frozen, because forms stay open over an upgrade. */
const blockId = 'forwarded'
const fieldId = 'mail.forwarded'
/** Slack's limit of checkboxes in a list; with more files, all are included. */
const MAX_CHOICES = 10
const LINE_CHARS = 1900
/** A mail has at most a hundred files, and the form has room for all these names. */
const NAME_CHARS = 150
/** Keeps the form below Slack's limit of blocks. */
const MAX_LINES = 12

type ForwardedFile = NonNullable<SubmittedReply['mailFiles']>[number]

const listFiles = (key: string, { attachments }: Mail): ForwardedFile[] =>
  attachments.flatMap(({ id, name, size }) =>
    id ? [{ mail: key, id, name, ...(size !== undefined && { size }) }] : [],
  )

/** Lists the files of the forwarded mail, each included unless it is unticked. */
export function buildForwardedFiles(
  text: MailText,
  { key, mail }: AnsweredMail,
  ticked: string[] | undefined,
): MessageBlock[] {
  const files = listFiles(key, mail)
  if (files.length === 0) return []
  if (files.length > MAX_CHOICES)
    return splitIntoChunks(describeAllFiles(text, files), LINE_CHARS)
      .slice(0, MAX_LINES)
      .flatMap((part) => contextBlock(plainText(part, LINE_CHARS)))
  const choices = files.map((file) => ({ text: nameFileOption(text, file), value: file.id }))
  const chosen = ticked ?? files.map(({ id }) => id)
  return [
    inputBlock({ blockId, label: text.compose.forwardedFiles, optional: true }, checkboxes(fieldId, choices, chosen)),
  ]
}

/** Names every file of a mail that has too many to leave some out. */
const describeAllFiles = ({ compose, formats }: MailText, files: ForwardedFile[]): string =>
  compose.forwardsFiles({
    count: files.length,
    files: formats.list(files.map(({ name }) => shortenFileName(name, NAME_CHARS))),
  })

/** The ids of the ticked files; undefined if the form does not ask. */
export const readForwardedTicks = ({ view }: Pick<OpenForm, 'view'>): string[] | undefined =>
  view.values[blockId]?.[fieldId]?.selected_options?.map(({ value }) => value)

/** The files included in a forward, as recorded with the mail; all of them without ticks. */
export function listForwardedFiles(
  { kind }: Pick<ReplyFormState, 'kind'>,
  answered: AnsweredMail | undefined,
  ticked: string[] | undefined,
): ForwardedFile[] {
  if (kind !== 'forward' || !answered) return []
  const files = listFiles(answered.key, answered.mail)
  return ticked ? files.filter(({ id }) => ticked.includes(id)) : files
}

/** The files to send with a forward; the field is absent if its mail has none. */
export function readForwardedFiles(
  form: OpenForm,
  answered: AnsweredMail | undefined,
): Pick<SubmittedReply, 'mailFiles'> {
  const isAsked = listForwardedFiles(form.state, answered, undefined).length > 0
  return isAsked ? { mailFiles: listForwardedFiles(form.state, answered, readForwardedTicks(form)) } : {}
}
