import { isJsonObject, type JsonObject } from '../../server/control-routes.ts'
import { MailboxError, type FieldIssue } from '../api/error-codes.ts'
import { createFieldReader } from '../api/field-reader.ts'
import { bareAddress } from '../api/message-objects.ts'
import { type Attachment } from '../api/mailbox-types.ts'
import { newMailId } from '../api/mailbox-state.ts'

/** The content of a send, reply, forward or draft, validated. */
export interface MailContent {
  to: string[] | undefined
  cc: string[] | undefined
  bcc: string[] | undefined
  reply_to: string[] | undefined
  reply_all: boolean
  subject: string | undefined
  text: string | undefined
  html: string | undefined
  labels: string[]
  headers: Record<string, string>
  attachments: unknown[]
}

const ADDRESS = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+$/

export function readContent(fields: JsonObject): MailContent {
  const read = createFieldReader(fields)
  const addresses = (name: string): string[] | undefined => {
    const all = read.oneOrMany(name)
    for (const one of all ?? []) if (!ADDRESS.test(bareAddress(one))) read.wrong(name, `${one} is not an email address`)
    return all
  }
  const attachments = fields['attachments'] ?? []
  if (!Array.isArray(attachments) || !attachments.every(isJsonObject))
    read.wrong('attachments', 'Expected array of objects')
  const known: MailContent = {
    to: addresses('to'),
    cc: addresses('cc'),
    bcc: addresses('bcc'),
    reply_to: addresses('reply_to'),
    reply_all: read.flag('reply_all') ?? false,
    subject: read.text('subject'),
    text: read.text('text'),
    html: read.text('html'),
    labels: read.texts('labels') ?? [],
    headers: read.record('headers') ?? {},
    attachments: Array.isArray(attachments) ? attachments : [],
  }
  read.check()
  return known
}

const isBase64 = (value: string): boolean => /^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(value)

function rejected(url: string, why: string): MailboxError {
  return new MailboxError('message_rejected', {
    message: `Attachment could not be fetched: ${url} ${why}`,
    fix: 'Use a URL that answers 200 without authentication, or send the content as base64.',
  })
}

async function download(url: string): Promise<{ bytes: Buffer; type: string | undefined }> {
  let answer: Response
  try {
    answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(10_000) })
  } catch {
    throw rejected(url, 'did not answer')
  }
  if (answer.status !== 200) {
    await answer.body?.cancel()
    throw rejected(url, `answered ${answer.status}`)
  }
  return { bytes: Buffer.from(await answer.arrayBuffer()), type: answer.headers.get('content-type') ?? undefined }
}

/** Base64 is decoded, a URL is fetched; a URL that does not answer 200 rejects the whole send. */
export async function readAttachments(given: unknown[]): Promise<Attachment[]> {
  const issues: FieldIssue[] = []
  const entries = given.filter(isJsonObject).map((fields, index) => {
    const read = createFieldReader(fields)
    const wrong = (name: string, message: string) =>
      void issues.push({ path: ['attachments', `${index}`, name], message })
    const [bytes, url] = [read.text('content'), read.text('url')]
    const disposition = read.text('content_disposition')
    const meta = {
      filename: read.text('filename'),
      content_type: read.text('content_type'),
      content_disposition: disposition,
      content_id: read.text('content_id'),
    }
    read.check()
    if (disposition !== undefined && !['inline', 'attachment'].includes(disposition))
      wrong('content_disposition', 'Expected inline or attachment')
    if (bytes === undefined && url === undefined) wrong('content', 'One of content and url is required')
    if (bytes !== undefined && !isBase64(bytes)) wrong('content', 'Expected base64')
    if (url !== undefined && !/^https?:\/\//.test(url)) wrong('url', 'Expected a URL')
    return { meta, bytes, url }
  })
  if (issues.length > 0) throw new MailboxError('validation_error', { errors: issues })
  const read: Attachment[] = []
  for (const { meta, bytes, url } of entries) {
    const fetched = bytes === undefined && url !== undefined ? await download(url) : undefined
    const body = fetched?.bytes ?? Buffer.from(bytes ?? '', 'base64')
    const type = meta.content_type ?? fetched?.type
    read.push({
      attachment_id: newMailId('att'),
      size: body.length,
      content_disposition: meta.content_disposition ?? 'attachment',
      content: body,
      ...(meta.filename !== undefined && { filename: meta.filename }),
      ...(type !== undefined && { content_type: type }),
      ...(meta.content_id !== undefined && { content_id: meta.content_id }),
    })
  }
  return read
}
