import type { AppResponse } from '../../server/app-requests.ts'
import { isReachable, sendEvent } from './app-delivery.ts'
import { deriveSecret, newSlackId } from '../workspace/slack-ids.ts'
import type { App } from '../workspace/app-types.ts'
import type { Channel, JsonObject, SentEvent, Workspace } from '../workspace/workspace-types.ts'

/** After the first attempt: immediately, a minute and five minutes later, on the simulators' clock. */
const RETRIES_MS = [0, 60_000, 300_000]
const SENT_KEPT = 5000

/** An app needs any one of these scopes to receive the event; events without an entry need none. */
const SCOPES: Record<string, string[]> = {
  'message.channels': ['channels:history'],
  'message.groups': ['groups:history'],
  'message.im': ['im:history'],
  'message.mpim': ['mpim:history'],
  app_mention: ['app_mentions:read'],
  reaction_added: ['reactions:read'],
  reaction_removed: ['reactions:read'],
  member_joined_channel: ['channels:read'],
  member_left_channel: ['channels:read'],
  channel_archive: ['channels:read'],
  channel_unarchive: ['channels:read'],
  channel_rename: ['channels:read'],
  channel_shared: ['channels:read'],
  channel_unshared: ['channels:read'],
  channel_created: ['channels:read'],
  group_archive: ['groups:read'],
  group_rename: ['groups:read'],
  group_unarchive: ['groups:read'],
  channel_left: ['channels:read'],
  group_left: ['groups:read'],
  file_shared: ['files:read'],
  subteam_created: ['usergroups:read'],
  subteam_updated: ['usergroups:read'],
  subteam_members_changed: ['usergroups:read'],
  user_change: ['users:read'],
}

/** The scopes that the event of a private channel needs instead. */
const PRIVATE_SCOPES: Record<string, string[]> = {
  member_joined_channel: ['groups:read'],
  member_left_channel: ['groups:read'],
  channel_shared: ['groups:read'],
  channel_unshared: ['groups:read'],
}

export interface EventAnnouncement {
  /** The name in an app's subscriptions, such as `message.channels` or `app_mention`. */
  key: string
  event: JsonObject
  channel?: Channel
  /** Only for this app (its Home, its mention, its removal). */
  app?: App
  /** Send it even if the app is no longer a member or no longer installed. */
  regardless?: boolean
}

function receives(workspace: Workspace, app: App, { key, channel, regardless: anyway }: EventAnnouncement): boolean {
  if (!app.manifest.events.includes(key) || !isReachable(workspace, app)) return false
  if (anyway) return true
  if (!app.installed || app.tokenRevoked) return false
  const scopes = (channel?.kind === 'private' ? PRIVATE_SCOPES[key] : undefined) ?? SCOPES[key]
  if (scopes && !scopes.some((scope) => app.scopes.has(scope))) return false
  return channel === undefined || channel.members.has(app.botUser)
}

function createEnvelope(workspace: Workspace, app: App, { event, channel }: EventAnnouncement): JsonObject {
  const eventId = newSlackId('Ev')
  return {
    token: app.verificationToken,
    team_id: workspace.team.id,
    context_team_id: workspace.team.id,
    context_enterprise_id: null,
    api_app_id: app.id,
    event,
    type: 'event_callback',
    event_id: eventId,
    event_time: Math.floor(Date.now() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: workspace.team.id,
        user_id: app.botUser,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: channel?.is_ext_shared ?? false,
    event_context: `4-${deriveSecret(eventId, 60)}`,
  }
}

const succeeded = (result: AppResponse): boolean => result.status >= 200 && result.status < 300

async function sendAttempt(workspace: Workspace, sent: SentEvent, num: number, reason?: string): Promise<AppResponse> {
  const { app, kind } = sent
  const result = await sendEvent(
    workspace,
    app,
    {
      kind: 'events_api',
      payload: sent.envelope,
      url: app.manifest.eventsUrl,
      ...(reason !== undefined && { retry: { num, reason } }),
    },
    kind,
  )
  const eventId = sent.envelope['event_id']
  workspace.server.emit({
    type: 'slack.event',
    app: app.id,
    event: kind,
    event_id: eventId,
    attempt: num,
    status: result.status,
  })
  const retryMs = RETRIES_MS[num]
  const stop = result.status > 0 && result.headers['x-slack-no-retry'] === '1'
  if (!succeeded(result) && !stop && retryMs !== undefined) {
    const why = result.reason ?? 'http_error'
    workspace.server.clock.after(retryMs, () => void sendAttempt(workspace, sent, num + 1, why))
  }
  return result
}

/** Sends an event to every app that may receive it. Resolves to the app under test's answer to the first attempt, if it got one. */
export async function publishEvent(
  workspace: Workspace,
  announcement: EventAnnouncement,
): Promise<AppResponse | undefined> {
  const apps = announcement.app ? [announcement.app] : workspace.apps
  const results = apps
    .filter((app) => receives(workspace, app, announcement))
    .map(async (app) => {
      const sent: SentEvent = { app, envelope: createEnvelope(workspace, app, announcement), kind: announcement.key }
      workspace.sentEvents.set(String(sent.envelope['event_id']), sent)
      for (const oldest of workspace.sentEvents.keys()) {
        if (workspace.sentEvents.size <= SENT_KEPT) break
        workspace.sentEvents.delete(oldest)
      }
      const result = await sendAttempt(workspace, sent, 0)
      return { app, result }
    })
  const settled = await Promise.all(results)
  return settled.find(({ app }) => app === workspace.primary)?.result
}

/** `publishEvent` for callers that do not wait for the apps' answers. */
export function announceEvent(workspace: Workspace, announcement: EventAnnouncement): void {
  void publishEvent(workspace, announcement)
}

/** Sends an envelope again, as Slack does if it believes that the first one was lost. */
export function redeliverEvent(workspace: Workspace, sent: SentEvent, num: number): Promise<AppResponse> {
  return sendEvent(
    workspace,
    sent.app,
    {
      kind: 'events_api',
      payload: sent.envelope,
      url: sent.app.manifest.eventsUrl,
      retry: { num: Math.min(num, RETRIES_MS.length), reason: 'http_timeout' },
    },
    sent.kind,
  )
}
