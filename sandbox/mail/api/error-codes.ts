import { isJsonObject } from '../../server/control-routes.ts'
import type { HttpAnswer } from '../../server/http-types.ts'

interface Wording {
  status: number
  name: string
  message: string
  fix?: string
}

/** The table of codes in the mailbox's documentation. `name` and `message` keep their wording from before the codes existed. */
const CODES = {
  missing_authorization: {
    status: 401,
    name: 'UnauthorizedError',
    message: 'Unauthorized',
    fix: 'Send the header `Authorization: Bearer <API_KEY>`; the scheme word is case-sensitive.',
  },
  invalid_token_type: {
    status: 401,
    name: 'UnauthorizedError',
    message: 'Unauthorized',
    fix: 'This is a console session token. Create an API key and send that.',
  },
  unknown_api_key: {
    status: 401,
    name: 'UnauthorizedError',
    message: 'Unauthorized',
    fix: 'Copy the key again, or create a new one: this one is unknown or was revoked.',
  },
  unauthorized: { status: 401, name: 'UnauthorizedError', message: 'Unauthorized', fix: 'Send a valid API key.' },
  missing_permission: { status: 403, name: 'ForbiddenError', message: 'Forbidden' },
  permission_escalation: { status: 403, name: 'ForbiddenError', message: 'Forbidden' },
  unrestricted_key_required: {
    status: 403,
    name: 'ForbiddenError',
    message: 'Forbidden',
    fix: 'Use an unrestricted API key or a dashboard session.',
  },
  forbidden: {
    status: 403,
    name: 'ForbiddenError',
    message: 'Forbidden',
    fix: 'Use a key whose scope contains the resource.',
  },
  already_exists: {
    status: 403,
    name: 'IsTakenError',
    message: 'Resource already exists',
    fix: 'Fetch or update the existing resource.',
  },
  resource_taken: { status: 403, name: 'IsTakenError', message: 'Resource is taken', fix: 'Pick another value.' },
  limit_exceeded: { status: 403, name: 'LimitExceededError', message: 'Limit exceeded' },
  domain_not_verified: {
    status: 403,
    name: 'DomainNotVerifiedError',
    message: 'Domain not verified',
    fix: 'Add the DNS records of the domain and verify it.',
  },
  message_rejected: { status: 403, name: 'MessageRejectedError', message: 'Message rejected' },
  account_suspended: {
    status: 403,
    name: 'ForbiddenError',
    message: 'Account suspended',
    fix: 'Contact support; a retry cannot succeed.',
  },
  validation_error: {
    status: 400,
    name: 'ValidationError',
    message: 'Validation failed',
    fix: 'Correct the fields named in `errors`.',
  },
  query_range_too_wide: {
    status: 400,
    name: 'ValidationError',
    message: 'Query range is too wide',
    fix: 'Narrow the range, or ask for a larger period.',
  },
  not_found: {
    status: 404,
    name: 'NotFoundError',
    message: 'Resource not found',
    fix: 'Check the identifier, the scope of the key and its label permissions.',
  },
  conflict: {
    status: 409,
    name: 'ConflictError',
    message: 'Conflict',
    fix: 'Repeat the identical request after a short wait, or use a new Idempotency-Key.',
  },
  race_condition: {
    status: 409,
    name: 'ConflictError',
    message: 'Concurrent modification',
    fix: 'Fetch the resource again, then retry.',
  },
  resource_deleting: {
    status: 409,
    name: 'ConflictError',
    message: 'Resource is being deleted',
    fix: 'Wait until it is gone, or use another.',
  },
  cannot_delete: { status: 409, name: 'CannotDeleteError', message: 'Resource cannot be deleted' },
  unprocessable: { status: 422, name: 'UnprocessableEntityError', message: 'Request cannot be processed' },
  rate_limit_exceeded: {
    status: 429,
    name: 'RateLimitError',
    message: 'Too many requests',
    fix: 'Wait as long as Retry-After says, then back off exponentially.',
  },
  internal_error: { status: 500, name: 'ServerError', message: 'Internal server error' },
  service_unavailable: {
    status: 503,
    name: 'ServiceUnavailableError',
    message: 'Service unavailable',
    fix: 'Retry after a short delay, with backoff.',
  },
} satisfies Record<string, Wording>

export type ErrorCode = keyof typeof CODES

export interface FieldIssue {
  path: string[]
  message: string
}

/** The additional fields of a coded error; `headers` are sent as headers. */
export interface ErrorDetails {
  name?: string
  message?: string
  fix?: string
  errors?: FieldIssue[]
  suggestions?: string[]
  resource?: string
  limit?: number
  upgrade_url?: string
  suspended_reason?: string
  headers?: Record<string, string>
}

/** A refused request, with the code on which clients branch. */
export class MailboxError extends Error {
  override name = 'Refusal'
  readonly code: ErrorCode
  readonly extra: ErrorDetails
  constructor(code: ErrorCode, extra: ErrorDetails = {}) {
    super(code)
    this.code = code
    this.extra = extra
  }
}

/** A request that gets no answer because the service broke down. */
export class BrokenRequest extends Error {
  override name = 'Death'
}

const DOCS = 'https://docs.sandbox.test/errors'

const isCode = (code: string): code is ErrorCode => Object.hasOwn(CODES, code)

export function codedAnswer(code: ErrorCode, { headers, ...extra }: ErrorDetails = {}, status?: number): HttpAnswer {
  const { status: usual, ...wording }: Wording = CODES[code]
  return {
    status: status ?? usual,
    body: { code, ...wording, ...extra, docs: `${DOCS}#${code}` },
    ...(headers && { headers }),
  }
}

const PLAIN: Record<number, ErrorCode> = {
  400: 'validation_error',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  422: 'unprocessable',
  429: 'rate_limit_exceeded',
  503: 'service_unavailable',
}

/** The answer of an injected failure: the requested code, or the usual one for the status. */
export function faultAnswer(fault: { status?: number; error?: string }): HttpAnswer {
  const { status, error } = fault
  if (error !== undefined && isCode(error)) return codedAnswer(error, {}, status)
  const answer = codedAnswer(PLAIN[status ?? 500] ?? 'internal_error', {}, status ?? 500)
  return error !== undefined && isJsonObject(answer.body)
    ? { ...answer, body: { ...answer.body, code: error } }
    : answer
}

/** A refusal by the gateway: a message without a code. */
export const gatewayAnswer = (status: 401 | 403): HttpAnswer => ({
  status,
  body: { message: status === 401 ? 'Unauthorized' : 'Forbidden' },
})

export const validationError = (path: string | string[], message: string): MailboxError =>
  new MailboxError('validation_error', { errors: [{ path: [path].flat(), message }] })

export const notFoundError = (what: string): MailboxError =>
  new MailboxError('not_found', { message: `${what} not found` })
