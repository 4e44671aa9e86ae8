import { get as getByHttp, type IncomingMessage } from 'node:http'
import { get as getByHttps } from 'node:https'
import { isIP } from 'node:net'
import { createBufferCollector } from '../core/collect-buffers.ts'
import { UpstreamError, type UpstreamService } from '../core/errors.ts'
import { createPublicLookup } from './look-up-public-host.ts'
import { isPublicAddress } from './public-address.ts'

/** A file that is about to be read. */
export interface FileDownload {
  /** In bytes, if the server declares it. */
  length: number | undefined
  /** Its content type, if the server declares one. */
  type: string | undefined
  /** Breaks off with an `UpstreamError`: `too_large`, or `broken` if fewer or more bytes come than announced. */
  content: AsyncIterable<Buffer>
  /** Ends the download; without it, a content that nobody reads keeps its connection. */
  close(this: void): void
}

/** A download's address and limits. */
export interface DownloadOptions {
  service: UpstreamService
  url: string
  /** An address whose host the operator chose, which may be inside the network and without https; absent for what a person named. */
  apiUrl?: string | undefined
  maxBytes: number
  signal?: AbortSignal | undefined
  /** The name servers to ask, instead of those of the system. */
  nameServers?: readonly string[] | undefined
}

/** A download is given up after this long without a byte. */
const SILENCE_MS = 30_000
const TIMEOUT_MS = 10 * 60_000

/** No later attempt would read the file. */
const REFUSED: ReadonlySet<string> = new Set(['foreign_address', 'too_large', 'gone'])
/** The service named the address a moment ago, and nothing is there. */
const GONE_STATUSES: ReadonlySet<number | undefined> = new Set([404, 410])

function createDownloadError(service: UpstreamService, code: string, cause?: unknown): UpstreamError {
  const outcome = REFUSED.has(code) ? 'refused' : 'not_sent'
  return new UpstreamError(`a file of ${service} could not be downloaded: ${code}`, { service, code, outcome, cause })
}

/** Undefined for an address that is not fetched (docs/architecture.md, Promises). */
function parseAllowedUrl(address: string, apiUrl: string | undefined): { url: URL; isOwn: boolean } | undefined {
  const url = URL.parse(address)
  if (!url || url.username !== '' || url.password !== '') return undefined
  if (apiUrl !== undefined && url.origin === new URL(apiUrl).origin) return { url, isOwn: true }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:' || (isIP(host) !== 0 && !isPublicAddress(host))) return undefined
  return { url, isOwn: false }
}

function isNotPublic(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOTPUBLIC'
}

function sendGet(
  { service, apiUrl, url: address, nameServers }: DownloadOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const allowed = parseAllowedUrl(address, apiUrl)
  if (!allowed) return Promise.reject(createDownloadError(service, 'foreign_address'))
  const { url, isOwn } = allowed
  // An encoded answer would not have the announced length.
  const headers = { accept: '*/*', 'accept-encoding': 'identity' }
  const options = {
    agent: false,
    headers,
    signal,
    ...(!isOwn && { lookup: createPublicLookup({ signal, nameServers }) }),
  }
  return new Promise((done, fail) => {
    const request = (url.protocol === 'https:' ? getByHttps : getByHttp)(url, options, done)
    request.setTimeout(SILENCE_MS, () => request.destroy(new Error('silent')))
    request.on('error', (error) =>
      fail(createDownloadError(service, isNotPublic(error) ? 'foreign_address' : 'unreachable', error)),
    )
  })
}

function readLength({ headers }: IncomingMessage): number | undefined {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return Number.isSafeInteger(length) && length >= 0 ? length : undefined
}

/** Yields what arrives as it arrives: the server waits while nothing is taken. */
async function* readContent(
  answer: IncomingMessage,
  { service, maxBytes }: DownloadOptions,
  length: number | undefined,
): AsyncGenerator<Buffer> {
  let received = 0
  const giveBack = createBufferCollector()
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      received += chunk.length
      giveBack(chunk.length)
      if (received > maxBytes) throw createDownloadError(service, 'too_large')
      yield chunk
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : createDownloadError(service, 'broken', error)
  }
  if (length !== undefined && received !== length) throw createDownloadError(service, 'broken')
}

/**
 * Begins to download a file from an address that a service or a person named: public and https, or on a host that the operator chose; without credentials, without redirects, within
 * time and size. Throws `UpstreamError` with the code `foreign_address`, `too_large`, `gone`, `unreachable`, `encoded` or
 * `http_<status>`.
 */
export async function openDownload(options: DownloadOptions): Promise<FileDownload> {
  const { service, maxBytes, signal } = options
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await sendGet(options, signal ? AbortSignal.any([signal, timeout]) : timeout)
  const length = readLength(answer)
  const { statusCode } = answer
  const code = GONE_STATUSES.has(statusCode)
    ? 'gone'
    : statusCode !== 200
      ? `http_${statusCode}`
      : (answer.headers['content-encoding'] ?? 'identity') !== 'identity'
        ? 'encoded'
        : (length ?? 0) > maxBytes && 'too_large'
  if (code !== false) {
    answer.destroy()
    throw createDownloadError(service, code)
  }
  return {
    length,
    type: answer.headers['content-type'],
    content: readContent(answer, options, length),
    close: () => void answer.destroy(),
  }
}
