import type { FileDownload } from '../../../clients/download-file.ts'
import { UpstreamError } from '../../../core/errors.ts'
import type { LinkAnswer, LinkProblem } from './link-answer.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
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
 * Reads the file at an address once, as the mailbox does a moment later, and discards it: an announced size proves little, and an address may
 * redirect by now. Throws `UnsendableFile`, or a temporary error while the server has been unreachable for only a few minutes.
 */
export async function measureLink(
  { mailbox, clock }: OutboundScope,
  { dueAt }: Pick<Reply, 'dueAt'>,
  { url, name }: Link,
): Promise<number> {
  const signal = AbortSignal.timeout(FETCH_MS)
  let size = 0
  try {
    const found = await mailbox.downloadLink({ url, maxBytes: MAX_FILES_BYTES, signal })
    if (isPage(found)) {
      found.close()
      throw new UnsendableFile('link_is_page', name)
    }
    for await (const { length } of found.content) size += length
    return size
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (signal.aborted) throw new UnsendableFile('link_slow', name)
    const problem = findProblem(error)
    const isPatient = clock.now() - dueAt < clock.scaled(PATIENCE_MS)
    throw problem === 'link_unreachable' && isPatient ? nameFile(error, name) : new UnsendableFile(problem, name)
  }
}
