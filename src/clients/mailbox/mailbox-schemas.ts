import { z } from 'zod'
import { flag, list, number, text, textMap, texts } from '../lenient-schema.ts'

const named = z.looseObject({ name: text, email: text, address: text })

/** Addresses come as `Name <a@b>`, as a list of those, as `{ name, email }` or as a list of those; mail/address.ts reads them. */
const addresses = z
  .union([z.string(), named, z.array(z.union([z.string(), named, z.null().transform(() => '')]))])
  .optional()
  .catch(undefined)
export type WireAddresses = z.output<typeof addresses>

export const attachmentSchema = z.looseObject({
  attachment_id: text,
  filename: text,
  size: number,
  content_type: text,
  content_disposition: text,
  content_id: text,
  inline: flag,
  /** On the metadata route only; expires. */
  download_url: text,
})
export type MailAttachment = z.output<typeof attachmentSchema>

/** What messages and threads have in common. */
const shared = {
  inbox_id: text,
  thread_id: text,
  labels: texts,
  timestamp: text,
  subject: text,
  preview: text,
  size: number,
  created_at: text,
  updated_at: text,
}

export const messageSchema = z.looseObject({
  ...shared,
  message_id: text,
  from: addresses,
  from_: addresses,
  reply_to: addresses,
  to: addresses,
  cc: addresses,
  bcc: addresses,
  text,
  html: text,
  extracted_text: text,
  extracted_html: text,
  attachments: list(attachmentSchema),
  in_reply_to: text,
  references: texts,
  headers: textMap,
})
/** A mail as the mailbox describes it. */
export type MailMessage = z.output<typeof messageSchema>

export const threadSchema = z.looseObject({
  ...shared,
  senders: addresses,
  recipients: addresses,
  last_message_id: text,
  message_count: number,
  messages: list(messageSchema),
})
export type MailThread = z.output<typeof threadSchema>

export const inboxSchema = z
  .looseObject({
    inbox_id: text,
    id: text,
    email: text,
    display_name: text,
    client_id: text,
    pod_id: text,
    created_at: text,
  })
  .transform((inbox) => ({ ...inbox, inbox_id: inbox.inbox_id || inbox.id || '' }))
  .refine((inbox) => inbox.inbox_id !== '')
export type Inbox = z.output<typeof inboxSchema>

export const webhookSchema = z
  .looseObject({
    webhook_id: text,
    id: text,
    url: text,
    event_types: texts,
    client_id: text,
    inbox_ids: texts,
    pod_ids: texts,
    secret: text,
    enabled: flag,
    created_at: text,
    updated_at: text,
  })
  .transform((webhook) => ({ ...webhook, webhook_id: webhook.webhook_id || webhook.id || '' }))
  .refine((webhook) => webhook.webhook_id !== '')
export type Webhook = z.output<typeof webhookSchema>

export const sentSchema = z.looseObject({ message_id: z.string().min(1), thread_id: z.string().min(1) })
/** The answer to a send. */
export type Sent = z.output<typeof sentSchema>

/** The body of a reply, as it goes over the wire and as it is stored: what is repeated must be the same bytes. */
export interface ReplyBody {
  to?: string | string[]
  cc?: string | string[]
  bcc?: string | string[]
  reply_to?: string | string[]
  reply_all?: boolean
  text?: string
  html?: string
  labels?: string[]
  attachments?: ReplyAttachment[]
  headers?: Record<string, string>
}

export interface ReplyAttachment {
  filename?: string
  content_type?: string
  content_disposition?: 'inline' | 'attachment'
  content_id?: string
  /** Base64. */
  content?: string
  /** Must answer 200 without credentials, or the send is rejected. */
  url?: string
}
