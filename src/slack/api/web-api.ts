import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
  WebClient,
} from '@slack/web-api'
import { z, type ZodType } from 'zod'
import { type RequestOutcome, UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Clock } from '../../core/clock.ts'
import type { RateLimits } from '../../store/rate-limits.ts'
import { rateLimitOf } from './method-rate-limits.ts'
import { createSdkLogger } from './sdk-log.ts'

/** The Web API, one team at a time: the token is looked up by `team` alone, and every call passes the shared budgets. */
export interface SlackApi {
  /**
   * One call, never repeated by itself. Throws `UpstreamError` (service `slack`): `refused` with Slack's error as `code`, `not_sent`
   * for 429, a token that does not work and refused connections, `unknown` for timeouts, resets, 5xx, `fatal_error`, `internal_error` and unreadable answers.
   * `reserved`: the room for it was taken beforehand.
   */
  call<T>(
    team: string,
    method: string,
    args: Record<string, unknown>,
    schema: ZodType<T>,
    options?: { reserved?: boolean },
  ): Promise<T>
  /** Takes the room for one call from the budgets; throws `ratelimited` (`not_sent`) with the time until there is some. */
  reserve(team: string, method: string, args: Record<string, unknown>): Promise<void>
}

export interface SlackApiOptions {
  apiUrl: string
  token: (team: string) => Promise<string>
  budgets: RateLimits
  clock: Clock
  log: Log
}

const TIMEOUT_MS = 10_000
/** `ok: false` answers after which part of the operation may have happened (Slack's documentation of these errors). */
const AMBIGUOUS = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])
/** An operator can put the token right: what waits for it is not lost meanwhile. */
const LOCKED_OUT = new Set(['invalid_auth', 'not_authed', 'token_revoked', 'token_expired', 'account_inactive'])
const RATE_LIMITED = new Set(['ratelimited', 'rate_limited'])
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
const DEFAULT_PAUSE_MS = 30_000

/** Slack says what it did not like and where; what it quotes may be a person's words. */
const unquoted = (text: string): string => text.replaceAll(/(["'`“]).*["'`”]/gs, '$1…$1').slice(0, 200)

const problem = z.object({ response_metadata: z.object({ messages: z.array(z.string()) }) })

/** The innermost system code of a failed fetch; the SDK and undici each wrap it once more. */
function systemCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined
  const { code, original, cause } = error as { code?: unknown; original?: unknown; cause?: unknown }
  const inner = systemCode(original, depth + 1) ?? systemCode(cause, depth + 1)
  return inner ?? (typeof code === 'string' && !code.startsWith('slack_') ? code : undefined)
}

/** What a failed call means (spec/slack-platform.md, 1.6 and 4.8 to 4.12); whatever is not known to be a refusal is ambiguous. */
export function toSlackError(method: string, error: unknown): UpstreamError {
  const raise = (
    code: string,
    outcome: RequestOutcome,
    more: { status?: number; retryAfterMs?: number } = {},
  ): UpstreamError =>
    new UpstreamError(`${method}: ${code}`, { service: 'slack', code, outcome, cause: error, ...more })
  if (error instanceof UpstreamError) return error
  if (error instanceof WebAPIRateLimitedError)
    return raise('ratelimited', 'not_sent', { retryAfterMs: error.retryAfter * 1000 })
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error
    if (RATE_LIMITED.has(code)) return raise('ratelimited', 'not_sent', { retryAfterMs: DEFAULT_PAUSE_MS })
    // An HTML page with status 200 reaches us as the error's name (spec/slack-platform.md, 4.12).
    if (!/^[a-z0-9_:-]{1,80}$/.test(code)) return raise('bad_response', 'unknown')
    if (LOCKED_OUT.has(code)) return raise(code, 'not_sent')
    return raise(code, AMBIGUOUS.has(code) ? 'unknown' : 'refused')
  }
  if (error instanceof WebAPIHTTPError) {
    if (error.statusCode === 429) return raise('ratelimited', 'not_sent', { retryAfterMs: DEFAULT_PAUSE_MS })
    return raise(`http_${error.statusCode}`, error.statusCode >= 500 ? 'unknown' : 'refused', {
      status: error.statusCode,
    })
  }
  const system = systemCode(error)
  if (error instanceof WebAPIRequestError && system !== undefined && NEVER_SENT.has(system))
    return raise('unreachable', 'not_sent')
  return raise(system ?? 'no_answer', 'unknown')
}

/** Asking changes nothing, so asking again is safe whatever became of the first question. */
const isQuestion = (method: string): boolean => /\.(info|list|history|replies|members|getPermalink|test)$/.test(method)

/** Repeating is safe once the next attempt looks first: an unknown outcome becomes an ordinary retry. */
export function toRetryableError(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.details.outcome !== 'unknown') return error
  return new UpstreamError(error.message, { ...error.details, outcome: 'not_sent', cause: error })
}

export function createSlackApi(options: SlackApiOptions): SlackApi {
  const { apiUrl, token, budgets, clock, log } = options
  const clients = new Map<string, WebClient>()

  /** One client per token, so that a team's calls can only carry that team's token; never `headers` (spec/slack-platform.md, 4.1). */
  function client(secret: string): WebClient {
    const known = clients.get(secret)
    if (known) return known
    const fresh = new WebClient(secret, {
      slackApiUrl: apiUrl,
      retryConfig: { retries: 0 },
      timeout: TIMEOUT_MS,
      rejectRateLimitedCalls: true,
      allowAbsoluteUrls: false,
      logger: createSdkLogger(log),
    })
    clients.set(secret, fresh)
    return fresh
  }

  async function reserve(team: string, method: string, args: Record<string, unknown>): Promise<void> {
    const budget = rateLimitOf(team, method, args)
    const room =
      budget && (await budgets.take(budget.key, { limit: budget.limit, windowMs: clock.scaled(budget.windowMs) }))
    if (!room || room.ok) return
    throw new UpstreamError(`${method}: no room now`, {
      service: 'slack',
      code: 'ratelimited',
      outcome: 'not_sent',
      retryAfterMs: room.waitMs,
    })
  }

  return {
    reserve,
    async call(team, method, args, schema, { reserved = false } = {}) {
      if (!reserved) await reserve(team, method, args)
      const secret = await token(team)
      try {
        const answer = await client(secret).apiCall(method, args)
        const parsed = schema.safeParse(answer)
        if (parsed.success) return parsed.data
        throw new UpstreamError(`${method}: unreadable answer`, {
          service: 'slack',
          code: 'bad_response',
          outcome: 'unknown',
        })
      } catch (error) {
        const known = toSlackError(method, error)
        const { code, retryAfterMs = DEFAULT_PAUSE_MS } = known.details
        const budget = rateLimitOf(team, method, args)
        if (code === 'ratelimited' && budget) await budgets.pause(budget.key, clock.now() + retryAfterMs)
        const details = error instanceof WebAPIPlatformError ? problem.safeParse(error.data) : undefined
        const problems = details?.data?.response_metadata.messages.map((text) => unquoted(text))
        log.warn({ team, method, code, problems }, 'slack call failed')
        throw isQuestion(method) ? toRetryableError(known) : known
      }
    },
  }
}
