import { ControlError, isFields, text, type Fields } from '../../server/control-routes.ts'
import { asThread, bare, inEvent, messageId, senders } from '../api/message-objects.ts'
import { defined } from '../api/field-reader.ts'
import type { Events } from '../webhooks/mailbox-events.ts'
import { id, stamp, type Attachment, type Inbox, type Mail, type State } from '../model/mailbox-state.ts'

export const KINDS = ['received', 'spam', 'blocked', 'unauthenticated'] as const
export type Kind = (typeof KINDS)[number]

function list(fields: Fields, name: string): string[] {
  const value = fields[name]
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value
  throw new ControlError(`${name} is a string or an array of strings`)
}

function headersOf(fields: Fields): Record<string, string> {
  const { headers } = fields
  if (headers === undefined || headers === null) return {}
  if (!isFields(headers)) throw new ControlError('headers is an object of strings')
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

function attachmentsOf(fields: Fields): Attachment[] {
  const { attachments } = fields
  if (attachments === undefined || attachments === null) return []
  if (!Array.isArray(attachments) || !attachments.every(isFields))
    throw new ControlError('attachments is an array of { filename, content_type?, content } (base64)')
  return attachments.map((one) => {
    const content = Buffer.from(text(one, 'content') ?? '', 'base64')
    return {
      ...defined({
        filename: text(one, 'filename'),
        content_type: text(one, 'content_type'),
        content_disposition: text(one, 'content_disposition'),
        content_id: text(one, 'content_id'),
        inline: typeof one['inline'] === 'boolean' ? one['inline'] : undefined,
      }),
      attachment_id: text(one, 'attachment_id') ?? id('att'),
      size: typeof one['size'] === 'number' ? one['size'] : content.length,
      content,
    }
  })
}

function checkFrom(from: unknown): void {
  const one = (value: unknown): boolean =>
    typeof value === 'string' || (isFields(value) && typeof value['email'] === 'string')
  const fits = Array.isArray(from) ? from.length > 0 && from.every(one) : typeof from === 'string' && from !== ''
  if (!fits) throw new ControlError('from is `Name <a@b>`, an array of those, or an array of { name, email }')
}

/** The receive lists of the account decide where the test did not. */
function kindFor(state: State, inbox: Inbox, from: string): Kind {
  const address = bare(from)
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

/** A customer writes: the mail joins its thread and is told to the webhooks as the kind it is. */
export function receive(
  state: State,
  events: Events,
  fields: Fields,
  wanted: Kind | undefined,
): { message_id: string; thread_id: string; event_id: string } {
  const inbox = state.inboxes.get(text(fields, 'inbox_id') ?? '')
  if (!inbox)
    throw new ControlError(
      `inbox_id is one of ${[...state.inboxes.keys()].join(', ')}; POST /mail/v0/inboxes makes one`,
      404,
    )
  const { from } = fields
  checkFrom(from)
  const sender = senders(from)[0] ?? ''
  const kind = wanted ?? kindFor(state, inbox, sender)
  const inReplyTo = text(fields, 'in_reply_to')
  const parent = state.mails.find((mail) => mail.inbox_id === inbox.inbox_id && mail.message_id === inReplyTo)
  const to = list(fields, 'to')
  const mail: Mail = {
    ...defined({
      subject: text(fields, 'subject'),
      text: text(fields, 'text'),
      html: text(fields, 'html'),
      extracted_text: text(fields, 'extracted_text'),
      extracted_html: text(fields, 'extracted_html'),
      in_reply_to: inReplyTo,
    }),
    inbox_id: inbox.inbox_id,
    thread_id: text(fields, 'thread_id') ?? parent?.thread_id ?? id('thd'),
    message_id: text(fields, 'message_id') ?? messageId(bare(sender).split('@')[1] || 'mail.example.test'),
    labels: [...new Set(['received', 'unread', ...(kind === 'received' ? [] : [kind]), ...list(fields, 'labels')])],
    timestamp: new Date().toISOString(),
    from,
    reply_to: list(fields, 'reply_to'),
    to: to.length > 0 ? to : [inbox.email],
    cc: list(fields, 'cc'),
    bcc: list(fields, 'bcc'),
    attachments: attachmentsOf(fields),
    references: parent ? [...parent.references, parent.message_id] : inReplyTo ? [inReplyTo] : [],
    headers: headersOf(fields),
    ...stamp(),
  }
  state.mails.push(mail)
  const thread = state.mails.filter((one) => one.inbox_id === mail.inbox_id && one.thread_id === mail.thread_id)
  const type = kind === 'received' ? 'message.received' : `message.received.${kind}`
  const eventId = events.fire(type, inbox.inbox_id, { message: inEvent(mail), thread: asThread(thread) })
  return { message_id: mail.message_id, thread_id: mail.thread_id, event_id: eventId }
}
