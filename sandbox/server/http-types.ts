import type { IncomingMessage } from 'node:http'
import type { Fault, Target } from './fault-injection.ts'

export interface Call {
  method: string
  /** Decoded, without the simulator's prefix: `/v0/inboxes/a@b/messages/<m@x>`. */
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  body: Buffer
  request: IncomingMessage
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON unless it is text or bytes; absent: no body. */
  body?: unknown
}

/** `pattern` segments starting with `:` take one decoded segment each: `/v0/webhooks/:webhook_id`. */
export interface Route {
  method: string
  pattern: string
  run(call: Call, params: Record<string, string>): Answer | Promise<Answer>
}

export interface Area {
  routes: Route[]
  /** What an unknown path is answered with; never silence. */
  unknown(call: Call): Answer
  /** Runs before the route (credentials); an answer ends the request. */
  before?(call: Call, route: Route | undefined): Answer | undefined
  /** Makes this area's calls subject to weather, and says how it words a plain failure. */
  weather?: {
    target: Target
    failure(fault: Fault, call: Call): Answer
    /** A call that will hang: it was heard all the same. */
    unanswered?(call: Call): void
  }
  /** Left out of the wire desk (the control surface, the page). */
  quiet?: boolean
}
