import { z } from 'zod'
import { createByteBudget } from '../../core/byte-budget.ts'
import { type UpstreamDetails, UpstreamError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { readRetryAfter } from '../../core/retry-after.ts'
import { readResponseBody } from './response-body.ts'
import { DEFAULT_PAUSE_MS } from './slack-errors.ts'

/** Above the largest page of messages that the app asks for. The SDK and we read an answer whole, while nothing else runs. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
/** Room for four large answers at a time. */
const budget = createByteBudget(4 * MAX_ANSWER_BYTES)
const MAX_VALUES = 100_000

/** Slack's own form: a refusal names its code, and nothing else is an answer of Slack. */
const ownForm = z.discriminatedUnion('ok', [
  z.looseObject({ ok: z.literal(true) }),
  z.looseObject({ ok: z.literal(false), error: z.string().regex(/^[a-z0-9_:-]{1,80}$/) }),
])

const createError = (code: string, outcome: 'not_sent' | 'unknown', more: Partial<UpstreamDetails>): UpstreamError =>
  new UpstreamError(`Slack: ${code}`, { ...more, service: 'slack', code, outcome })

/**
 * Passes only answers in Slack's own form on to the SDK, which would take any text for an error code and any status for a refusal. Throws
 * `UpstreamError` for everything else: the page of a proxy, whatever its status, is an outage.
 */
export async function fetchFromSlack(address: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init)
  const { status, headers } = response
  if (status === 429) {
    await response.body?.cancel().catch(() => {})
    const wait = { retryAfterMs: DEFAULT_PAUSE_MS, ...readRetryAfter(headers.get('retry-after')) }
    throw createError('ratelimited', 'not_sent', { status, ...wait })
  }
  const text = (await readResponseBody(response, { maxBytes: MAX_ANSWER_BYTES, budget }))?.toString('utf8') ?? ''
  if (status >= 500) throw createError(`http_${status}`, 'unknown', { status })
  const { data: answer } = ownForm.safeParse(parseJson(text, MAX_VALUES))
  if (!answer || (answer.ok && !response.ok)) throw createError('bad_response', 'unknown', { status })
  // Slack's code names the error; the SDK would look at the status first.
  return new Response(text, { headers: { 'content-type': 'application/json' } })
}
