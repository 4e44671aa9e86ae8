import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { Fault } from '../control-types.ts'

export interface HttpCall {
  method: string
  /** Decoded, without the simulator's prefix: `/v0/inboxes/a@b/messages/<m@x>`. */
  path: string
  query: URLSearchParams
  headers: Record<string, string | undefined>
  body: Buffer
  request: IncomingMessage
}

export interface HttpAnswer {
  status: number
  headers?: Record<string, string>
  /** Sent as JSON unless it is text or bytes; no body if absent. */
  body?: unknown
  /** Bytes that are sent as they are read, in place of a body. */
  stream?: { size: number; open(): Readable }
}

/** `pattern` segments starting with `:` take one decoded segment each: `/v0/webhooks/:webhook_id`. */
export interface Route {
  method: string
  pattern: string
  run(call: HttpCall, params: Record<string, string>): HttpAnswer | Promise<HttpAnswer>
}

export interface MountedArea {
  routes: Route[]
  /** The answer to an unknown path. */
  notFound(call: HttpCall): HttpAnswer
  /** Runs before the route (credentials); an answer ends the request. */
  before?(call: HttpCall, route: Route | undefined): HttpAnswer | undefined
  /** Makes the calls of this area subject to faults. */
  faults?: {
    target: Fault['target']
    failure(fault: Fault, call: HttpCall): HttpAnswer
    /** Called for a call that will get no answer, to record it. */
    unanswered?(call: HttpCall): void
  }
  /** The routes read the request themselves: a body of any size, which `call.body` does not hold. */
  streamed?: boolean
  /** Keeps the calls of this area (the control surface, the page) out of the list of requests. */
  unrecorded?: boolean
}
