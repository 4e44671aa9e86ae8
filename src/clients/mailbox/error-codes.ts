import { z } from 'zod'
import { type RequestOutcome, UpstreamError } from '../../core/errors.ts'
import { readRetryAfter } from '../../core/retry-after.ts'
import type { ServiceResponse } from '../http-client.ts'
import { codeOfStatus } from '../status-code.ts'
import { lenientList, lenientNumber, lenientText, lenientTextList, limitedText } from '../lenient-schema.ts'

/**
 * Whether a request may be repeated. `refused`: never. `busy`: yes, it was turned away. `failed`: it may have acted, so only if it is
 * idempotent. `collided`: after reading again. `clash`: only if it repeats its own stored request, byte for byte.
 */
type RepeatRule = 'refused' | 'busy' | 'failed' | 'collided' | 'clash'

/** Every code in the mailbox's documentation; a test compares the two. */
export const mailboxCodes: Record<string, { status: number; repeat: RepeatRule }> = {
  missing_authorization: { status: 401, repeat: 'refused' },
  invalid_token_type: { status: 401, repeat: 'refused' },
  unknown_api_key: { status: 401, repeat: 'refused' },
  unauthorized: { status: 401, repeat: 'refused' },
  missing_permission: { status: 403, repeat: 'refused' },
  permission_escalation: { status: 403, repeat: 'refused' },
  unrestricted_key_required: { status: 403, repeat: 'refused' },
  forbidden: { status: 403, repeat: 'refused' },
  already_exists: { status: 403, repeat: 'refused' },
  resource_taken: { status: 403, repeat: 'refused' },
  limit_exceeded: { status: 403, repeat: 'refused' },
  domain_not_verified: { status: 403, repeat: 'refused' },
  message_rejected: { status: 403, repeat: 'refused' },
  account_suspended: { status: 403, repeat: 'refused' },
  validation_error: { status: 400, repeat: 'refused' },
  query_range_too_wide: { status: 400, repeat: 'refused' },
  not_found: { status: 404, repeat: 'refused' },
  conflict: { status: 409, repeat: 'clash' },
  race_condition: { status: 409, repeat: 'collided' },
  resource_deleting: { status: 409, repeat: 'refused' },
  cannot_delete: { status: 409, repeat: 'refused' },
  unprocessable: { status: 422, repeat: 'refused' },
  rate_limit_exceeded: { status: 429, repeat: 'busy' },
  internal_error: { status: 500, repeat: 'failed' },
  service_unavailable: { status: 503, repeat: 'failed' },
}

/** Upper bound on the sentence of a refusal that people read; its length is otherwise unlimited. */
const SENTENCE_CHARS = 2_000
const WORD_CHARS = 200
const MAX_PROBLEMS = 20

const bodySchema = z.looseObject({
  code: limitedText(WORD_CHARS),
  name: limitedText(WORD_CHARS),
  message: limitedText(SENTENCE_CHARS),
  fix: limitedText(SENTENCE_CHARS),
  docs: lenientText,
  errors: lenientList(z.looseObject({ path: z.unknown(), message: limitedText(WORD_CHARS) })),
  suggestions: lenientTextList,
  resource: limitedText(WORD_CHARS),
  limit: lenientNumber,
  upgrade_url: lenientText,
  suspended_reason: limitedText(SENTENCE_CHARS),
})

const CODE = /^[a-z][a-z0-9_]{0,79}$/

/** The rule for a code; for one that we do not know, the rule of its status. An answer in another form than the mailbox's is an outage. */
function repeatRuleOf(code: string, status: number, isOwnForm: boolean): RepeatRule {
  const known = mailboxCodes[code]?.repeat
  if (isOwnForm && known) return known
  if (status === 429) return 'busy'
  return !isOwnForm || status >= 500 || status === 408 ? 'failed' : 'refused'
}

function outcomeOf(repeat: RepeatRule, call: { repeatable: boolean; identical?: boolean }): RequestOutcome {
  switch (repeat) {
    case 'refused':
      return 'refused'
    case 'busy':
    case 'collided':
      return 'not_sent'
    case 'failed':
      return call.repeatable ? 'not_sent' : 'unknown'
    case 'clash':
      return call.identical ? 'not_sent' : 'refused'
  }
}

function pathOf(path: unknown): string {
  const steps: unknown[] = Array.isArray(path) ? path.slice(0, MAX_PROBLEMS) : [path]
  const words = steps.filter((step) => typeof step === 'string' || typeof step === 'number')
  return words.map((step) => String(step).slice(0, WORD_CHARS)).join('.')
}

/** Maps an error answer of the mailbox to an `UpstreamError`. Everything else branches on its `code`. */
export function toMailboxError(
  answer: ServiceResponse,
  call: { method: string; route: string; repeatable: boolean; identical?: boolean },
): UpstreamError {
  const { status } = answer
  const body = bodySchema.safeParse(answer.json).data
  const own = body?.code && CODE.test(body.code) ? body.code : undefined
  // The mailbox's gateway answers with a bare message, its validation with a name and the fields.
  const isOwnForm = [own, body?.message, body?.name].some(Boolean)
  const isAstray = status === 404 && /^route not found/i.test(body?.message ?? '')
  const code = isAstray ? 'route_not_found' : (own ?? codeOfStatus(status, isOwnForm))
  return new UpstreamError(`mailbox answered ${status} ${code}: ${call.method} ${call.route}`, {
    service: 'mailbox',
    code,
    status,
    outcome: outcomeOf(repeatRuleOf(code, status, isOwnForm), call),
    ...(code !== own && { isCodeDerived: true }),
    ...readRetryAfter(answer.headers['retry-after']),
    ...(body?.message && { serviceMessage: body.message }),
    ...(body?.fix && { fix: body.fix }),
    ...(body?.docs && { docs: body.docs }),
    ...(body?.suggestions.length && {
      suggestions: body.suggestions.slice(0, 3).map((one) => one.slice(0, WORD_CHARS)),
    }),
    ...(body?.resource && { resource: body.resource }),
    ...(body?.limit !== undefined && { limit: body.limit }),
    ...(body?.upgrade_url && { upgradeUrl: body.upgrade_url }),
    ...(body?.suspended_reason && { suspendedReason: body.suspended_reason }),
    ...(body?.errors.length && {
      errors: body.errors
        .slice(0, MAX_PROBLEMS)
        .map(({ path, message }) => ({ path: pathOf(path), message: message ?? '' })),
    }),
  })
}
