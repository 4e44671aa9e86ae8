import { App, type Receiver } from '@slack/bolt'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import type { Route } from '../../http/http-server.ts'
import type { Installations } from '../directory/installations.ts'
import { createHttpReceiver } from './http-endpoint.ts'
import { createSdkLogger } from '../api/sdk-log.ts'
import { createSocketReceiver } from './socket-mode.ts'

export interface BoltOptions {
  apiUrl: string
  signingSecret: string | undefined
  appToken: string | undefined
  installations: Installations
  clock: Clock
  log: Log
}

/** Bolt with our receivers. */
export interface BoltApp {
  app: App
  /** Routes for Slack's requests over HTTP; empty if only Socket Mode is configured. */
  routes: Route[]
  /** Starts opening the socket if Socket Mode is configured. */
  start(): void
  /** Takes no new requests over the socket, and finishes those it has taken. */
  stop(): Promise<void>
  /** Why Slack cannot reach the app yet, in words; undefined if it can. */
  notReadyReason(): string | undefined
}

/** The error that a listener threw. Bolt wraps it in its own errors, but the answer depends on the original. */
function unwrapError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { original, originals } = error as { original?: unknown; originals?: unknown }
  const inner = original ?? (Array.isArray(originals) ? originals[0] : undefined)
  return inner instanceof Error ? unwrapError(inner) : error
}

/** Bolt behind our own receivers. Errors of listeners reach the receiver, which answers Slack. */
export function createBoltApp(options: BoltOptions): BoltApp {
  const { installations, clock, log, signingSecret, appToken, apiUrl } = options
  const http = signingSecret ? createHttpReceiver({ signingSecret, log }) : undefined
  const socket = appToken ? createSocketReceiver({ appToken, apiUrl, clock, log }) : undefined
  const receiver: Receiver | undefined = socket ?? http
  if (!receiver) throw new Error('neither a signing secret nor an app token')
  const app = new App({
    receiver,
    logger: createSdkLogger(log),
    ignoreSelf: true,
    tokenVerificationEnabled: false,
    clientOptions: { slackApiUrl: apiUrl, retryConfig: { retries: 0 }, allowAbsoluteUrls: false },
    authorize: async ({ teamId }) => {
      const installation = await installations.forTeam(teamId)
      return {
        botToken: installation.token,
        botId: installation.botId,
        botUserId: installation.userId,
        teamId: installation.teamId,
      }
    },
  })
  // HTTP and Socket Mode can be active at the same time. Bolt knows one receiver; the other only needs to know the app.
  if (socket && http) http.init(app)
  app.error(async (error) => {
    // An error that is swallowed here would become a 200, and the event would be lost (docs/slack-limits.md).
    throw unwrapError(error)
  })
  return {
    app,
    routes: http ? [http.route] : [],
    start: () => socket?.open(),
    stop: async () => socket?.close(),
    notReadyReason: () => (socket && !socket.connected() ? 'the socket to Slack is not open' : undefined),
  }
}
