import { request as plain, type ClientRequest } from 'node:http'
import { request as secure } from 'node:https'
import type { SandboxServer } from './sandbox-server.ts'

export interface AppRequest {
  /** The address at which the app listens, for whichever public host the request is meant. */
  url: string
  system: string
  headers: Record<string, string>
  body: string
  deadlineMs: number
}

export interface AppResponse {
  /** 0 if no answer came (refused, reset, deadline). */
  status: number
  reason?: 'http_timeout' | 'connection_failed'
  headers: Record<string, string | string[] | undefined>
  body: string
  ms: number
}

/** Sends one POST to the app and records the exchange. Never throws. */
export function postToApp(server: SandboxServer, delivery: AppRequest): Promise<AppResponse> {
  const started = performance.now()
  const at = Date.now()
  const url = new URL(delivery.url)
  return new Promise<AppResponse>((done) => {
    let settled = false
    const settle = (result: Omit<AppResponse, 'ms'>): void => {
      if (settled) return
      settled = true
      const ms = performance.now() - started
      clearTimeout(deadline)
      server.record({
        at,
        ms,
        direction: 'to-app',
        system: delivery.system,
        method: 'POST',
        path: url.pathname,
        requestBody: delivery.body,
        status: result.status,
        responseBody: result.body,
      })
      done({ ...result, ms })
    }
    const fail = (reason: NonNullable<AppResponse['reason']>): void =>
      settle({ status: 0, reason, headers: {}, body: '' })
    const deadline = setTimeout(() => {
      fail('http_timeout')
      outgoing?.destroy()
    }, delivery.deadlineMs)
    let outgoing: ClientRequest | undefined
    try {
      outgoing = (url.protocol === 'https:' ? secure : plain)(url, {
        method: 'POST',
        headers: { ...delivery.headers, 'content-length': Buffer.byteLength(delivery.body) },
      })
      outgoing.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => fail('connection_failed'))
        response.on('end', () =>
          settle({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString('utf8'),
          }),
        )
      })
      outgoing.on('error', () => fail('connection_failed'))
      outgoing.end(delivery.body)
    } catch {
      // Headers that no request can carry.
      fail('connection_failed')
    }
  })
}

const REORDER_HOLD_MS = 1500
const held = new WeakMap<SandboxServer, Set<() => void>>()
const unanswered = new WeakMap<SandboxServer, number>()

/** How many events are on their way to the app, those that a fault delays included. */
export const countUnansweredEvents = (server: SandboxServer): number => unanswered.get(server) ?? 0

/**
 * Sends an event, subject to the faults of target `events` (`line` is `POST /path type`): late, twice, after its successor, or not at all. A dropped
 * event looks like a failed connection, so the caller retries as the real service does.
 */
export async function sendWithFaults(
  server: SandboxServer,
  line: string,
  send: () => Promise<AppResponse>,
): Promise<AppResponse> {
  unanswered.set(server, countUnansweredEvents(server) + 1)
  try {
    return await sendSubjectToFaults(server, line, send)
  } finally {
    // The caller schedules the retry, if there is one, in this turn of the event loop.
    setImmediate(() => unanswered.set(server, countUnansweredEvents(server) - 1))
  }
}

async function sendSubjectToFaults(
  server: SandboxServer,
  line: string,
  send: () => Promise<AppResponse>,
): Promise<AppResponse> {
  const fault = server.faults.take('events', [line])
  const waiting = held.get(server) ?? new Set<() => void>()
  held.set(server, waiting)
  if (fault?.mode === 'drop') return { status: 0, reason: 'connection_failed', headers: {}, body: '', ms: 0 }
  if (fault?.mode === 'delay') await new Promise((wake) => setTimeout(wake, fault.delayMs ?? 1000))
  if (fault?.mode === 'reorder') {
    await new Promise<void>((wake) => {
      const go = (): void => {
        clearTimeout(timer)
        waiting.delete(go)
        wake()
      }
      const timer = setTimeout(go, REORDER_HOLD_MS)
      waiting.add(go)
    })
    return send()
  }
  const [first] = await Promise.all([send(), ...(fault?.mode === 'duplicate' ? [send()] : [])])
  for (const go of waiting) go()
  return first
}
