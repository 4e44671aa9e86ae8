import { App, type Receiver } from '@slack/bolt'
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
  log: Log
}

export interface BoltApp {
  app: App
  /** Slack's requests over HTTP; none where only Socket Mode is set up. */
  routes: Route[]
  /** Begins to open the socket, where there is one. */
  start(): void
  /** Takes nothing new over the socket, and ends what it has taken. */
  stop(): Promise<void>
  /** What is missing before Slack can reach the app, in words. */
  notReadyReason(): string | undefined
}

/** Bolt hides what a listener threw behind errors of its own; who answers wants to know what it was. */
function unwrapError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { original, originals } = error as { original?: unknown; originals?: unknown }
  const inner = original ?? (Array.isArray(originals) ? originals[0] : undefined)
  return inner instanceof Error ? unwrapError(inner) : error
}

/** Bolt between our own receivers and our own dispatcher: what it throws reaches whoever answers Slack. */
export function createBoltApp(options: BoltOptions): BoltApp {
  const { installations, log, signingSecret, appToken, apiUrl } = options
  const http = signingSecret ? createHttpReceiver({ signingSecret, log }) : undefined
  const socket = appToken ? createSocketReceiver({ appToken, apiUrl, log }) : undefined
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
  // Both ways in may be open at once; the app knows one receiver, the other one only needs to know the app.
  if (socket && http) http.init(app)
  app.error(async (error) => {
    // Swallowed here it would become a 200, and the event would be lost (docs/slack-limits.md).
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
