import { z } from 'zod'
import { UpstreamError, UserError } from '../../core/errors.ts'
import { readExactly } from '../../core/read-exactly.ts'
import { readResponseBody } from './response-body.ts'
import { FILE_GONE, hasErrorCode } from './slack-errors.ts'
import type { SlackApi } from './web-api.ts'

/** An attached file with its content. */
export interface SlackFile {
  /** The person who uploaded it. */
  user?: string | undefined
  name: string
  type: string
  bytes: Buffer
}

/** Why somebody has to attach a file again, or otherwise. Stored with replies; frozen. */
export type FileProblem = 'file_gone' | 'file_elsewhere' | 'file_too_large'

/** A file that stays unreadable until the person who attached it changes something. */
export class UnreadableFile extends UserError {
  readonly reason: FileProblem
  /** The file's name, if Slack still gives it; text from outside. */
  readonly file: string | undefined

  constructor(reason: FileProblem, file?: string) {
    super(`an attached file cannot be read: ${reason}`)
    this.reason = reason
    this.file = file
  }
}

const TIMEOUT_MS = 30_000
const MAX_BYTES = 64 * 1024 * 1024

/** Files that Slack still describes, though their content can no longer be read. */
const GONE_MODES = new Set(['tombstone', 'hidden_by_limit'])

const fileAnswer = z.object({
  file: z.object({
    user: z.string().optional(),
    name: z.string().default('file'),
    mimetype: z.string().default('application/octet-stream'),
    size: z.number().optional(),
    mode: z.string().optional(),
    url_private: z.string().optional(),
    url_private_download: z.string().optional(),
  }),
})

const createDownloadError = (code: string, cause?: unknown): UpstreamError =>
  new UpstreamError(`a file could not be downloaded from Slack: ${code}`, {
    service: 'slack',
    code,
    outcome: 'not_sent',
    cause,
  })

/** Checks whether Slack still has a file. Only its own answer counts: without one the file is assumed to exist, and reading it will show. */
export function createSlackFileCheck(api: SlackApi): (team: string, id: string) => Promise<boolean> {
  return async (team, id) => {
    try {
      await api.call(team, 'files.info', { file: id }, z.unknown())
      return true
    } catch (error) {
      return !hasErrorCode(error, FILE_GONE)
    }
  }
}

/** Whether files at this address are kept by Slack itself; `apiUrl` is where its API is. */
export function isKeptBySlack(address: string, apiUrl: string): boolean {
  const url = URL.parse(address)
  return url?.origin === new URL(apiUrl).origin || url?.origin === 'https://files.slack.com'
}

/** Reads files that people attach. The token is sent to Slack's own hosts only (docs/architecture.md, Promises). Throws `UnreadableFile` if the file is gone, elsewhere or too large. */
export function createFileReader(options: {
  api: SlackApi
  token: (team: string) => Promise<string>
  apiUrl: string
}): (team: string, id: string) => Promise<SlackFile> {
  const { api, token, apiUrl } = options

  async function readMetadata(team: string, id: string) {
    try {
      return (await api.call(team, 'files.info', { file: id }, fileAnswer)).file
    } catch (error) {
      if (hasErrorCode(error, FILE_GONE)) throw new UnreadableFile('file_gone')
      throw error
    }
  }

  async function download(team: string, address: string): Promise<Response> {
    try {
      return await fetch(address, {
        headers: { authorization: `Bearer ${await token(team)}` },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (error) {
      throw createDownloadError('unreachable', error)
    }
  }

  return async (team, id) => {
    const found = await readMetadata(team, id)
    const { user, name, mimetype, size, mode = '', url_private_download: saved, url_private: shown } = found
    if (GONE_MODES.has(mode)) throw new UnreadableFile('file_gone', name)
    const address = saved ?? shown
    if (address === undefined || !isKeptBySlack(address, apiUrl)) throw new UnreadableFile('file_elsewhere', name)
    if ((size ?? 0) > MAX_BYTES) throw new UnreadableFile('file_too_large', name)
    const answer = await download(team, address)
    // Slack has just described the file, so this does not mean that it is gone.
    if (!answer.ok) throw createDownloadError(`http_${answer.status}`)
    const bytes = await readContent(answer, size)
    // The page of a proxy or of Slack itself, or a part of the file, must not be mailed in its place.
    if (!bytes && size !== undefined) throw createDownloadError('wrong_size')
    if (!bytes) throw new UnreadableFile('file_too_large', name)
    return { user, name, type: mimetype, bytes }
  }
}

/** The content, or undefined if its length differs from Slack's, or exceeds `MAX_BYTES` if Slack names none. */
async function readContent(answer: Response, size: number | undefined): Promise<Buffer | undefined> {
  try {
    if (size === undefined) return await readResponseBody(answer, { maxBytes: MAX_BYTES })
    return await readExactly(answer.body ?? [], size)
  } catch (error) {
    throw createDownloadError('broken', error)
  }
}
