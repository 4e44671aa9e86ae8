import type { Route } from '../../server/http-types.ts'
import { requireChannel, slackControlRoute, type ControlRequest } from './slack-control-route.ts'
import { ControlError } from '../../server/control-routes.ts'
import { isEarlier } from '../workspace/slack-ids.ts'
import { requirePerson } from '../interactions/interaction-payload.ts'
import { listUnread } from '../messages/unread-messages.ts'
import { messageObject } from '../messages/message-object.ts'
import { openModals, viewObject } from '../interactions/view-stack.ts'
import type { Channel, JsonObject, Message, Person, Workspace } from '../workspace/workspace-types.ts'

const userObject = ({ id, name, real_name, tz, locale, team_id, title, ...person }: Person): JsonObject => ({
  id,
  name,
  real_name,
  title,
  tz,
  locale,
  team_id,
  ...(person.is_bot && { is_bot: true, bot_id: person.bot_id, app_id: person.app_id }),
  ...(person.is_admin && { is_admin: true }),
  ...(person.is_owner && { is_owner: true }),
  ...(person.is_restricted && { is_restricted: true }),
  ...(person.is_ultra_restricted && { is_ultra_restricted: true }),
  ...(person.deleted && { deleted: true }),
  ...(person.is_stranger && { is_stranger: true }),
})

const channelSummary = (one: Channel): JsonObject => ({
  id: one.id,
  name: one.name,
  topic: one.topic,
  is_private: one.kind !== 'public',
  is_archived: one.is_archived,
  is_ext_shared: one.is_ext_shared,
  members: [...one.members],
  num_members: one.members.size,
})

function messageOf(workspace: Workspace, where: Channel, one: Message): JsonObject {
  return {
    ...messageObject(workspace, one, where, { metadata: true }),
    ...(one.ephemeral_for !== undefined && { ephemeral_for: one.ephemeral_for }),
  }
}

/** The messages of a channel or thread in order of time, ephemeral ones included. */
function listMessages(workspace: Workspace, request: ControlRequest): JsonObject[] {
  const where = requireChannel(workspace, request.required('channel'))
  const threadTs = request.optional('thread_ts')
  let list = where.timeline
  if (threadTs !== undefined) {
    const parent = where.byTs.get(threadTs)
    if (!parent) throw new ControlError(`no message ${threadTs} in ${where.name || where.id}`, 404)
    list = [parent, ...(where.threads.get(threadTs) ?? [])]
  }
  const quiet = where.ephemerals.filter((one) => one.thread_ts === threadTs)
  if (quiet.length > 0) list = [...list, ...quiet].toSorted((a, b) => (isEarlier(a.ts, b.ts) ? -1 : 1))
  const since = request.query.get('since')
  return list
    .filter((one) => one.subtype !== 'tombstone' && (!since || isEarlier(since, one.ts)))
    .map((one) => messageOf(workspace, where, one))
}

function appObject(workspace: Workspace): JsonObject {
  const { primary: app, team } = workspace
  const { manifest } = app
  return {
    name: app.name,
    team,
    app_id: app.id,
    bot_user: app.botUser,
    bot_id: app.botId,
    description: manifest.description,
    long_description: manifest.longDescription,
    installed: app.installed,
    home: manifest.homeTab,
    messages: manifest.messagesTab && !manifest.messagesReadOnly,
    commands: manifest.commands,
    shortcuts: manifest.shortcuts,
    socket_connections: workspace.sockets.connections(app.id),
  }
}

/** The control routes that read people, channels, messages, views and calls. */
export const inspectionRoutes = (workspace: Workspace): Route[] => [
  slackControlRoute('GET', '/slack/app', () => appObject(workspace)),
  slackControlRoute('GET', '/slack/users', () => [...workspace.people.values()].map(userObject)),
  slackControlRoute('GET', '/slack/channels', () =>
    [...workspace.channels.values()].filter(({ kind }) => kind === 'public' || kind === 'private').map(channelSummary),
  ),
  slackControlRoute('GET', '/slack/ims', () =>
    [...workspace.channels.values()]
      .filter(({ kind }) => kind === 'im' || kind === 'mpim')
      .map((one) => ({ id: one.id, user: one.user, members: [...one.members] })),
  ),
  slackControlRoute('GET', '/slack/messages', (request) => listMessages(workspace, request)),
  slackControlRoute('GET', '/slack/unread', (request) =>
    listUnread(workspace, requirePerson(workspace, request.required('user')).id),
  ),
  slackControlRoute('GET', '/slack/views', (request) => {
    const person = request.required('user')
    const homes = [...workspace.views.values()].filter((view) => view.type === 'home' && view.user === person)
    return [...homes, ...openModals(workspace, person)].map((view) => viewObject(workspace, view))
  }),
  slackControlRoute('GET', '/slack/calls', (request) => {
    const method = request.query.get('method')
    return workspace.calls.filter((call) => !method || call.method === method)
  }),
  {
    method: 'GET',
    pattern: '/slack/files/:id',
    run(_call, { id = '' }) {
      const file = workspace.files.get(id)
      if (!file || file.deleted) return { status: 404, body: { error: `no file ${id}` } }
      return { status: 200, stream: file.content, headers: { 'content-type': file.mimetype } }
    },
  },
]
