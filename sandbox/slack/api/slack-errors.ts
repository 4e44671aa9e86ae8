import type { JsonObject } from '../workspace/workspace-types.ts'

/** A Web API refusal: answered as `{ ok: false, error }` with what else Slack tells beside it. */
export class SlackError extends Error {
  readonly code: string
  readonly more: JsonObject
  constructor(code: string, more: JsonObject = {}) {
    super(code)
    this.code = code
    this.more = more
  }
}

/** `invalid_arguments` with Slack's own list of what is wrong. */
export function invalidArguments(...messages: string[]): SlackError {
  return new SlackError('invalid_arguments', {
    response_metadata: { messages: messages.map((message) => `[ERROR] ${message}`) },
  })
}

/** How Slack says that calls come too fast; thrown by methods with limits of their own. */
export class RateLimitError extends Error {
  readonly waitMs: number
  constructor(waitMs: number) {
    super('ratelimited')
    this.waitMs = waitMs
  }
}
