import type { App, Receiver, ReceiverEvent } from '@slack/bolt'
import { SocketModeClient } from '@slack/socket-mode'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Log, withCorrelation } from '../../core/log.ts'
import { toSlackError } from '../api/slack-errors.ts'
import { createSdkLogger } from '../api/sdk-log.ts'

const envelope = z.object({
  body: z.record(z.string(), z.unknown()),
  ack: z.custom<(answer?: unknown) => Promise<void>>((value) => typeof value === 'function'),
  retry_num: z.number().optional(),
  retry_reason: z.string().optional(),
})

const CALL_MS = 10_000
/** From the address to Slack's hello. */
const HELLO_MS = 15_000
const FIRST_PAUSE_MS = 500
const LAST_PAUSE_MS = 30_000
/** A connection that lasted so long was a good one: the next follows at once. */
const STEADY_MS = 10_000
/** How long what has been taken may still use the socket for its answer. */
const ANSWER_MS = 3_000
const CLOSE_MS = 1_000

/** Socket Mode as a receiver; it is opened and kept open in the background. */
export interface SocketReceiver extends Receiver {
  open(): void
  /** Takes nothing new, answers what it has taken, closes. */
  close(): Promise<void>
  connected(): boolean
}

/** Slack says so before it closes a connection; the client then waits up to 30 s for the end of the handshake. */
const GOING = z.object({ type: z.literal('disconnect') })

function isGoing(message: unknown): boolean {
  try {
    return GOING.safeParse(JSON.parse(String(message))).success
  } catch {
    return false
  }
}

/**
 * Socket Mode whose acknowledgement waits for the listeners: Bolt's own receiver answers events before they run, so a failure there would
 * lose them (docs/slack-limits.md). What fails stays unanswered, and Slack sends it again. Connections are opened one after the other by
 * ourselves: the client's own way back dies of an unhandled rejection when Slack cannot be reached.
 */
export function createSocketReceiver(options: { appToken: string; apiUrl: string; log: Log }): SocketReceiver {
  const { log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const taken = new Set<Promise<void>>()
  let app: App | undefined
  let line: SocketModeClient | undefined
  let kept: Promise<void> | undefined

  async function take(raw: unknown): Promise<void> {
    const { body, ack, retry_num: retryNum, retry_reason: retryReason } = envelope.parse(raw)
    let answer: unknown
    const event: ReceiverEvent = {
      body,
      // Over the socket an answer is an object; a bare text would be dropped.
      ack: async (given: unknown) => void (answer = typeof given === 'string' && given ? { text: given } : given),
      ...(retryNum !== undefined && { retryNum }),
      ...(retryReason !== undefined && { retryReason }),
    }
    if (!app) throw new Error('no app takes the requests of Slack')
    await app.processEvent(event)
    await ack(answer === '' ? undefined : answer)
  }

  function hear(raw: unknown): void {
    if (signal.aborted) return
    const work = withCorrelation(crypto.randomUUID().slice(0, 8), () => take(raw))
      .catch((error: unknown) => log.error({ err: error }, 'a Slack request over the socket failed'))
      .finally(() => taken.delete(work))
    taken.add(work)
  }

  /** One connection from its address to its end; throws when it does not come about. */
  async function connection(): Promise<void> {
    const client = new SocketModeClient({
      appToken: options.appToken,
      logger: createSdkLogger(log),
      autoReconnectEnabled: false,
      clientOptions: {
        slackApiUrl: options.apiUrl,
        allowAbsoluteUrls: false,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        timeout: CALL_MS,
      },
    })
    const ended = Promise.withResolvers<void>()
    client.on('slack_event', hear)
    client.on('ws_message', (message: unknown) => isGoing(message) && ended.resolve())
    client.on('disconnected', () => ended.resolve())
    const late = AbortSignal.any([signal, AbortSignal.timeout(HELLO_MS)])
    const hung = new Promise<never>((_done, fail) => {
      late.addEventListener('abort', () => fail(new Error('Slack opened a socket and said nothing')))
    })
    try {
      await Promise.race([client.start(), hung])
    } catch (error) {
      void client.disconnect()
      throw error
    }
    line = client
    log.info('the socket to Slack is open')
    await ended.promise
    if (line === client) line = undefined
  }

  async function keep(): Promise<void> {
    for (let failures = 0; !signal.aborted;) {
      const begun = performance.now()
      let askedMs = 0
      try {
        await connection()
      } catch (error) {
        if (signal.aborted) return
        const problem = toSlackError('apps.connections.open', error)
        askedMs = problem.details.retryAfterMs ?? 0
        log.error({ err: problem }, 'the socket to Slack cannot be opened, trying again')
      }
      failures = performance.now() - begun > STEADY_MS ? 0 : failures + 1
      const pauseMs = failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LAST_PAUSE_MS)
      await sleep(Math.max(pauseMs, askedMs), undefined, { signal }).catch(() => {})
    }
  }

  return {
    init: (bolt) => void (app = bolt),
    start: async () => {},
    stop: async () => {},
    open: () => void (kept ??= keep()),
    connected: () => line !== undefined,
    async close() {
      stopping.abort()
      await Promise.race([Promise.all(taken), sleep(ANSWER_MS)])
      await Promise.race([line?.disconnect(), sleep(CLOSE_MS)])
    },
  }
}
