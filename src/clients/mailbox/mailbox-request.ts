import type { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { LongWaitListener } from '../../core/retry-after.ts'
import { toMailboxError } from './error-codes.ts'
import { type ServiceResponse, sendRequest } from '../http-client.ts'
import { fillPath, joinUrl } from '../url-path.ts'
import { createServiceTime } from './service-time.ts'

const DEADLINE_MS = 20_000
/** In the words of the mailbox, an entry of a list: somebody's address, also as part of a path, or their domain. */
const LISTED = /(\/lists\/[a-z]{1,20}\/[a-z]{1,20}\/)[^\s"'`,;]{1,500}/g

/** A call to the mailbox. */
export interface MailboxCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The route as in the mailbox's documentation, with `{placeholders}`. */
  route: string
  ids?: Record<string, string>
  query?: Record<string, string | string[] | undefined>
  json?: unknown
  /** A repeated create with the same client id or key finds the first one instead of creating another. */
  clientId?: string | undefined
  idempotencyKey?: string | undefined
  /** The caller has verified that this repeats its own stored request, byte for byte. */
  identical?: boolean | undefined
  /** A repeated POST changes nothing. */
  isRepeatable?: true
  deadlineMs?: number
  /** Defaults to what an answer without mail needs. */
  maxBytes?: number
  /** Keeps only the beginning of each text in the answer, and reads no further than `maxBytes`. */
  maxTextChars?: number
}

/** Sends calls to one mailbox account. */
export interface MailboxCaller {
  /** The answer, parsed with `schema`. Throws `UpstreamError`. */
  call: <T extends z.ZodType>(call: MailboxCall, schema: T) => Promise<z.output<T>>
  /** Like `call`, for an answer of which only the beginning is read. */
  callForBeginning: <T extends z.ZodType>(
    call: MailboxCall,
    schema: T,
  ) => Promise<{ beginning: z.output<T>; isPartial: boolean }>
  /** For calls whose answer has no content. */
  callWithoutAnswer: (call: MailboxCall) => Promise<void>
  /** The service's time now, in epoch milliseconds, by the `Date` of its last answer; undefined before the first one. */
  estimateTime: () => number | undefined
}

const KEY = /^[A-Za-z0-9\-._~]{1,256}$/

function checkKey(name: string, value: string | undefined): void {
  if (value === undefined || KEY.test(value)) return
  throw new UpstreamError(`mailbox was not asked: ${name} has a character or a length that is not allowed`, {
    service: 'mailbox',
    code: 'invalid_id',
    outcome: 'refused',
    errors: [{ path: name, message: '1 to 256 characters of A-Z a-z 0-9 - . _ ~' }],
  })
}

function buildQuery(query: MailboxCall['query']): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : value === undefined ? [] : [value]).map((one) => [name, one]),
  )
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

function createUnreadableError(call: MailboxCall, answer: ServiceResponse, repeatable: boolean): UpstreamError {
  return new UpstreamError(`mailbox gave an answer that cannot be read: ${call.method} ${call.route}`, {
    service: 'mailbox',
    code: 'bad_response',
    status: answer.status,
    outcome: repeatable ? 'not_sent' : 'unknown',
  })
}

/** Every call to the mailbox: checks the ids, sends the request, maps errors, and logs a failure once. */
export function createMailboxCaller(options: {
  baseUrl: string
  apiKey: string
  log: Log
  deadlineMs?: number
  onLongWait?: LongWaitListener
}): MailboxCaller {
  const { baseUrl, apiKey, log, onLongWait = () => {} } = options
  const time = createServiceTime()

  async function send<T>(call: MailboxCall, accept: (answer: ServiceResponse) => { data: T } | undefined): Promise<T> {
    const { method, route, ids = {}, clientId, idempotencyKey, identical, isRepeatable = false } = call
    const hasKey = clientId !== undefined || idempotencyKey !== undefined
    const repeatable = method !== 'POST' || hasKey || isRepeatable
    const startedAt = performance.now()
    try {
      checkKey('client_id', clientId)
      checkKey('Idempotency-Key', idempotencyKey)
      const answer = await sendRequest({
        service: 'mailbox',
        method,
        route,
        url: joinUrl(baseUrl, `${fillPath('mailbox', route, ids)}${buildQuery(call.query)}`),
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(call.json !== undefined && { json: call.json }),
        deadlineMs: call.deadlineMs ?? options.deadlineMs ?? DEADLINE_MS,
        ...(call.maxBytes !== undefined && { maxBytes: call.maxBytes }),
        ...(call.maxTextChars !== undefined && { maxTextChars: call.maxTextChars }),
        idempotent: repeatable,
      })
      time.note(answer.headers['date'])
      if (answer.status < 200 || answer.status > 299)
        throw toMailboxError(answer, { method, route, repeatable, ...(identical && { identical }) })
      const read = accept(answer)
      if (!read) throw createUnreadableError(call, answer, repeatable)
      return read.data
    } catch (error) {
      const details = error instanceof UpstreamError ? error.details : undefined
      const { status, code, isCodeDerived: derived, fix, outcome, retryAfterMs, askedWaitMs } = details ?? {}
      if (askedWaitMs !== undefined) onLongWait('mailbox', askedWaitMs)
      const facts = {
        route: `${method} ${route}`,
        ids: withoutEntry(ids),
        clientId,
        status,
        code,
        derived,
        fix: fix?.replace(LISTED, '$1…'),
        outcome,
        retryAfterMs,
        askedWaitMs,
      }
      log.warn({ ...facts, ms: Math.round(performance.now() - startedAt), err: error }, 'mailbox call failed')
      throw error
    }
  }

  return {
    call: (call, schema) =>
      send(call, (answer) => {
        const parsed = schema.safeParse(answer.json)
        return parsed.success ? { data: parsed.data } : undefined
      }),
    callForBeginning: (call, schema) =>
      send(call, ({ json, isPartial = false }) => {
        const parsed = schema.safeParse(json)
        return parsed.success ? { data: { beginning: parsed.data, isPartial } } : undefined
      }),
    callWithoutAnswer: (call) =>
      // A proxy's page is not the mailbox's word that something is gone.
      send(call, ({ body, json }) => (body.length === 0 || typeof json === 'object' ? { data: undefined } : undefined)),
    estimateTime: time.estimate,
  }
}

/** Asks the service for its time now, in epoch milliseconds; undefined if it does not answer. An error of its own is an answer. */
export async function askTime({ callWithoutAnswer, estimateTime }: MailboxCaller): Promise<number | undefined> {
  try {
    await callWithoutAnswer({ method: 'GET', route: '/v0/inboxes', query: { limit: '1' } })
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.status === undefined) return undefined
  }
  return estimateTime()
}

const MAX_PAGES = 100

/** The entries of all pages, as long as each page names a next one. */
export async function fetchAllPages<T>(
  page: (token: string | undefined) => Promise<{ entries: T[]; next: string | undefined }>,
): Promise<T[]> {
  const found: T[] = []
  let token: string | undefined
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { entries, next } = await page(token)
    found.push(...entries)
    if (!next || next === token) break
    token = next
  }
  return found
}

/** The answer of a call, or undefined if the resource or the whole route does not exist. */
export async function undefinedIfNotFound<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    const { status, outcome } = error instanceof UpstreamError ? error.details : {}
    if (status === 404 && outcome === 'refused') return undefined
    throw error
  }
}

/** The ids as the log may have them. */
const withoutEntry = (ids: MailboxCall['ids'] = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(ids).filter(([name]) => name !== 'entry'))
