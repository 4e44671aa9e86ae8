import { randomBytes } from 'node:crypto'
import { formatSenders } from '../api/message-objects.ts'
import type { Attachment, Mail } from '../api/mailbox-types.ts'

/** Headers that describe how the body is built; the body is rebuilt. */
const BODY_HEADERS = /^(?:content-type|content-transfer-encoding|mime-version)$/i

const wrap = (base64: string): string => base64.replace(/.{76}/g, '$&\r\n')

function formatPart(type: string, content: Buffer, more: string[] = []): string {
  const head = [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...more]
  return `${head.join('\r\n')}\r\n\r\n${wrap(content.toString('base64'))}\r\n`
}

function formatAttachment(attachment: Attachment): string {
  const {
    filename,
    content_type: type = 'application/octet-stream',
    content_disposition: disposition = 'attachment',
  } = attachment
  const { content, content_id: id } = attachment
  const name = filename === undefined ? '' : `; filename="${filename.replace(/["\\\r\n]/g, '_')}"`
  // A report's parts are not attached to it.
  const isPart = /^message\//i.test(type)
  const place = isPart ? [] : [`Content-Disposition: ${disposition}${name}`]
  if (isPart) return `Content-Type: ${type}\r\n\r\n${content.toString('utf8')}\r\n`
  return formatPart(type, content, [...place, ...(id === undefined ? [] : [`Content-ID: <${id}>`])])
}

/** A mail as it came: its headers, its texts and its attachments. */
export function formatRawMail(mail: Mail): Buffer {
  if (mail.raw !== undefined) return Buffer.from(mail.raw)
  const boundary = randomBytes(12).toString('hex')
  const parts = [
    ...(mail.text === undefined ? [] : [formatPart('text/plain; charset=utf-8', Buffer.from(mail.text))]),
    ...(mail.html === undefined ? [] : [formatPart('text/html; charset=utf-8', Buffer.from(mail.html))]),
    ...mail.attachments.map(formatAttachment),
  ]
  const head = [
    `From: ${formatSenders(mail.from).join(', ')}`,
    `To: ${mail.to.join(', ')}`,
    `Subject: ${mail.subject ?? ''}`,
    `Date: ${new Date(mail.timestamp).toUTCString()}`,
    `Message-ID: ${mail.message_id}`,
    ...Object.entries(mail.headers).flatMap(([name, value]) => (BODY_HEADERS.test(name) ? [] : [`${name}: ${value}`])),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
  ]
  const body = parts.map((part) => `--${boundary}\r\n${part}`).join('')
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}--${boundary}--\r\n`)
}
