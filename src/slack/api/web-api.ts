import { WebClient } from '@slack/web-api'
import type { ZodType } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Clock } from '../../core/clock.ts'
import type { LongWaitListener } from '../../core/retry-after.ts'
import type { RateLimits } from '../../store/rate-limits.ts'
import { rateLimitOf } from './method-rate-limits.ts'
import { createSdkLogger } from './sdk-log.ts'
import { fetchFromSlack } from './slack-fetch.ts'
import { argumentProblems, toRetryableError, TOKEN_REJECTED, toSlackError } from './slack-errors.ts'

/** The Web API, one team at a time: the token is looked up by `team` alone, and every call counts against the shared rate limits. */
export interface SlackApi {
  /**
   * Sends a call, never repeated automatically. Throws `UpstreamError` (service `slack`): `refused` with Slack's error as `code`, also if the
   * arguments cannot be encoded; `not_sent` for 429, a token that does not work and refused connections; `unknown` for timeouts, resets, 5xx,
   * `fatal_error`, `internal_error` and unreadable answers.
   * With `reserved`, the caller has already reserved the call.
   */
  call<T>(
    team: string,
    method: string,
    args: Record<string, unknown>,
    schema: ZodType<T>,
    options?: { reserved?: boolean },
  ): Promise<T>
  /** Counts one call against the rate limit beforehand; throws `ratelimited` (`not_sent`) with the time until there is room. */
  reserve(team: string, method: string, args: Record<string, unknown>): Promise<void>
}

export interface SlackApiOptions {
  apiUrl: string
  token: (team: string) => Promise<string>
  rateLimits: RateLimits
  clock: Clock
  log: Log
  onLongWait?: LongWaitListener
  /** Slack refused the token of a call. */
  onTokenRejected?: (team: string) => void
}

const TIMEOUT_MS = 10_000

/** Methods that change nothing can be repeated safely, even if the outcome of the first call is unknown. */
const isReadOnly = (method: string): boolean =>
  method === 'users.conversations' || /\.(info|list|history|replies|members|getPermalink|test)$/.test(method)

/** Calls Slack with timeouts and without the SDK's own retries, which would repeat posts. */
export function createSlackApi(options: SlackApiOptions): SlackApi {
  const { apiUrl, token, rateLimits, clock, log, onLongWait = () => {}, onTokenRejected = () => {} } = options
  const clients = new Map<string, WebClient>()

  /** Keeps a client per token: a team's calls can only carry that team's token; `headers` would leak it to the next call (docs/slack-limits.md). */
  function clientFor(secret: string): WebClient {
    const known = clients.get(secret)
    if (known) return known
    const fresh = new WebClient(secret, {
      slackApiUrl: apiUrl,
      fetch: fetchFromSlack,
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
    const limit = rateLimitOf(team, method, args)
    const reservation =
      limit && (await rateLimits.take(limit.key, { limit: limit.limit, windowMs: clock.scaled(limit.windowMs) }))
    if (!reservation || reservation.ok) return
    throw new UpstreamError(`${method}: rate limit reached`, {
      service: 'slack',
      code: 'ratelimited',
      outcome: 'not_sent',
      retryAfterMs: reservation.waitMs,
    })
  }

  return {
    reserve,
    async call(team, method, args, schema, { reserved = false } = {}) {
      if (!reserved) await reserve(team, method, args)
      const secret = await token(team)
      try {
        const answer = await clientFor(secret).apiCall(method, args)
        const parsed = schema.safeParse(answer)
        if (parsed.success) return parsed.data
        throw new UpstreamError(`${method}: unreadable answer`, {
          service: 'slack',
          code: 'bad_response',
          outcome: 'unknown',
        })
      } catch (error) {
        const known = toSlackError(method, error)
        const { code, retryAfterMs, askedWaitMs } = known.details
        const limit = rateLimitOf(team, method, args)
        if (retryAfterMs !== undefined && limit) await rateLimits.pause(limit.key, clock.now() + retryAfterMs)
        if (askedWaitMs !== undefined) onLongWait('slack', askedWaitMs)
        if (TOKEN_REJECTED.has(code)) onTokenRejected(team)
        log.warn({ team, method, code, askedWaitMs, problems: argumentProblems(error) }, 'slack call failed')
        throw isReadOnly(method) ? toRetryableError(known) : known
      }
    },
  }
}
