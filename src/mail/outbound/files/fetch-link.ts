import type { FileDownload } from '../../../clients/download-file.ts'
import { UpstreamError } from '../../../core/errors.ts'
import type { LinkAnswer, LinkProblem } from './link-answer.ts'
import { type ExaminedLink, mayHaveLeft, type Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { createFileHash, hashFile } from './hash-file.ts'
import { MAX_FILES_BYTES, nameFile, UnsendableFile } from './unsendable-file.ts'

type Link = NonNullable<Reply['links']>[number]

/** The mailbox fetches all addresses before it answers the send: a slower one could cost the send its answer. */
const FETCH_MS = 45_000
/** A server that answered when the form was submitted may be back soon. */
const PATIENCE_MS = 10 * 60_000

const problems: Partial<Record<string, LinkProblem>> = {
  foreign_address: 'link_not_public',
  gone: 'link_gone',
  too_large: 'file_too_large',
  http_401: 'link_needs_login',
  http_403: 'link_needs_login',
  http_407: 'link_needs_login',
}

const findProblem = ({ details: { code } }: UpstreamError): LinkProblem =>
  problems[code] ?? (code.startsWith('http_3') ? 'link_redirects' : 'link_unreachable')

const isPage = ({ type = '' }: FileDownload): boolean => /^(?:text\/html|application\/xhtml\+xml)\b/i.test(type)

/**
 * Checks an address the way the mailbox fetches it, and reads only the head of the response. The size is undefined if the server does not report it.
 */
export async function checkLink({ mailbox }: OutboundScope, url: string, deadlineMs: number): Promise<LinkAnswer> {
  const signal = AbortSignal.timeout(deadlineMs)
  try {
    const found = await mailbox.downloadLink({ url, maxBytes: MAX_FILES_BYTES, signal })
    found.close()
    return isPage(found) ? { problem: 'link_is_page' } : { size: found.length }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return { problem: signal.aborted ? 'link_slow' : findProblem(error) }
  }
}

/**
 * Reads the file at an address as the mailbox does. Throws `UnsendableFile`, or a temporary error while `isPatient` and the server has been unreachable.
 */
async function readLink(
  { mailbox }: OutboundScope,
  { url, name }: Link,
  { isPatient, take }: { isPatient: boolean; take(this: void, chunk: Buffer): void },
): Promise<{ type: string | undefined }> {
  const signal = AbortSignal.timeout(FETCH_MS)
  try {
    const found = await mailbox.downloadLink({ url, maxBytes: MAX_FILES_BYTES, signal })
    if (isPage(found)) {
      found.close()
      throw new UnsendableFile('link_is_page', name)
    }
    for await (const chunk of found.content) take(chunk)
    return { type: found.type }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (signal.aborted) throw new UnsendableFile('link_slow', name)
    const problem = findProblem(error)
    throw problem === 'link_unreachable' && isPatient ? nameFile(error, name) : new UnsendableFile(problem, name)
  }
}

const isRecent = ({ clock }: OutboundScope, { dueAt }: Pick<Reply, 'dueAt'>): boolean =>
  clock.now() - dueAt < clock.scaled(PATIENCE_MS)

/**
 * Reads the file at an address once, as the mailbox does a moment later, and discards it: an announced size proves little, and an address may
 * redirect by now. Returns its size in bytes and what identifies its content. Throws `UnsendableFile`, or a temporary error while the server has been
 * unreachable for only a few minutes.
 */
export async function examineLink(
  scope: OutboundScope,
  reply: Pick<Reply, 'dueAt'>,
  link: Link,
): Promise<ExaminedLink> {
  const hash = createFileHash()
  let size = 0
  const { type } = await readLink(scope, link, {
    isPatient: isRecent(scope, reply),
    take: (chunk) => void (hash.update(chunk), (size += chunk.length)),
  })
  return { hash: hash.digest('hex'), size, type: simplifyType(type) }
}

/**
 * Reads the file that an address served when approval was requested. Throws `UnsendableFile` if it serves another one. After a possible send, the
 * content is returned unchecked, up to the approved size, and an unreachable server is only a temporary error: a lost outcome is looked up for a day.
 */
export async function readExaminedLink(
  scope: OutboundScope,
  reply: Reply,
  link: Link,
  { hash, size }: ExaminedLink,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  const take = (chunk: Buffer) => {
    // A larger file is another one, which need not be kept in memory.
    if (length <= size) chunks.push(chunk)
    length += chunk.length
  }
  await readLink(scope, link, { isPatient: mayHaveLeft(reply) || isRecent(scope, reply), take })
  const bytes = Buffer.concat(chunks)
  if (!mayHaveLeft(reply) && (length !== size || hashFile(bytes) !== hash))
    throw new UnsendableFile('link_changed', link.name)
  return bytes
}

/** Reduces the content type that a server declares to its name, because the same type is sent with each attempt. */
const simplifyType = (declared = ''): string =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=\s*(?:;|$))/.exec(declared)?.[0].toLowerCase() ?? 'application/octet-stream'
