import { sanitizeLine } from '../../../../core/sanitize-text.ts'
import { inputBlock, textInput } from '../../../../slack/blocks/form-fields.ts'
import { truncate } from '../../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { formatForField, parseTypedAddresses } from '../../../records/address.ts'
import { MAX_HEADERS, parseHeaderLines } from './mail-headers.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import type { SubmittedReply } from '../../../tasks/reply-task.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { blockIdOf, fieldIds, type OpenForm, type ReplyFormState } from './reply-form-state.ts'

const MAX_LABELS = 20
const MAX_LABEL_CHARS = 100
const MAX_REPLY_TO = 10

/** The fields behind More, as typed. */
export interface MoreTexts {
  labels?: string | undefined
  replyTo?: string | undefined
  headers?: string | undefined
}

/** Renders the rarely used fields after the person opens them. */
export function buildMoreFields({ compose }: MailText, state: ReplyFormState, texts: MoreTexts): MessageBlock[] {
  if (!state.isMore) return []
  const field = (name: keyof MoreTexts, label: string, hint: string, multiline = false) => {
    const { [name]: initial } = texts
    return inputBlock(
      { blockId: blockIdOf(state, name), label, hint, optional: true, dispatch: true },
      textInput({ actionId: fieldIds[name], multiline, reportsTyping: true, ...(initial && { initial }) }),
    )
  }
  return [
    field('replyTo', compose.replyTo, compose.replyToHint),
    field('labels', compose.labels, compose.labelsHint),
    field('headers', compose.headers, compose.headersHint, true),
  ]
}

/** Reads the typed content of the fields behind More. */
export function readMoreTexts({ view, state }: OpenForm): MoreTexts {
  const read = (name: keyof MoreTexts) => view.values[blockIdOf(state, name)]?.[fieldIds[name]]?.value ?? undefined
  return { labels: read('labels'), replyTo: read('replyTo'), headers: read('headers') }
}

/** The fields behind More, as a reply was sent with them. */
export const recallMoreTexts = ({ labels = [], replyTo = [], headers = {} }: Reply): MoreTexts => ({
  labels: labels.join(', '),
  replyTo: replyTo.map(formatForField).join(', '),
  headers: Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
})

/** Whether any of these fields has content. */
export const hasMoreTexts = (texts: MoreTexts): boolean => Object.values(texts).some((text) => Boolean(text?.trim()))

/** Returns the values of the fields behind More, or an error for each one that cannot be sent. */
export function readMoreFields(
  { compose, forms, formats }: MailText,
  form: OpenForm,
): Pick<SubmittedReply, 'labels' | 'replyTo' | 'headers'> | { errors: Record<string, string> } {
  const { labels: typedLabels = '', replyTo: typedReplyTo = '', headers: typedHeaders = '' } = readMoreTexts(form)
  const labels = [...new Set(typedLabels.split(/[,\n]/).map(sanitizeLine).filter(Boolean))]
  const long = labels.find((label) => label.length > MAX_LABEL_CHARS)
  const replyTo = parseTypedAddresses(typedReplyTo)
  const found = parseHeaderLines(typedHeaders)
  const headers = 'headers' in found ? found.headers : {}
  const count = Object.keys(headers).length
  const errors: [keyof MoreTexts, string | false][] = [
    ['labels', labels.length > MAX_LABELS && compose.tooManyLabels({ labels: labels.length, most: MAX_LABELS })],
    [
      'labels',
      long !== undefined &&
        compose.longLabel({ label: truncate(long, 40), characters: long.length, most: MAX_LABEL_CHARS }),
    ],
    [
      'replyTo',
      replyTo.unreadable.length > 0 && forms.notAddress({ words: formats.list(replyTo.unreadable, 'comma') }),
    ],
    ['replyTo', replyTo.addresses.length > MAX_REPLY_TO && compose.tooManyReplyTo({ most: MAX_REPLY_TO })],
    [
      'headers',
      'problem' in found && compose.badHeader[found.problem]({ line: found.line, text: truncate(found.text, 60) }),
    ],
    ['headers', count > MAX_HEADERS && compose.tooManyHeaders({ headers: count, most: MAX_HEADERS })],
  ]
  const wrong = errors.flatMap(([name, error]) =>
    error === false ? [] : [[blockIdOf(form.state, name), error] as const],
  )
  if (wrong.length > 0) return { errors: Object.fromEntries(wrong) }
  return {
    ...(labels.length > 0 && { labels }),
    ...(replyTo.addresses.length > 0 && { replyTo: replyTo.addresses }),
    ...(count > 0 && { headers }),
  }
}
