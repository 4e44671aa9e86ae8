import type { MailMessage } from '../../../clients/mailbox/mailbox-schemas.ts'
import type { FetchedMessage } from '../../../clients/mailbox/message-reader.ts'
import { DAY_MS } from '../../../core/clock.ts'
import { sanitizeLine } from '../../../core/sanitize-text.ts'
import { readAddresses, readAddressField } from '../../records/address.ts'
import type { Mail, MailRef, MailRestriction } from '../../records/mail/mail.ts'
import { findMailKinds } from './mail-kinds.ts'

const MAX_FILES = 100
const MAX_HEADERS = 200
const MAX_REFERENCES = 50
const MAX_SUBJECT_CHARS = 1_000
const MAX_NAME_CHARS = 500
const MAX_LABELS = 50
const MAX_LABEL_CHARS = 100
/** Mail that is stored later than this is kept from then on. */
const STORED_LATE_MS = DAY_MS
/** Limits the body, which every card and modal of a mail reads: a longer one would delay everyone else. */
const MAX_BODY_CHARS = 1_000_000

/** Reads the parts of a body, each cut to its limit. */
export function readBody(message: ReceivedMessage) {
  const { text, html, extracted_text: newText, extracted_html: newHtml, preview, isPartial = false } = message
  const shown = { text, html: withoutData(html), newText, newHtml: withoutData(newHtml), preview }
  const given = Object.entries(shown).filter((entry) => entry[1] !== undefined)
  const kept = given.map(([name, value = '']) => [name, value.slice(0, MAX_BODY_CHARS).toWellFormed()])
  const isMissing = isPartial && text === undefined && html === undefined
  const isCut = isMissing || given.some(([, value = '']) => value.length > MAX_BODY_CHARS)
  return { ...(Object.fromEntries(kept) as Body), ...(isCut && { isCut }) }
}

/** Removes embedded images, which are never shown, from a long body: they would take the space of its text. */
const withoutData = (html: string | undefined): string | undefined =>
  html === undefined || html.length <= MAX_BODY_CHARS
    ? html
    : html.replace(/\bdata:[a-z]{1,20}\/[\w.+-]{1,60}[\w;=-]{0,60},[\w+/=%-]+/gi, 'data:,')

type Body = Pick<Mail, 'text' | 'html' | 'newText' | 'newHtml' | 'preview'>

/** A message from an event, or a fetched one. */
export type ReceivedMessage = MailMessage & Partial<Pick<FetchedMessage, 'isPartial'>>

/** Facts about a message that its event does not contain. */
interface MessageContext {
  thread: string
  now: number
  isFetched: boolean
  restriction: MailRestriction | undefined
  count: number | undefined
  own: string | undefined
}

/** The time when the mailbox received a mail; undefined if unknown. */
export function readTimestamp(timestamp = ''): number | undefined {
  const at = Date.parse(timestamp)
  return Number.isFinite(at) ? at : undefined
}

/** Converts a message of the mailbox to a record, without badges. */
export function buildMailRecord(message: ReceivedMessage, ref: MailRef, context: MessageContext): Mail {
  const to = readAddressField(message.to)
  const cc = readAddressField(message.cc)
  const leftOut = to.leftOut + cc.leftOut
  const [from] = [...readAddresses(message.from), ...readAddresses(message.from_)]
  const labels = readLabels(message.labels)
  const at = readTimestamp(message.timestamp) ?? context.now
  const mail: Mail = {
    ...ref,
    ...readBody(message),
    thread: context.thread,
    at,
    ...(context.now - at > STORED_LATE_MS && { storedAt: context.now }),
    from: from ?? { address: '' },
    replyTo: readAddresses(message.reply_to),
    to: to.addresses,
    cc: cc.addresses,
    ...(leftOut > 0 && { leftOut }),
    ...(cc.leftOut > 0 && { leftOutCc: cc.leftOut }),
    subject: sanitizeLine((message.subject ?? '').slice(0, MAX_SUBJECT_CHARS)),
    isFetched: context.isFetched,
    attachments: message.attachments.slice(0, MAX_FILES).map((one) => buildAttachment(one, message.html)),
    headers: readHeaders(message),
    badges: [],
    ...(context.restriction && { restriction: context.restriction, held: { state: 'held', at: context.now } }),
    ...(context.count !== undefined && { count: context.count }),
    ...(context.own !== undefined && { own: context.own }),
    ...(labels.length > 0 && { labels }),
  }
  const kinds = findMailKinds(mail)
  return { ...mail, ...(kinds.length > 0 && { kinds }) }
}

const readLabels = (labels: string[]): string[] =>
  labels.slice(0, MAX_LABELS).map((label) => sanitizeLine(label.slice(0, MAX_LABEL_CHARS)))

/** Adds the ids that a mail refers to, which a mailbox may report only in separate fields. */
function readHeaders({ headers, in_reply_to: answered, references }: ReceivedMessage): Record<string, string> {
  const given = Object.entries(headers).slice(0, MAX_HEADERS)
  const lacks = (wanted: string) => !given.some(([name]) => name.toLowerCase() === wanted.toLowerCase())
  const added = { 'In-Reply-To': answered ?? '', References: references.slice(-MAX_REFERENCES).join(' ') }
  return Object.fromEntries([...given, ...Object.entries(added).filter(([name, value]) => value !== '' && lacks(name))])
}

const buildAttachment = (
  attachment: MailMessage['attachments'][number],
  html: string | undefined,
): Mail['attachments'][number] => ({
  ...(attachment.attachment_id && { id: attachment.attachment_id }),
  name: sanitizeLine((attachment.filename ?? '').slice(0, MAX_NAME_CHARS)) || 'file',
  ...(attachment.size !== undefined && { size: attachment.size }),
  ...(attachment.content_type && { type: attachment.content_type }),
  isInline: isBetweenLines(attachment, html),
})

/** Whether an attachment is shown in the text: the attachment declares this itself, or the HTML refers to it. */
function isBetweenLines(
  { inline, content_disposition: disposition, content_id: id, content_type: type }: MailMessage['attachments'][number],
  html = '',
): boolean {
  if (!id) return false
  if (inline !== undefined || disposition !== undefined) return inline ?? disposition === 'inline'
  return type?.startsWith('image/') === true && html.includes(`cid:${id.replace(/^<|>$/g, '')}`)
}
