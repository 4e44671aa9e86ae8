import type { App, Receiver, ReceiverEvent } from '@slack/bolt'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Log, withCorrelation } from '../../core/log.ts'
import { toSlackError } from '../api/slack-errors.ts'
import { openSocketConnection, type SocketConnection } from './socket-connection.ts'

const requestSchema = z.object({
  body: z.record(z.string(), z.unknown()),
  ack: z.custom<(answer?: unknown) => Promise<void>>((value) => typeof value === 'function'),
  retry_num: z.number().optional(),
  retry_reason: z.string().optional(),
})

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 30_000
/** A connection that lasted this long was a good one: the next one is opened at once. */
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

/** Runs Bolt on one request and acknowledges it after the listeners have resolved. */
async function handleRequest(app: App | undefined, raw: unknown): Promise<void> {
  const { body, ack, retry_num: retryNum, retry_reason: retryReason } = requestSchema.parse(raw)
  let answer: unknown
  const event: ReceiverEvent = {
    body,
    // Over the socket an answer must be an object; plain text would be dropped.
    ack: async (given: unknown) => void (answer = typeof given === 'string' && given ? { text: given } : given),
    ...(retryNum !== undefined && { retryNum }),
    ...(retryReason !== undefined && { retryReason }),
  }
  if (!app) throw new Error('Bolt is not initialised')
  await app.processEvent(event)
  await ack(answer === '' ? undefined : answer)
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
export function createSocketReceiver(options: { appToken: string; apiUrl: string; log: Log }): SocketReceiver {
  const { appToken, apiUrl, log } = options
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

  async function useOneConnection(): Promise<void> {
    const opened = await openSocketConnection({ appToken, apiUrl, log, signal, onRequest })
    connection = opened
    log.info('the socket to Slack is open')
    await opened.ended
    if (connection === opened) connection = undefined
  }

  async function stayConnected(): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const startedAt = performance.now()
      let retryAfterMs = 0
      try {
        await useOneConnection()
      } catch (error) {
        if (signal.aborted) return
        const problem = toSlackError('apps.connections.open', error)
        retryAfterMs = problem.details.retryAfterMs ?? 0
        log.error({ err: problem }, 'the socket to Slack cannot be opened, trying again')
      }
      failures = performance.now() - startedAt > STEADY_MS ? 0 : failures + 1
      await sleep(Math.max(pauseAfter(failures), retryAfterMs), undefined, { signal }).catch(() => {})
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
