/** The person can fix the cause. The message is for operators; the code that catches the error informs the person in their language. */
export class UserError extends Error {
  override name = 'UserError'
}

/** The storage cannot be used until an operator repairs it. The message names the problem and its remedy. */
export class StorageError extends Error {
  override name = 'StorageError'
}

export type UpstreamService = 'slack' | 'agent' | 'mailbox' | 'store'

/**
 * The known effect of a request. `refused`: nothing happened, and the same request would be refused again. `not_sent`: the request was never sent or
 * was rejected before it had an effect, so it is safe to repeat. `unknown`: the request may have had its effect.
 */
export type RequestOutcome = 'refused' | 'not_sent' | 'unknown'

export interface UpstreamDetails {
  service: UpstreamService
  /** The service's own code (`rate_limit_exceeded`, `not_in_channel`), or ours: `timeout`, `unreachable`, `bad_response`. */
  code: string
  outcome: RequestOutcome
  status?: number
  /** The answer carried no code; this one was derived from its status. */
  isCodeDerived?: boolean
  /** How long to wait, as far as the service is believed. */
  retryAfterMs?: number
  /** How long the service asked to wait, if that is longer than ten minutes. */
  askedWaitMs?: number
  /** The service's own sentence, for the person affected. Only the agent's is logged, unless it quotes the prompt: the mailbox's may quote what was sent. */
  serviceMessage?: string
  /** The service's suggestion, in its own words (the mailbox's documentation, Errors). */
  fix?: string
  docs?: string
  suggestions?: string[]
  /** When a limit of the plan is reached: which resource, and its limit. */
  resource?: string
  limit?: number
  upgradeUrl?: string
  suspendedReason?: string
  errors?: { path: string; message: string }[]
  /** The name of the attached file that it was about; text from outside, never logged. */
  file?: string
  cause?: unknown
}

/** An upstream service refused, failed or did not answer. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly details: UpstreamDetails

  constructor(message: string, details: UpstreamDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.details = details
  }
}

/** Nothing happened, and the same request would be refused again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof UpstreamError && error.details.outcome === 'refused'

/** For `catch`: this value if the service refuses the request; throws if it failed otherwise. */
export const returnIfRefused =
  <T>(value: T) =>
  (error: unknown): T => {
    if (isRefusal(error)) return value
    throw error
  }

/** The service answered with an error, whatever became of the request. */
export const isErrorAnswer = (error: unknown): boolean =>
  error instanceof UpstreamError && error.details.status !== undefined && error.details.status >= 300

/**
 * The one place that decides what becomes of a failed attempt: `retry` it later unchanged, `tell` a person who decides, or `give up`.
 * The code that throws decides whether the request may be repeated: only an outcome of `not_sent` is retried.
 */
export function classifyFailure(error: unknown): 'retry' | 'tell' | 'give up' {
  if (error instanceof UserError) return 'tell'
  if (!(error instanceof UpstreamError)) return 'give up'
  switch (error.details.outcome) {
    case 'not_sent':
      return 'retry'
    case 'unknown':
      return 'tell'
    case 'refused':
      return 'give up'
  }
}
