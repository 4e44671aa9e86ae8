import { ControlError, isJsonObject, optionalText, type JsonObject } from '../../server/control-routes.ts'
import { toThread, bareAddress, toEventMessage, newMessageId, formatSenders } from '../api/message-objects.ts'
import { omitUndefined } from '../api/field-reader.ts'
import type { MailboxEvents } from '../webhooks/mailbox-events.ts'
import { type Attachment, type Inbox, type Mail, type MailboxState } from '../api/mailbox-types.ts'
import { newMailId, newTimestamps } from '../api/mailbox-state.ts'

export const INBOUND_KINDS = ['received', 'spam', 'blocked', 'unauthenticated'] as const
export type InboundKind = (typeof INBOUND_KINDS)[number]

function list(fields: JsonObject, name: string): string[] {
  const value = fields[name]
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw new ControlError(`${name} is a string or an array of strings`)
}

function headersOf(fields: JsonObject): Record<string, string> {
  const { headers } = fields
  if (headers === undefined || headers === null) return {}
  if (!isJsonObject(headers)) throw new ControlError('headers is an object of strings')
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function attachmentsOf(fields: JsonObject): Attachment[] {
  const { attachments } = fields
  if (attachments === undefined || attachments === null) return []
  if (!Array.isArray(attachments) || !attachments.every(isJsonObject))
    throw new ControlError('attachments is an array of { filename, content_type?, content } (base64)')
  return attachments.map((one) => {
    const content = Buffer.from(optionalText(one, 'content') ?? '', 'base64')
    return {
      ...omitUndefined({
        filename: optionalText(one, 'filename'),
        content_type: optionalText(one, 'content_type'),
        content_disposition: optionalText(one, 'content_disposition'),
        content_id: optionalText(one, 'content_id'),
        inline: typeof one['inline'] === 'boolean' ? one['inline'] : undefined,
      }),
      attachment_id: optionalText(one, 'attachment_id') ?? newMailId('att'),
      size: typeof one['size'] === 'number' ? one['size'] : content.length,
      content,
    }
  })
}

function checkFrom(from: unknown): void {
  const one = (value: unknown): boolean =>
    typeof value === 'string' || (isJsonObject(value) && typeof value['email'] === 'string')
  const fits = Array.isArray(from) ? from.length > 0 && from.every(one) : typeof from === 'string' && from !== ''
  if (!fits) throw new ControlError('from is `Name <a@b>`, an array of those, or an array of { name, email }')
}

/** The kind of an incoming mail by the receive lists, unless the test set one. */
export function kindFor(state: MailboxState, inbox: Inbox, from: string): InboundKind {
  const address = bareAddress(from)
  const hit = state.lists.some(
    ({ direction, list_type, entry, inbox_id, pod_id }) =>
      direction === 'receive' &&
      list_type === 'block' &&
      (!inbox_id || inbox_id === inbox.inbox_id) &&
      (!pod_id || pod_id === inbox.pod_id) &&
      (entry === address || address.endsWith(`@${entry}`)),
  )
  return hit ? 'blocked' : 'received'
}

/** Adds a received mail to its thread and fires the event of its kind. Returns the event's id. */
export function addReceivedMail(
  state: MailboxState,
  events: MailboxEvents,
  unlabelled: Omit<Mail, 'labels'>,
  kind: InboundKind,
  labels: string[] = [],
): string {
  const mail: Mail = {
    ...unlabelled,
    labels: [...new Set(['received', 'unread', ...(kind === 'received' ? [] : [kind]), ...labels])],
  }
  state.mails.push(mail)
  const thread = state.mails.filter((one) => one.inbox_id === mail.inbox_id && one.thread_id === mail.thread_id)
  const type = kind === 'received' ? 'message.received' : `message.received.${kind}`
  return events.fire(type, mail.inbox_id, { message: toEventMessage(mail), thread: toThread(thread) })
}

/** Receives a mail from a customer: adds it to its thread and fires the event of its kind. */
export function receiveMail(
  state: MailboxState,
  events: MailboxEvents,
  fields: JsonObject,
  wanted: InboundKind | undefined,
): { message_id: string; thread_id: string; event_id: string } {
  const inbox = state.inboxes.get(optionalText(fields, 'inbox_id') ?? '')
  if (!inbox)
    throw new ControlError(
      `inbox_id is one of ${[...state.inboxes.keys()].join(', ')}; POST /mail/v0/inboxes makes one`,
      404,
    )
  const { from } = fields
  checkFrom(from)
  const sender = formatSenders(from)[0] ?? ''
  const kind = wanted ?? kindFor(state, inbox, sender)
  const inReplyTo = optionalText(fields, 'in_reply_to')
  const parent = state.mails.find((mail) => mail.inbox_id === inbox.inbox_id && mail.message_id === inReplyTo)
  const to = list(fields, 'to')
  const mail = {
    ...omitUndefined({
      subject: optionalText(fields, 'subject'),
      text: optionalText(fields, 'text'),
      html: optionalText(fields, 'html'),
      extracted_text: optionalText(fields, 'extracted_text'),
      extracted_html: optionalText(fields, 'extracted_html'),
      in_reply_to: inReplyTo,
      raw: optionalText(fields, 'raw'),
    }),
    inbox_id: inbox.inbox_id,
    thread_id: optionalText(fields, 'thread_id') ?? parent?.thread_id ?? newMailId('thd'),
    message_id:
      optionalText(fields, 'message_id') ?? newMessageId(bareAddress(sender).split('@')[1] || 'mail.example.test'),
    timestamp: new Date().toISOString(),
    from,
    reply_to: list(fields, 'reply_to'),
    to: to.length > 0 ? to : [inbox.email],
    cc: list(fields, 'cc'),
    bcc: list(fields, 'bcc'),
    attachments: attachmentsOf(fields),
    references: parent ? [...parent.references, parent.message_id] : inReplyTo ? [inReplyTo] : [],
    headers: headersOf(fields),
    ...newTimestamps(),
  }
  const eventId = addReceivedMail(state, events, mail, kind, list(fields, 'labels'))
  return { message_id: mail.message_id, thread_id: mail.thread_id, event_id: eventId }
}
