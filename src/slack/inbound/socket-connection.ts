import { SocketModeClient, type SocketModeOptions } from '@slack/socket-mode'
import type { Log } from '../../core/log.ts'
import { fetchFromSlack } from '../api/slack-fetch.ts'
import { createSdkLogger } from '../api/sdk-log.ts'
import { describeFrame, parseSocketFrame } from './socket-frames.ts'

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

/**
 * Passes to the SDK only what it expects: its own listener throws at other frames, in a promise that nobody awaits, which would end the
 * process.
 */
class CheckedClient extends SocketModeClient {
  readonly #log: Log
  /** Slack announces that it will close a connection; the SDK would then wait up to 30 s for the end of the handshake. */
  readonly #onClosing: () => void

  constructor(options: SocketModeOptions, { log, onClosing }: { log: Log; onClosing: () => void }) {
    super(options)
    this.#log = log
    this.#onClosing = onClosing
  }

  protected override async onWebSocketMessage(data: string | ArrayBuffer, isBinary: boolean): Promise<void> {
    try {
      const frame = parseSocketFrame(data)
      // The SDK emits an event under its own type, among its own notices: `close` would end the connection.
      const isTaken = frame?.type === 'events_api' && this.listenerCount(frame.payload.event.type) > 0
      if (!frame || isTaken) return this.#log.warn(describeFrame(data), 'Slack sent a frame that cannot be read')
      if (frame.type === 'disconnect') this.#onClosing()
      await super.onWebSocketMessage(data, isBinary)
    } catch (error) {
      this.#log.error({ ...describeFrame(data), err: error }, 'a frame of Slack failed')
    }
  }
}

/** Opens one connection; throws if Slack does not say hello in time. Never reconnects by itself. */
export async function openSocketConnection(options: SocketOptions): Promise<SocketConnection> {
  const { appToken, apiUrl, log } = options
  const ended = Promise.withResolvers<void>()
  const client = new CheckedClient(
    {
      appToken,
      logger: createSdkLogger(log),
      autoReconnectEnabled: false,
      clientOptions: {
        slackApiUrl: apiUrl,
        fetch: fetchFromSlack,
        allowAbsoluteUrls: false,
        retryConfig: { retries: 0 },
        rejectRateLimitedCalls: true,
        timeout: CALL_TIMEOUT_MS,
      },
    },
    { log, onClosing: ended.resolve },
  )
  client.on('slack_event', options.onRequest)
  client.on('disconnected', ended.resolve)
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
