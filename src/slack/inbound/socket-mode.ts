import type { App, Receiver, ReceiverEvent } from '@slack/bolt'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { type Log, withCorrelation } from '../../core/log.ts'
import { PROBE_MS } from '../../core/retry-after.ts'
import { toSlackError } from '../api/slack-errors.ts'
import { processRequest } from './process-request.ts'
import { openSocketConnection, type SocketConnection } from './socket-connection.ts'

const requestSchema = z.object({
  body: z.record(z.string(), z.unknown()),
  ack: z.custom<(answer?: unknown) => Promise<void>>((value) => typeof value === 'function'),
  retry_num: z.number().optional().catch(undefined),
  retry_reason: z.string().optional().catch(undefined),
})

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A connection that lasted this long was a good one: the next one is opened immediately. */
const STEADY_MS = 10_000
/** How long requests that were taken may still use the socket for their answers. */
const ANSWER_MS = 3_000
const CLOSE_MS = 1_000

/** Socket Mode as a receiver; it is opened and kept open in the background. */
export interface SocketReceiver extends Receiver {
  open(): void
  /** Takes no new requests, answers those it has taken, closes. */
  close(): Promise<void>
  connected(): boolean
}

/** Runs Bolt on one request and acknowledges it after the listeners have resolved. What no listener acknowledged gets no answer. */
async function handleRequest(app: App | undefined, raw: unknown): Promise<void> {
  const { body, ack, retry_num: retryNum, retry_reason: retryReason } = requestSchema.parse(raw)
  let acknowledged: { answer: unknown } | undefined
  const event: ReceiverEvent = {
    body,
    // Over the socket an answer must be an object; plain text would be dropped.
    ack: async (given: unknown) =>
      void (acknowledged = { answer: typeof given === 'string' && given ? { text: given } : given }),
    ...(retryNum !== undefined && { retryNum }),
    ...(retryReason !== undefined && { retryReason }),
  }
  if (!app) throw new Error('Bolt is not initialised')
  await processRequest(app, event)
  if (!acknowledged) throw new Error('nothing listens to this request')
  await ack(acknowledged.answer === '' ? undefined : acknowledged.answer)
}

/** How long to wait before the next connection: not at all after a steady one, else twice as long each time. */
function pauseAfter(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
}

/**
 * Socket Mode whose acknowledgement waits for the listeners: Bolt's own receiver acknowledges events before they run, so a failure would
 * lose them (docs/slack-limits.md). A request that fails stays unacknowledged, and Slack sends it again. We open one connection after the
 * other ourselves, because the client's own reconnection dies of an unhandled rejection when Slack cannot be reached.
 */
export function createSocketReceiver(options: {
  appToken: string
  apiUrl: string
  clock: Clock
  log: Log
}): SocketReceiver {
  const { appToken, apiUrl, clock, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<void>>()
  let app: App | undefined
  let connection: SocketConnection | undefined
  let loop: Promise<void> | undefined

  function onRequest(raw: unknown): void {
    if (signal.aborted) return
    const work = withCorrelation(crypto.randomUUID().slice(0, 8), () => handleRequest(app, raw))
      .catch((error: unknown) => log.error({ err: error }, 'a Slack request over the socket failed'))
      .finally(() => running.delete(work))
    running.add(work)
  }

  /** Returns whether the connection lasted long enough to be a good one. */
  async function useOneConnection(): Promise<boolean> {
    const opened = await openSocketConnection({ appToken, apiUrl, log, signal, onRequest })
    const openedAt = performance.now()
    connection = opened
    log.info('the socket to Slack is open')
    await opened.ended
    if (connection === opened) connection = undefined
    return performance.now() - openedAt > STEADY_MS
  }

  async function stayConnected(): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      let retryAfterMs = 0
      try {
        failures = (await useOneConnection()) ? 0 : failures + 1
      } catch (error) {
        if (signal.aborted) return
        failures += 1
        const problem = toSlackError('apps.connections.open', error)
        retryAfterMs = Math.min(problem.details.retryAfterMs ?? 0, PROBE_MS)
        log.error({ err: problem }, 'the socket to Slack cannot be opened, trying again')
      }
      const pauseMs = clock.scaled(Math.max(pauseAfter(failures), retryAfterMs))
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
    }
  }

  return {
    init: (bolt) => void (app = bolt),
    start: async () => {},
    stop: async () => {},
    open: () => void (loop ??= stayConnected()),
    connected: () => connection !== undefined,
    async close() {
      stopping.abort()
      await Promise.race([Promise.all(running), sleep(ANSWER_MS)])
      await Promise.race([connection?.close(), sleep(CLOSE_MS)])
    },
  }
}
