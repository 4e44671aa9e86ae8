import { createHmac } from 'node:crypto'
import { sendWithFaults, postToApp, type AppResponse } from '../../server/app-requests.ts'
import type { App, AppPayload } from '../workspace/app-types.ts'
import type { Workspace } from '../workspace/workspace-types.ts'

/** Slack waits three seconds of real time, whatever the clock says. */
const DEADLINE_MS = 3000

const NO_ANSWER: AppResponse = { status: 0, reason: 'connection_failed', headers: {}, body: '', ms: 0 }

/** Whether the app can be reached: it has an open socket, or an address for HTTP. */
export const isReachable = (workspace: Workspace, app: App): boolean =>
  app.address !== undefined || workspace.sockets.connections(app.id) > 0

/** Signs a body as Slack does, for the given second. */
const signature = (secret: string, timestamp: number, body: string): string =>
  `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`

function encodePayload(parcel: AppPayload): { type: string; body: string } {
  if (parcel.kind === 'events_api') return { type: 'application/json', body: JSON.stringify(parcel.payload) }
  const form = new URLSearchParams()
  if (parcel.kind === 'interactive') form.set('payload', JSON.stringify(parcel.payload))
  else for (const [name, value] of Object.entries(parcel.payload)) form.set(name, String(value))
  return { type: 'application/x-www-form-urlencoded', body: form.toString() }
}

/** The path of the manifest's address. Sample manifests leave the address out or have a placeholder. */
const pathOf = ({ url }: AppPayload): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).pathname : '/slack/events'

/** Sends one signed request to the app, or one envelope over its socket. Never throws and never repeats. */
async function sendPayload(workspace: Workspace, app: App, parcel: AppPayload): Promise<AppResponse> {
  if (workspace.sockets.connections(app.id) > 0)
    return workspace.sockets.push(app.id, {
      type: parcel.kind,
      payload: parcel.payload,
      acceptsResponse: parcel.kind !== 'events_api',
      deadlineMs: DEADLINE_MS,
      ...(parcel.retry && { retry: { attempt: parcel.retry.num, reason: parcel.retry.reason } }),
    })
  if (!app.address) return NO_ANSWER
  const { type, body } = encodePayload(parcel)
  const path = pathOf(parcel)
  const timestamp = Math.floor(Date.now() / 1000)
  return postToApp(workspace.server, {
    url: new URL(path, app.address()).href,
    system: 'slack',
    deadlineMs: DEADLINE_MS,
    body,
    headers: {
      'content-type': type,
      'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
      accept: 'application/json,*/*',
      'x-slack-request-timestamp': String(timestamp),
      'x-slack-signature': signature(app.signingSecret, timestamp, body),
      ...(parcel.retry && {
        'x-slack-retry-num': String(parcel.retry.num),
        'x-slack-retry-reason': parcel.retry.reason,
      }),
    },
  })
}

/** Sends an event, subject to the faults of target `events`. */
export const sendEvent = (workspace: Workspace, app: App, parcel: AppPayload, kind: string): Promise<AppResponse> => {
  const path = pathOf(parcel)
  return sendWithFaults(workspace.server, `POST ${path} ${kind}`, () => sendPayload(workspace, app, parcel))
}

/** Sends what Slack never repeats (commands, clicks, forms). Only delays and drops apply to it. */
export async function sendInteraction(
  workspace: Workspace,
  app: App,
  parcel: AppPayload,
  kind: string,
): Promise<AppResponse> {
  const path = pathOf(parcel)
  const fault = workspace.server.faults.take('events', [`POST ${path} ${kind}`], ['delay', 'drop'])
  if (fault?.mode === 'drop') return NO_ANSWER
  const lateMs = fault?.mode === 'delay' ? (fault.delayMs ?? 1000) : 0
  if (lateMs > 0) await new Promise((wake) => setTimeout(wake, Math.min(lateMs, DEADLINE_MS)))
  if (lateMs >= DEADLINE_MS) return { ...NO_ANSWER, reason: 'http_timeout', ms: lateMs }
  return sendPayload(workspace, app, parcel)
}
