import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import { isKeptBySlack } from './slack-files.ts'
import type { SlackApi } from './web-api.ts'

/** What is uploaded. */
export interface FileContent {
  team: string
  name: string
  length: number
  content(this: void): AsyncIterable<Uint8Array>
  signal?: AbortSignal
}

const TIMEOUT_MS = 10 * 60_000

const placeAnswer = z.object({ upload_url: z.string(), file_id: z.string() })

const createUploadError = (code: string, cause?: unknown): UpstreamError =>
  new UpstreamError(`a file could not be uploaded to Slack: ${code}`, {
    service: 'slack',
    code,
    // Nobody sees a file that is not shared, so uploading it again does no harm.
    outcome: 'not_sent',
    cause,
  })

/**
 * Uploads a file while it is read, and returns its id; it is on nobody's screen until it is shared. Goes to Slack's own hosts only, whatever address the answer
 * names (docs/architecture.md, Promises), and without the token, which the address stands in for.
 */
export async function uploadFile(api: SlackApi, apiUrl: string, file: FileContent): Promise<string> {
  const { team, name, length, content, signal } = file
  const place = await api.call(team, 'files.getUploadURLExternal', { filename: name, length }, placeAnswer)
  if (!isKeptBySlack(place.upload_url, apiUrl)) throw createUploadError('foreign_address')
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  let answer: Response
  try {
    answer = await fetch(place.upload_url, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'content-length': `${length}` },
      body: ReadableStream.from(content()),
      duplex: 'half',
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    await answer.body?.cancel()
  } catch (error) {
    throw createUploadError('broken', error)
  }
  if (!answer.ok) throw createUploadError(`http_${answer.status}`)
  return place.file_id
}
