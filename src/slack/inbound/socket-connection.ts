import { SocketModeClient } from '@slack/socket-mode'
import { z } from 'zod'
import type { Log } from '../../core/log.ts'
import { fetchFromSlack } from '../api/slack-fetch.ts'
import { createSdkLogger } from '../api/sdk-log.ts'

/** An open connection to Slack. */
export interface SocketConnection {
  /** Resolves when Slack announces that it will close the connection, or when it is closed. */
  ended: Promise<void>
  close(): Promise<void>
}

export interface SocketOptions {
  appToken: string
  apiUrl: string
  log: Log
  /** Aborted when the app stops. */
  signal: AbortSignal
  onRequest(this: void, raw: unknown): void
}

const CALL_TIMEOUT_MS = 10_000
/** From asking for an address to Slack's hello. */
const HELLO_TIMEOUT_MS = 15_000

/** Slack announces that it will close a connection; the client would then wait up to 30 s for the end of the handshake. */
const closingMessage = z.object({ type: z.literal('disconnect') })

function isClosing(message: unknown): boolean {
  try {
    return closingMessage.safeParse(JSON.parse(String(message))).success
  } catch {
    return false
  }
}

/** Opens one connection; throws if Slack does not say hello in time. Never reconnects by itself. */
export async function openSocketConnection(options: SocketOptions): Promise<SocketConnection> {
  const client = new SocketModeClient({
    appToken: options.appToken,
    logger: createSdkLogger(options.log),
    autoReconnectEnabled: false,
    clientOptions: {
      slackApiUrl: options.apiUrl,
      fetch: fetchFromSlack,
      allowAbsoluteUrls: false,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      timeout: CALL_TIMEOUT_MS,
    },
  })
  const ended = Promise.withResolvers<void>()
  client.on('slack_event', options.onRequest)
  client.on('ws_message', (message: unknown) => isClosing(message) && ended.resolve())
  client.on('disconnected', () => ended.resolve())
  const deadline = AbortSignal.any([options.signal, AbortSignal.timeout(HELLO_TIMEOUT_MS)])
  const late = new Promise<never>((_done, fail) => {
    deadline.addEventListener('abort', () => fail(new Error('Slack opened a socket but sent no hello in time')))
  })
  try {
    await Promise.race([client.start(), late])
  } catch (error) {
    void client.disconnect()
    throw error
  }
  return { ended: ended.promise, close: () => client.disconnect() }
}
