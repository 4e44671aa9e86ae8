import { WebAPIPlatformError, WebAPIRequestError } from '@slack/web-api'
import { z } from 'zod'
import { type RequestOutcome, type UpstreamDetails, UpstreamError } from '../../core/errors.ts'
import { limitedList } from './limited-list.ts'

/** Our own code for a post whose thread no longer exists; Slack accepts the post, but into the channel. */
export const THREAD_GONE = 'thread_gone'
/** The channel or thread that a post is for no longer exists for the app, and neither does anything posted there. */
export const CONVERSATION_GONE: ReadonlySet<string> = new Set([
  'channel_not_found',
  'not_in_channel',
  'is_archived',
  'thread_not_found',
])
/** `chat.update` calls a message in an archived channel this; posts to that channel are refused with `is_archived`. */
export const MESSAGE_INACTIVE = 'is_inactive'
/** The message can never be edited again. */
export const MESSAGE_UNEDITABLE: ReadonlySet<string> = new Set([
  'message_not_found',
  'channel_not_found',
  'thread_not_found',
  'cant_update_message',
  MESSAGE_INACTIVE,
])
/** The message or thread is gone, but the channel still takes posts. Any other code is a problem with the channel. */
export const MESSAGE_GONE: ReadonlySet<string> = new Set([
  'message_not_found',
  'thread_not_found',
  'cant_update_message',
  THREAD_GONE,
])
/** The view was closed or changed in the meantime. */
export const VIEW_GONE: ReadonlySet<string> = new Set(['hash_conflict', 'not_found', 'view_not_found'])
export const INVALID_TRIGGER = 'invalid_trigger_id'
/** Slack rejects a part of the request: a trigger that is unknown, has expired or was used before, or an unknown person. */
export const REQUEST_INVALID: ReadonlySet<string> = new Set([
  INVALID_TRIGGER,
  'expired_trigger_id',
  'exchanged_trigger_id',
  'user_not_found',
])
/** Nobody has this id, or it belongs to somebody of another organization outside the app's view. */
export const PERSON_UNKNOWN: ReadonlySet<string> = new Set(['user_not_found', 'users_not_found', 'user_not_visible'])
/** A message for one person cannot be shown to them: they are not in the channel. */
export const USER_NOT_IN_CHANNEL = 'user_not_in_channel'
/** The app was installed before it asked for this scope. */
export const MISSING_SCOPE = 'missing_scope'
/** The person has left the workspace, or never was in it: nothing reaches them. */
export const PERSON_GONE: ReadonlySet<string> = new Set([...PERSON_UNKNOWN, 'user_disabled'])
/** The file was deleted, or the app may no longer read it. */
export const FILE_GONE: ReadonlySet<string> = new Set([
  'file_not_found',
  'file_deleted',
  'access_denied',
  'not_visible',
])
/** `ok: false` answers after which part of the operation may have happened (Slack's documentation of these errors). */
const AMBIGUOUS = new Set([
  'fatal_error',
  'internal_error',
  'request_timeout',
  'service_unavailable',
  'team_added_to_org',
])
/** The token does not work. An operator can fix that, so calls that fail with these are retried. */
export const TOKEN_REJECTED: ReadonlySet<string> = new Set([
  'invalid_auth',
  'not_authed',
  'token_revoked',
  'token_expired',
  'account_inactive',
])
const RATE_LIMITED = new Set(['ratelimited', 'rate_limited'])
/** System codes of connections that were never made. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
])
/** The system code of arguments that cannot be encoded: half a character. No attempt can send them. */
const UNSENDABLE = 'ERR_INVALID_URI'
/** How long to wait after a rate limit that does not say how long it lasts. */
export const DEFAULT_PAUSE_MS = 30_000

/** Whether a call failed with this code, or one of these. */
export function hasErrorCode(error: unknown, codes: string | ReadonlySet<string>): error is UpstreamError {
  if (!(error instanceof UpstreamError)) return false
  return typeof codes === 'string' ? error.details.code === codes : codes.has(error.details.code)
}

/** The SDK's codes for its own error classes begin like this. */
const isSdkCode = (code: string): boolean => code.split('_', 1)[0] === 'slack'

/** The innermost system code of a failed fetch; the SDK and undici each wrap it once more. */
function systemCode(error: unknown, depth = 0): string | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined
  const { code, original, cause } = error as { code?: unknown; original?: unknown; cause?: unknown }
  const inner = systemCode(original, depth + 1) ?? systemCode(cause, depth + 1)
  return inner ?? (typeof code === 'string' && !isSdkCode(code) ? code : undefined)
}

/** Turns whatever the SDK threw into an `UpstreamError`. Anything that is not known to be a refusal has an unknown outcome. */
export function toSlackError(method: string, error: unknown): UpstreamError {
  const create = (code: string, outcome: RequestOutcome, more: Partial<UpstreamDetails> = {}): UpstreamError =>
    new UpstreamError(`${method}: ${code}`, { ...more, service: 'slack', code, outcome, cause: error })
  if (error instanceof UpstreamError) return error
  if (error instanceof WebAPIPlatformError) {
    const code = error.data.error
    if (RATE_LIMITED.has(code)) return create('ratelimited', 'not_sent', { retryAfterMs: DEFAULT_PAUSE_MS })
    if (TOKEN_REJECTED.has(code)) return create(code, 'not_sent')
    return create(code, AMBIGUOUS.has(code) ? 'unknown' : 'refused')
  }
  if (error instanceof WebAPIRequestError && error.original instanceof UpstreamError) {
    const { details } = error.original
    return create(details.code, details.outcome, details)
  }
  const system = systemCode(error)
  if (error instanceof WebAPIRequestError && system !== undefined && NEVER_SENT.has(system))
    return create('unreachable', 'not_sent')
  if (system === UNSENDABLE) return create('invalid_arguments', 'refused')
  return create(system ?? 'no_answer', 'unknown')
}

/** Makes an unknown outcome an ordinary retry. Only safe where the next attempt looks for the first one's effect, or repeats nothing. */
export function toRetryableError(error: unknown): unknown {
  if (!(error instanceof UpstreamError) || error.details.outcome !== 'unknown') return error
  return new UpstreamError(error.message, { ...error.details, outcome: 'not_sent', cause: error })
}

const MAX_PROBLEMS = 20
const platformProblems = z.object({
  response_metadata: z.object({ messages: limitedList(z.string(), MAX_PROBLEMS) }),
})

/** The text without everything from the first quotation mark to the last. */
function withoutQuotes(text: string): string {
  const start = text.search(/["'`“]/)
  const end = Math.max(...['"', "'", '`', '”'].map((mark) => text.lastIndexOf(mark)))
  return start < 0 || end <= start ? text : `${text.slice(0, start + 1)}…${text.slice(end)}`
}

/** Slack's complaints about the arguments, for the log. Quoted parts are removed: they may be a person's words. */
export function argumentProblems(error: unknown): string[] | undefined {
  const details = error instanceof WebAPIPlatformError ? platformProblems.safeParse(error.data).data : undefined
  return details?.response_metadata.messages.map((text) => withoutQuotes(text).slice(0, 200))
}

/** The positions of the blocks that Slack's refusal of a view names; undefined for any other error, and empty if it names none. */
export function findRefusedBlocks(error: unknown): number[] | undefined {
  if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') return undefined
  const problems = argumentProblems(error.details.cause)?.join(' ') ?? ''
  return [...problems.matchAll(/json-pointer:\/view\/blocks\/(\d+)/g)].map(([, index]) => Number(index))
}
