import type { App, Receiver } from '@slack/bolt'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { UpstreamError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import type { Log } from '../../core/log.ts'
import { createSeldomWarning } from '../../core/seldom-warning.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import type { HttpResponse, Route } from '../../http/http-server.ts'
import { MAX_PAYLOAD_VALUES } from './payload-text.ts'
import { processRequest, UnservableRequestError } from './process-request.ts'

const PATH = '/slack/events'
const BODY_LIMIT_BYTES = 1024 * 1024
const SSL_CHECK_BYTES = 1024
const TOLERANCE_S = 300
/** Slack waits 3 s. We fail a little earlier, so the person sees an error; an unavailable store fails sooner than this. */
const ANSWER_MS = 2_750
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

/** The header keeps Slack from sending the same event three times more. */
const UNSERVABLE: HttpResponse = { status: 400, headers: { 'x-slack-no-retry': '1' } }

type Body = Record<string, unknown>

const firstValue = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '')
/** The media type without parameters: a proxy may add a charset. */
const mediaType = (headers: IncomingHttpHeaders): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** Whether a request was signed within the last 5 minutes. An eavesdropper could replay older ones, and keep those from the future for later (docs/slack-limits.md). */
function isRecent(stamp: string): boolean {
  return /^\d{1,12}$/.test(stamp) && Math.abs(Date.now() / 1000 - Number(stamp)) <= TOLERANCE_S
}

function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const stamp = firstValue(headers['x-slack-request-timestamp'])
  if (!isRecent(stamp)) return false
  const given = Buffer.from(firstValue(headers['x-slack-signature']))
  const digest = createHmac('sha256', secret).update(`v0:${stamp}:`).update(body).digest('hex')
  const wanted = Buffer.from(`v0=${digest}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

function parseBody(type: string, body: Buffer): Body | undefined {
  const form = type === FORM ? new URLSearchParams(body.toString('utf8')) : undefined
  const json = form ? form.get('payload') : body.toString('utf8')
  if (form && json === null) return Object.fromEntries(form)
  const value = parseJson(json ?? '', MAX_PAYLOAD_VALUES)
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
}

/** Slack tests our certificate with a small, unsigned form that asks for nothing. */
function isSslCheck(body: Buffer): boolean {
  return body.length <= SSL_CHECK_BYTES && new URLSearchParams(body.toString('utf8')).get('ssl_check') === '1'
}

/** The answer of a listener in the form that Slack expects. */
function toHttpResponse(answer: unknown): HttpResponse {
  if (answer === undefined || answer === '') return { status: 200 }
  if (typeof answer === 'string') return { status: 200, body: answer }
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: JSON.stringify(answer) }
}

const createLateError = (): UpstreamError =>
  new UpstreamError(`a request of Slack took longer than ${ANSWER_MS} ms to store`, {
    service: 'store',
    code: 'late',
    outcome: 'not_sent',
  })

const readRetryHeaders = (headers: IncomingHttpHeaders): { retryNum?: number; retryReason?: string } => {
  const [num, reason] = [firstValue(headers['x-slack-retry-num']), firstValue(headers['x-slack-retry-reason'])]
  return { ...(num !== '' && { retryNum: Number(num) }), ...(reason !== '' && { retryReason: reason }) }
}

/**
 * Slack's signed requests as a route of our own server. Answers after the listeners have resolved: a 2xx means stored. If a listener throws or takes
 * too long, the answer is an error, which Slack shows to the person or resolves by sending the request again.
 */
export function createHttpReceiver({
  signingSecret,
  log,
}: {
  signingSecret: string
  log: Log
}): Receiver & { route: Route } {
  let app: App | undefined
  const warnOfUnsigned = createSeldomWarning(
    log,
    'a request to /slack/events was refused: Slack did not sign it with our secret',
  )

  function refuseUnsigned(headers: IncomingHttpHeaders): HttpResponse {
    const isInTime = isRecent(firstValue(headers['x-slack-request-timestamp']))
    warnOfUnsigned({ reason: isInTime ? 'no match' : 'too old or from the future' })
    return { status: 401 }
  }

  async function dispatch(headers: IncomingHttpHeaders, body: Body): Promise<HttpResponse> {
    let answer: unknown
    const ack = async (given: unknown): Promise<void> => void (answer = given)
    if (!app) throw new Error('Bolt is not initialised')
    try {
      const processed = processRequest(app, { body, ack, ...readRetryHeaders(headers) }).then(() => true)
      if (!(await withTimeout(ANSWER_MS, processed))) throw createLateError()
      return toHttpResponse(answer)
    } catch (error) {
      if (!(error instanceof UnservableRequestError)) throw error
      log.warn({ reason: error.message }, 'a request of Slack cannot be served')
      return UNSERVABLE
    }
  }

  return {
    init: (bolt) => void (app = bolt),
    start: async () => {},
    stop: async () => {},
    route: {
      method: 'POST',
      path: PATH,
      limitBytes: BODY_LIMIT_BYTES,
      checkHeaders(headers) {
        const type = mediaType(headers)
        if (type !== FORM && type !== JSON_TYPE) return { status: 415 }
        const unsigned = headers['x-slack-signature'] === undefined
        if (unsigned && type === FORM && Number(headers['content-length']) <= SSL_CHECK_BYTES) return undefined
        // Slack signs everything else.
        if (unsigned) return { status: 401 }
        return isRecent(firstValue(headers['x-slack-request-timestamp'])) ? undefined : refuseUnsigned(headers)
      },
      async handle({ headers, body }) {
        const type = mediaType(headers)
        if (type === FORM && isSslCheck(body)) return { status: 200 }
        if (!isSigned(headers, body, signingSecret)) return refuseUnsigned(headers)
        const value = parseBody(type, body)
        if (!value) return { status: 400 }
        if (value['type'] === 'url_verification')
          return toHttpResponse({ challenge: typeof value['challenge'] === 'string' ? value['challenge'] : '' })
        return dispatch(headers, value)
      },
    },
  }
}
