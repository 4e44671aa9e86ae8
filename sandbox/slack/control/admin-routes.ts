import type { Route } from '../../server/http-types.ts'
import { revokeToken } from '../methods/app-methods.ts'
import { requireChannel, slackControlRoute, type ControlRequest } from './slack-control-route.ts'
import { announceEvent, redeliverEvent } from '../apps/publish-event.ts'
import { ControlError } from '../../server/control-routes.ts'
import { requirePerson } from '../interactions/interaction-payload.ts'
import type { Role } from '../../control-types.ts'
import { addCrowd, changeRole, ROLES, setDeactivated } from '../members/person-changes.ts'
import { addChannels } from '../messages/add-channels.ts'
import { setArchived, setShared, addMember, removeMember } from '../messages/channel-membership.ts'
import type { JsonObject, Workspace } from '../workspace/workspace-types.ts'

const ACTIONS = [
  'archive',
  'unarchive',
  'share',
  'unshare',
  'remove-app',
  'add-app',
  'invite',
  'kick',
  'revoke-token',
  'uninstall',
  'distribute',
  'deactivate',
  'reactivate',
  'role',
  'populate',
  'add-channels',
] as const
const CROWD_MOST = 50_000
type Action = (typeof ACTIONS)[number]

function isAction(word: string): word is Action {
  return ACTIONS.some((one) => one === word)
}

function uninstallApp(workspace: Workspace): void {
  const app = workspace.primary
  app.installed = false
  revokeToken(workspace, app)
  announceEvent(workspace, { key: 'app_uninstalled', app, regardless: true, event: { type: 'app_uninstalled' } })
}

function readRole(request: ControlRequest): Role {
  const given = request.required('role')
  const role = ROLES.find((one) => one === given)
  if (!role) throw new ControlError(`role is one of ${ROLES.join(', ')}`)
  return role
}

function readCount(request: ControlRequest): number {
  const count = Number(request.body['count'])
  if (!Number.isInteger(count) || count < 1 || count > CROWD_MOST) throw new ControlError(`count is 1 to ${CROWD_MOST}`)
  return count
}

function changeWorkspace(workspace: Workspace, request: ControlRequest): JsonObject {
  const action = request.required('action')
  if (!isAction(action)) throw new ControlError(`action is one of ${ACTIONS.join(', ')}`)
  const app = workspace.primary
  const where = (): ReturnType<typeof requireChannel> => requireChannel(workspace, request.required('channel'))
  const who = (): string =>
    request.optional('user') === undefined ? 'U08AIKO003C' : requirePerson(workspace, request.required('user')).id
  switch (action) {
    case 'archive':
    case 'unarchive':
      setArchived(workspace, where(), who(), action === 'archive')
      break
    case 'share':
    case 'unshare':
      setShared(workspace, where(), action === 'share')
      break
    case 'remove-app':
      if (!where().members.has(app.botUser)) throw new ControlError(`${app.name} is not in that channel`, 409)
      removeMember(workspace, where(), app.botUser, who())
      break
    case 'add-app':
      if (where().members.has(app.botUser)) throw new ControlError(`${app.name} is in that channel already`, 409)
      addMember(workspace, where(), app.botUser, who())
      break
    case 'invite':
      addMember(workspace, where(), requirePerson(workspace, request.required('user')).id)
      break
    case 'kick':
      removeMember(workspace, where(), requirePerson(workspace, request.required('user')).id)
      break
    case 'revoke-token':
      revokeToken(workspace, app)
      break
    case 'uninstall':
      uninstallApp(workspace)
      break
    case 'distribute':
      app.distributed = request.body['off'] !== true
      break
    case 'deactivate':
    case 'reactivate':
      setDeactivated(workspace, requirePerson(workspace, request.required('user')), action === 'deactivate')
      break
    case 'role':
      changeRole(workspace, requirePerson(workspace, request.required('user')), readRole(request))
      break
    case 'populate':
      return { action, users: addCrowd(workspace, where(), readCount(request)) }
    case 'add-channels':
      return { action, channels: addChannels(workspace, readCount(request)) }
  }
  return { action }
}

async function repeatEvent(workspace: Workspace, request: ControlRequest): Promise<JsonObject> {
  const eventId = request.optional('event_id')
  const own = [...workspace.sentEvents.values()].filter(({ app }) => app === workspace.primary)
  const sent = eventId === undefined ? own.at(-1) : workspace.sentEvents.get(eventId)
  if (!sent) throw new ControlError(eventId ? `no event ${eventId} was sent` : 'no event was sent yet', 404)
  const times = Number(request.body['times'] ?? 1)
  if (!Number.isInteger(times) || times < 1 || times > 100) throw new ControlError('times is 1 to 100')
  const statuses: number[] = []
  for (let num = 1; num <= times; num++) statuses.push((await redeliverEvent(workspace, sent, num)).status)
  return { event_id: sent.envelope['event_id'], statuses }
}

const REASONS = ['warning', 'refresh_requested', 'link_disabled'] as const

/** Closes the open sockets of an app (by default the app under test), as Slack does from time to time. */
function closeSockets(workspace: Workspace, request: ControlRequest): JsonObject {
  const reason = REASONS.find((one) => one === (request.optional('reason') ?? 'refresh_requested'))
  if (!reason) throw new ControlError(`reason is one of ${REASONS.join(', ')}`)
  const app = workspace.apps.find((one) => one.id === (request.optional('app') ?? workspace.primary.id))
  if (!app)
    throw new ControlError(
      `the workspace does not have this app; it has: ${workspace.apps.map((one) => one.id).join(', ')}`,
      404,
    )
  return { app: app.id, connections: workspace.sockets.disconnect(app.id, reason) }
}

/** The control routes of an admin and of Slack itself. */
export const adminRoutes = (workspace: Workspace): Route[] => [
  slackControlRoute('POST', '/slack/workspace', (request) => changeWorkspace(workspace, request)),
  slackControlRoute('POST', '/slack/redeliver', (request) => repeatEvent(workspace, request)),
  slackControlRoute('POST', '/slack/socket', (request) => closeSockets(workspace, request)),
]
