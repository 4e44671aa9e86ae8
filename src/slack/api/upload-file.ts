import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import { isKeptBySlack } from './slack-files.ts'
import type { SlackApi } from './web-api.ts'

/** The file to upload. */
export interface FileContent {
  team: string
  name: string
  length: number
  content(this: void): AsyncIterable<Uint8Array>
  signal?: AbortSignal
}

const TIMEOUT_MS = 10 * 60_000

const uploadAnswer = z.object({ upload_url: z.string(), file_id: z.string() })

/** Nobody sees a file that is not shared, so uploading it again does no harm. */
const createUploadError = (
  code: string,
  { outcome = 'not_sent', cause }: { outcome?: 'not_sent' | 'refused'; cause?: unknown } = {},
): UpstreamError =>
  new UpstreamError(`a file could not be uploaded to Slack: ${code}`, { service: 'slack', code, outcome, cause })

/**
 * Uploads a file while it is read, and returns its id; it is on nobody's screen until it is shared. Goes to Slack's own hosts only, whatever address the answer
 * names (docs/architecture.md, Promises), and without the token, which the address stands in for.
 */
export async function uploadFile(api: SlackApi, apiUrl: string, file: FileContent): Promise<string> {
  const { team, name, length, content, signal } = file
  const upload = await api.call(team, 'files.getUploadURLExternal', { filename: name, length }, uploadAnswer)
  // Slack would name it again: a person waits for the answer.
  if (!isKeptBySlack(upload.upload_url, apiUrl)) throw createUploadError('foreign_address', { outcome: 'refused' })
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let answer: Response
  try {
    answer = await fetch(upload.upload_url, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'content-length': `${length}` },
      body: ReadableStream.from(content()),
      duplex: 'half',
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    await answer.body?.cancel()
  } catch (error) {
    throw createUploadError('broken', { cause: error })
  }
  if (!answer.ok) throw createUploadError(`http_${answer.status}`)
  return upload.file_id
}
