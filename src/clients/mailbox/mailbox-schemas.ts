import { z } from 'zod'
import {
  lenientBody,
  lenientBoolean,
  lenientList,
  lenientNumber,
  lenientText,
  lenientHeaders,
  lenientTextList,
} from '../lenient-schema.ts'
import type { Base64Bytes } from '../json-body.ts'

/** Addresses arrive as `Name <a@b>` or `{ name, email }`, alone or in a list; src/mail/records/address.ts reads them, as many as it keeps. */
const addresses = z.unknown().optional()

export const attachmentSchema = z.looseObject({
  attachment_id: lenientText,
  filename: lenientText,
  size: lenientNumber,
  content_type: lenientText,
  content_disposition: lenientText,
  content_id: lenientText,
  inline: lenientBoolean,
  /** Only in the answer for a single attachment; expires. */
  download_url: lenientText,
})
export type MailAttachment = z.output<typeof attachmentSchema>

/** An answer without any field that an attachment has is not one. */
export const fetchedAttachmentSchema = attachmentSchema.refine(
  ({ attachment_id: id, filename, download_url: url }) => (id ?? filename ?? url) !== undefined,
)

/** The fields that messages and threads share. */
const shared = {
  inbox_id: lenientText,
  thread_id: lenientText,
  labels: lenientTextList,
  timestamp: lenientText,
  subject: lenientText,
  preview: lenientText,
  size: lenientNumber,
  created_at: lenientText,
  updated_at: lenientText,
}

export const messageSchema = z.looseObject({
  ...shared,
  message_id: lenientText,
  from: addresses,
  from_: addresses,
  reply_to: addresses,
  to: addresses,
  cc: addresses,
  bcc: addresses,
  text: lenientBody,
  html: lenientBody,
  extracted_text: lenientBody,
  extracted_html: lenientBody,
  attachments: lenientList(attachmentSchema),
  in_reply_to: lenientText,
  references: lenientTextList,
  headers: lenientHeaders,
})
/** A mail as the mailbox describes it. */
export type MailMessage = z.output<typeof messageSchema>

/** An answer without any field that a mail has is not one, and must not be taken for a mail without text. */
export const fetchedMessageSchema = messageSchema.refine(
  ({ message_id: id, text, html }) => (id ?? text ?? html) !== undefined,
)

export const threadSchema = z.looseObject({
  ...shared,
  senders: addresses,
  recipients: addresses,
  last_message_id: lenientText,
  message_count: lenientNumber,
  messages: lenientList(messageSchema),
})
export type MailboxThread = z.output<typeof threadSchema>

export const inboxSchema = z
  .looseObject({
    inbox_id: lenientText,
    id: lenientText,
    email: lenientText,
    display_name: lenientText,
    client_id: lenientText,
    pod_id: lenientText,
    created_at: lenientText,
  })
  .transform((inbox) => ({ ...inbox, inbox_id: inbox.inbox_id || inbox.id || '' }))
  .refine((inbox) => inbox.inbox_id !== '')
export type Inbox = z.output<typeof inboxSchema>

export const webhookSchema = z
  .looseObject({
    webhook_id: lenientText,
    id: lenientText,
    url: lenientText,
    event_types: lenientTextList,
    client_id: lenientText,
    inbox_ids: lenientTextList,
    pod_ids: lenientTextList,
    secret: lenientText,
    enabled: lenientBoolean,
    created_at: lenientText,
    updated_at: lenientText,
  })
  .transform((webhook) => ({ ...webhook, webhook_id: webhook.webhook_id || webhook.id || '' }))
  .refine((webhook) => webhook.webhook_id !== '')
export type Webhook = z.output<typeof webhookSchema>

export const sendResultSchema = z.looseObject({ message_id: z.string().min(1), thread_id: z.string().min(1) })
/** The answer to a send. */
export type SendResult = z.output<typeof sendResultSchema>

/** The body of a send, stored exactly as sent: a repeated request must have the same bytes. */
export interface ReplyBody {
  to?: string | string[]
  cc?: string | string[]
  bcc?: string | string[]
  /** Not of a reply, whose subject the service makes of the answered mail's. */
  subject?: string
  reply_to?: string | string[]
  reply_all?: boolean
  text?: string
  html?: string
  labels?: string[]
  attachments?: ReplyAttachment[]
  headers?: Record<string, string>
}

declare const isCleared: unique symbol
/** The body of a mail that may be sent now. Only `clearReply` (`src/mail/outbound/send/clear-reply.ts`) makes one. */
export type ClearedBody = ReplyBody & { readonly [isCleared]: true }

/** A file of a reply, by its content or its address. */
export interface ReplyAttachment {
  filename?: string
  content_type?: string
  content_disposition?: 'inline' | 'attachment'
  content_id?: string
  content?: Base64Bytes
  /** Must answer 200 without credentials, otherwise the reply is rejected. */
  url?: string
}
