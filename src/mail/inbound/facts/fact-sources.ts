import PostalMime from 'postal-mime'
import type { FileDownload } from '../../../clients/download-file.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { type FactSource, factSources, findFactFile, isFactPart } from '../../records/mail/fact-parts.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { InboundScope } from '../inbound-scope.ts'

/** The text of each attachment that facts are read from. */
export type FactSources = Partial<Record<FactSource, string>>

const MAX_BYTES = 256 * 1024
/** Enough for a calendar or report part; bytes after this limit are not needed. */
const MAX_RAW_BYTES = 2 * 1024 * 1024

const isBounce = ({ kinds = [] }: Mail): boolean => kinds.includes('bounce')

/** Only a bounce has a returned mail; the attached mail of any other mail is just a file. */
const findAttachment = (mail: Mail, source: FactSource) =>
  source === 'returned' && !isBounce(mail) ? undefined : findFactFile(mail, source)

/** Whether the card of a mail can show more than the names of its files. */
export const hasFacts = (mail: Mail): boolean =>
  isBounce(mail) ||
  (mail.kinds ?? []).includes('calendar') ||
  factSources.some((source) => findAttachment(mail, source) !== undefined)

/** Reads the beginning of a file; the rest is not downloaded. */
async function readBeginning(download: FileDownload, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of download.content) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= maxBytes) break
  }
  download.close()
  return Buffer.concat(chunks).subarray(0, maxBytes)
}

/** Accepts files of any size, because only their beginning is read. */
const ANY_SIZE = 1024 ** 3

async function readAttachment(
  { mailbox }: InboundScope,
  mail: Mail,
  attachmentId: string,
): Promise<string | undefined> {
  const { inboxId, messageId } = mail
  const found = await mailbox.attachment({ inboxId, messageId, attachmentId })
  if (!found?.download_url) return undefined
  const download = await mailbox.download({ url: found.download_url, maxBytes: ANY_SIZE })
  return (await readBeginning(download, MAX_BYTES)).toString('utf8')
}

/** Reads the parts from the raw mail: some mailboxes do not list parts without a name as attachments. */
async function readRawParts({ mailbox }: InboundScope, { inboxId, messageId }: Mail): Promise<FactSources> {
  const raw = await mailbox.raw({ inboxId, messageId })
  if (!raw?.download_url) return {}
  const download = await mailbox.download({ url: raw.download_url, maxBytes: ANY_SIZE })
  const bytes = await readBeginning(download, MAX_RAW_BYTES)
  const { attachments } = await PostalMime.parse(bytes, { attachmentEncoding: 'utf8', maxNestingDepth: 20 })
  const found: FactSources = {}
  for (const source of factSources) {
    const part = attachments.find(({ mimeType, filename }) => isFactPart(source, { type: mimeType, name: filename }))
    if (part && typeof part.content === 'string') found[source] = part.content.slice(0, MAX_BYTES)
  }
  return found
}

/** Returns undefined if the mailbox refuses the request or no longer has the file: the card then shows the rest. */
const withoutRefusal = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading
  } catch (error) {
    if (error instanceof UpstreamError && error.details.outcome === 'refused') return undefined
    throw error
  }
}

/** Downloads the sources of the facts about a mail. Throws `UpstreamError` while the mailbox does not answer. */
export async function readFactSources(scope: InboundScope, mail: Mail): Promise<FactSources> {
  const found: FactSources = {}
  for (const source of factSources) {
    const id = findAttachment(mail, source)?.id
    const text = id === undefined ? undefined : await withoutRefusal(readAttachment(scope, mail, id))
    if (text !== undefined) found[source] = text
  }
  const lacksReport = isBounce(mail) && found.report === undefined
  const lacksCalendar = (mail.kinds ?? []).includes('calendar') && found.calendar === undefined
  if (!lacksReport && !lacksCalendar) return found
  return { ...(await withoutRefusal(readRawParts(scope, mail))), ...found }
}
