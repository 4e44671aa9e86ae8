import type { JsonObject } from '../workspace/workspace-types.ts'

/** A Web API refusal, answered as `{ ok: false, error }` with the additional fields of `more`. */
export class SlackError extends Error {
  readonly code: string
  readonly more: JsonObject
  constructor(code: string, more: JsonObject = {}) {
    super(code)
    this.code = code
    this.more = more
  }
}

/** `invalid_arguments` with Slack's messages. */
export function invalidArguments(...messages: string[]): SlackError {
  return new SlackError('invalid_arguments', {
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  })
}

/** Too many calls: answered as a 429. Thrown by methods with their own limits. */
export class RateLimitError extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('ratelimited')
    this.waitMs = waitMs
  }
}
