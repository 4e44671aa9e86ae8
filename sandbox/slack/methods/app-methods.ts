import { announceEvent } from '../apps/publish-event.ts'
import { SlackError } from '../api/slack-errors.ts'
import { type MethodCall, type ApiMethods } from '../api/api-method.ts'
import { type App } from '../workspace/app-types.ts'
import { type JsonObject, type Workspace } from '../workspace/workspace-types.ts'

function authTest({ workspace, app }: MethodCall): JsonObject {
  return {
    url: `${workspace.baseUrl()}/`,
    team: workspace.team.name,
    user: workspace.people.get(app.botUser)?.name,
    team_id: workspace.team.id,
    user_id: app.botUser,
    bot_id: app.botId,
    is_enterprise_install: false,
  }
}

function apiTest({ args }: MethodCall): JsonObject {
  const error = args.text('error')
  const { token: _token, ...rest } = args.all
  if (error) throw new SlackError(error, { args: rest })
  return Object.keys(rest).length > 0 ? { args: rest } : {}
}

/** Revokes an app's token and notifies the app. */
export function revokeToken(workspace: Workspace, app: App): void {
  app.tokenRevoked = true
  const event = { type: 'tokens_revoked', tokens: { oauth: [], bot: [app.botUser] } }
  announceEvent(workspace, { key: 'tokens_revoked', app, regardless: true, event })
}

function revoke({ workspace, app, args }: MethodCall): JsonObject {
  if (args.flag('test')) return { revoked: false }
  revokeToken(workspace, app)
  return { revoked: true }
}

/** Credentials, the workspace, bots and sockets. */
export const appMethods: ApiMethods = {
  'api.test': { rate: 4, token: 'none', run: apiTest },
  'auth.test': { rate: { perMinute: 600 }, run: authTest },
  'auth.revoke': { rate: 3, run: revoke },
  'team.info': {
    rate: 3,
    scopes: ['team:read'],
    run: ({ workspace }) => ({
      team: {
        id: workspace.team.id,
        name: workspace.team.name,
        url: `${workspace.baseUrl()}/`,
        domain: workspace.team.domain,
        email_domain: 'acme.test',
        icon: { image_default: true },
        avatar_base_url: `${workspace.baseUrl()}/avatars/`,
        is_verified: false,
      },
    }),
  },
  'bots.info': {
    rate: 3,
    scopes: ['users:read'],
    run({ workspace, args }) {
      const app = workspace.apps.find(({ botId }) => botId === args.required('bot'))
      if (!app) throw new SlackError('bot_not_found')
      const { botId, id, botUser, name } = app
      return {
        bot: { id: botId, deleted: false, name, updated: 1_760_000_000, app_id: id, user_id: botUser, icons: {} },
      }
    },
  },
  // Opens Socket Mode: answers a one-time address for a WebSocket.
  'apps.connections.open': {
    rate: { perMinute: 20 },
    token: 'app',
    run({ workspace, app }) {
      if (workspace.sockets.connections(app.id) >= 10) throw new SlackError('too_many_websockets')
      return { url: workspace.sockets.ticket(app.id, new URL(workspace.baseUrl()).host) }
    },
  },
}
