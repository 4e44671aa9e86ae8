import { Readable } from 'node:stream'
import { Agent, request as send } from 'undici'
import { type RequestOutcome, type UpstreamService, UpstreamError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { readAnswerBody } from './answer-body.ts'
import { buildJsonBody } from './json-body.ts'

const CONNECT_MS = 5_000
const MAX_ANSWER_BYTES = 4 * 1024 * 1024
/** Strings, numbers, lists and objects of an answer; the metrics of a busy quarter have fewer. */
const MAX_VALUES = 50_000

/** A request to a service that the operator configured. */
export interface HttpCall {
  service: UpstreamService
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  /** The route in errors and logs, with placeholders instead of ids. */
  route: string
  headers?: Record<string, string>
  /** May contain `Base64Bytes`: the body is then encoded while it is sent. */
  json?: unknown
  deadlineMs: number
  maxBytes?: number
  /** Keeps only the beginning of each text in the JSON; what comes after `maxBytes` is not read. */
  maxTextChars?: number
  /** Repeating the request does no harm, even if the first one had an effect. */
  idempotent: boolean
}

/** An answer of any status, with header names in lower case. */
export interface ServiceResponse {
  status: number
  headers: Record<string, string>
  body: Buffer
  /** Undefined if the body is not JSON, or has more than 50,000 values. */
  json: unknown
  /** Only the beginning of the body was read, because the call sets `maxTextChars`. */
  isPartial?: boolean
}

/** Failures while connecting, before any byte of the request was sent. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_NODATA',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'UND_ERR_CONNECT_TIMEOUT',
  'ERR_INVALID_URL',
  'UND_ERR_INVALID_ARG',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const dispatcher = new Agent({ connect: { timeout: CONNECT_MS } })

function findSystemCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return findSystemCode(error.cause)
}

const SILENCES = {
  too_large: 'answered more than is read',
  unreachable: 'cannot be reached',
  timeout: 'did not answer in time',
  broken: 'broke the connection',
}

function classifySilence(error: unknown, late: boolean): keyof typeof SILENCES {
  const code = findSystemCode(error) ?? ''
  if (code === 'ERR_ANSWER_TOO_LARGE') return 'too_large'
  if (NEVER_SENT.has(code)) return 'unreachable'
  return late ? 'timeout' : 'broken'
}

function outcomeOf(silence: keyof typeof SILENCES, repeatable: boolean): RequestOutcome {
  if (silence === 'unreachable') return 'not_sent'
  return repeatable ? 'not_sent' : 'unknown'
}

function createSilenceError(question: HttpCall, error: unknown, late: boolean): UpstreamError {
  const { service, method, route, idempotent: repeatable } = question
  const code = classifySilence(error, late)
  const message = `${service} ${SILENCES[code]}: ${method} ${route}`
  return new UpstreamError(message, { service, code, outcome: outcomeOf(code, repeatable), cause: error })
}

/** The length of a stream is announced: a body that breaks off is no shorter request. */
function buildBody(json: unknown, headers: Record<string, string>) {
  const { hasFiles, size, readPieces } = buildJsonBody(json)
  const typed = { ...headers, 'content-type': 'application/json' }
  if (!hasFiles) return { headers: typed, body: Buffer.concat([...readPieces()]) }
  return {
    headers: { ...typed, 'content-length': `${size}` },
    body: Readable.from(readPieces(), { objectMode: false }),
  }
}

/**
 * Sends one request; resolves with an answer of any status. Throws `UpstreamError`, whose outcome tells if the request may have acted. Follows no
 * redirects, ends at the deadline (body included), and reads at most `maxBytes`.
 */
export async function sendRequest(question: HttpCall): Promise<ServiceResponse> {
  const { method, url, json, deadlineMs, maxBytes = MAX_ANSWER_BYTES, maxTextChars } = question
  // Not `AbortSignal.timeout`: each would stay in memory until its deadline, thousands of them while jobs are polled.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), deadlineMs)
  const { signal } = deadline
  const headers = { accept: 'application/json', ...question.headers }
  try {
    const answer = await send(url, {
      method,
      signal,
      dispatcher,
      ...(json === undefined ? { headers } : buildBody(json, headers)),
    })
    const { statusCode: status } = answer
    const flat = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
    const limits = { maxBytes, ...(maxTextChars !== undefined && { maxTextChars }) }
    const { bytes: body, isPartial } = await readAnswerBody(question.service, answer.body, limits).catch(
      (error: unknown) => {
        // The status stays known: a 429 needs no more. Without its body no other answer is a refusal.
        if (status >= 400 && status < 500) return { bytes: Buffer.alloc(0), isPartial: false }
        throw error
      },
    )
    const parsed = parseJson(body.toString('utf8'), MAX_VALUES)
    return { status, headers: Object.fromEntries(flat), body, json: parsed, isPartial }
  } catch (error) {
    throw createSilenceError(question, error, signal.aborted)
  } finally {
    clearTimeout(timer)
  }
}
