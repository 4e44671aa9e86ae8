import { WebClient } from '@slack/web-api'
import type { ZodType } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Clock } from '../../core/clock.ts'
import type { RateLimits } from '../../store/rate-limits.ts'
import { rateLimitOf } from './method-rate-limits.ts'
import { createSdkLogger } from './sdk-log.ts'
import { argumentProblems, DEFAULT_PAUSE_MS, toRetryableError, toSlackError } from './slack-errors.ts'

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

/** Asking changes nothing, so asking again is safe whatever became of the first question. */
const isReadOnly = (method: string): boolean => /\.(info|list|history|replies|members|getPermalink|test)$/.test(method)

export function createSlackApi(options: SlackApiOptions): SlackApi {
  const { apiUrl, token, budgets, clock, log } = options
  const clients = new Map<string, WebClient>()

  /** One client per token, so that a team's calls can only carry that team's token; never `headers` (docs/slack-limits.md). */
  function clientFor(secret: string): WebClient {
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
        const { code, retryAfterMs = DEFAULT_PAUSE_MS } = known.details
        const budget = rateLimitOf(team, method, args)
        if (code === 'ratelimited' && budget) await budgets.pause(budget.key, clock.now() + retryAfterMs)
        log.warn({ team, method, code, problems: argumentProblems(error) }, 'slack call failed')
        throw isReadOnly(method) ? toRetryableError(known) : known
      }
    },
  }
}
