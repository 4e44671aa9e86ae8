/** The person can mend it, and the message says how; shown to that person as it stands. */
export class UserError extends Error {
  override name = 'UserError'
}

export type UpstreamService = 'slack' | 'agent' | 'mailbox' | 'store'

/**
 * What is known of the request's effect: `refused` nothing happened and asking again changes nothing, `not_sent` it never
 * left or was turned away before it acted (safe to repeat), `unknown` it may have happened.
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
  retryAfterMs?: number
  /** The service's own sentence, for the person concerned; never logged, it may quote what was sent. */
  serviceMessage?: string
  /** What the service says to do, in its own words, and what else it offers (the mailbox's documentation, Errors). */
  fix?: string
  docs?: string
  suggestions?: string[]
  /** On plan caps: what there is too much of, and how many may be. */
  resource?: string
  limit?: number
  upgradeUrl?: string
  suspendedReason?: string
  errors?: { path: string; message: string }[]
  cause?: unknown
}

/** A service that is not ours refused, failed or went silent. */
export class UpstreamError extends Error {
  override name = 'UpstreamError'
  readonly details: UpstreamDetails

  constructor(message: string, details: UpstreamDetails) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.details = details
  }
}

/**
 * The one place that says what becomes of a failed attempt: `retry` the same again later, `tell` a person who decides,
 * or `give up`. Whoever throws has settled whether the request may be repeated, by its outcome: `not_sent`.
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
