import { randomBytes } from 'node:crypto'
import { isJsonObject } from '../../server/control-routes.ts'
import { notFoundError } from './error-codes.ts'
import { omitUndefined } from './field-reader.ts'
import { requireInbox, hasPermission, type MailRequest } from './route-guard.ts'
import type { Attachment, ApiKey, Mail, MailboxState } from './mailbox-types.ts'

const EVENT_BODY_LIMIT = 64 * 1024
const PREVIEW_LENGTH = 140

/** Labels, each with the permission that a key needs to see mail with it. */
export const GUARDED_LABELS: Record<string, string> = {
  spam: 'label_spam_read',
  blocked: 'label_blocked_read',
  unauthenticated: 'label_unauthenticated_read',
  trash: 'label_trash_read',
}

export const newMessageId = (domain: string): string => `<${randomBytes(16).toString('hex')}@${domain}>`

export const bareAddress = (address: string): string =>
  (/<([^<>]*)>\s*$/.exec(address)?.[1] ?? address).trim().toLowerCase()

/** The senders as text, from any of the three shapes of `from`. */
export function formatSenders(from: unknown): string[] {
  const all: unknown[] = Array.isArray(from) ? from : [from]
  return all.map((one) => {
    if (typeof one === 'string') return one
    const { name, email } = isJsonObject(one) ? one : {}
    const address = typeof email === 'string' ? email : ''
    return typeof name === 'string' && name ? `${name} <${address}>` : address
  })
}

export const attachmentMetadata = ({ content: _content, ...rest }: Attachment) => rest

const bytes = (text: string | undefined): number => (text === undefined ? 0 : Buffer.byteLength(text))

const bodySize = (mail: Mail): number => bytes(mail.text) + bytes(mail.html)

const sizeOf = (mail: Mail): number =>
  bodySize(mail) + bytes(mail.subject) + mail.attachments.reduce((sum, one) => sum + one.size, 0)

export const nonEmpty = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

/** An entry of a list: without bodies. */
export const toMessageItem = (mail: Mail) =>
  omitUndefined({
    inbox_id: mail.inbox_id,
    thread_id: mail.thread_id,
    message_id: mail.message_id,
    labels: mail.labels,
    timestamp: mail.timestamp,
    from: mail.from,
    from_: mail.from,
    reply_to: nonEmpty(mail.reply_to),
    to: mail.to,
    cc: nonEmpty(mail.cc),
    bcc: nonEmpty(mail.bcc),
    subject: mail.subject,
    preview: mail.text?.replaceAll(/\s+/g, ' ').trim().slice(0, PREVIEW_LENGTH),
    attachments: nonEmpty(mail.attachments.map(attachmentMetadata)),
    in_reply_to: mail.in_reply_to,
    references: nonEmpty(mail.references),
    headers: Object.keys(mail.headers).length > 0 ? mail.headers : undefined,
    size: sizeOf(mail),
    created_at: mail.created_at,
    updated_at: mail.updated_at,
  })

export const toMessage = (mail: Mail) =>
  omitUndefined({
    ...toMessageItem(mail),
    text: mail.text,
    html: mail.html,
    extracted_text: mail.extracted_text,
    extracted_html: mail.extracted_html,
  })

/** The message in an event. A body over 64 KB is left out, and the receiver fetches the message. */
export const toEventMessage = (mail: Mail) =>
  bodySize(mail) > EVENT_BODY_LIMIT ? toMessageItem(mail) : toMessage(mail)

export function toThread(mails: Mail[]) {
  const [first] = mails
  const last = mails.at(-1)
  if (!first || !last) throw notFoundError('Thread')
  const received = mails.findLast((mail) => !mail.sent)
  const sent = mails.findLast((mail) => mail.sent)
  return omitUndefined({
    inbox_id: last.inbox_id,
    thread_id: last.thread_id,
    labels: [...new Set(mails.flatMap((mail) => mail.labels))],
    timestamp: last.timestamp,
    received_timestamp: received?.timestamp,
    sent_timestamp: sent?.timestamp,
    senders: [...new Set(mails.flatMap((mail) => formatSenders(mail.from)))],
    recipients: [...new Set(mails.flatMap((mail) => [...mail.to, ...mail.cc, ...mail.bcc]))],
    subject: first.subject,
    preview: toMessageItem(last).preview,
    attachments: nonEmpty(mails.flatMap((mail) => mail.attachments.map(attachmentMetadata))),
    last_message_id: last.message_id,
    message_count: mails.length,
    size: mails.reduce((sum, mail) => sum + sizeOf(mail), 0),
    created_at: first.created_at,
    updated_at: last.updated_at,
  })
}

/** Whether a key may see a mail: guarded labels need their permission. */
export const canReadMail = (key: ApiKey, mail: Mail): boolean =>
  mail.labels.every((label) => {
    const permission = GUARDED_LABELS[label]
    return !permission || hasPermission(key, permission)
  })

export function requireMail(state: MailboxState, asked: MailRequest): Mail {
  const inbox = requireInbox(state, asked)
  const mail = state.mails.find(
    (one) => one.inbox_id === inbox.inbox_id && one.message_id === asked.params['message_id'],
  )
  if (!mail || !canReadMail(asked.key, mail)) throw notFoundError('Message')
  return mail
}
