import type { Route } from '../../server/http-types.ts'
import { channelOf, control, type Wish } from './slack-control-route.ts'
import { ControlError } from '../../server/control-routes.ts'
import { earlier } from '../workspace/slack-ids.ts'
import { shown } from '../messages/channel-messages.ts'
import { modalsOf, viewObject } from '../views/view-stack.ts'
import type { Channel, Fields, Message, Person, World } from '../workspace/workspace-types.ts'

const user = ({ id, name, real_name, tz, locale, team_id, title, ...person }: Person): Fields => ({
  id,
  name,
  real_name,
  title,
  tz,
  locale,
  team_id,
  ...(person.is_bot && { is_bot: true, bot_id: person.bot_id, app_id: person.app_id }),
  ...(person.is_admin && { is_admin: true }),
  ...(person.is_restricted && { is_restricted: true }),
  ...(person.is_stranger && { is_stranger: true }),
})

const channel = (one: Channel): Fields => ({
  id: one.id,
  name: one.name,
  topic: one.topic,
  is_private: one.kind !== 'public',
  is_archived: one.is_archived,
  is_ext_shared: one.is_ext_shared,
  members: [...one.members],
  num_members: one.members.size,
})

function message(world: World, where: Channel, one: Message): Fields {
  return {
    ...shown(world, one, where, { metadata: true }),
    ...(one.ephemeral_for !== undefined && { ephemeral_for: one.ephemeral_for }),
  }
}

/** What stands in a channel or thread; ephemeral notes among it, by time. */
function messages(world: World, wish: Wish): Fields[] {
  const where = channelOf(world, wish.text('channel'))
  const threadTs = wish.maybe('thread_ts')
  let list = where.timeline
  if (threadTs !== undefined) {
    const parent = where.byTs.get(threadTs)
    if (!parent) throw new ControlError(`no message ${threadTs} in ${where.name || where.id}`, 404)
    list = [parent, ...(where.threads.get(threadTs) ?? [])]
  }
  const quiet = where.ephemerals.filter((one) => one.thread_ts === threadTs)
  if (quiet.length > 0) list = [...list, ...quiet].toSorted((a, b) => (earlier(a.ts, b.ts) ? -1 : 1))
  const since = wish.query.get('since')
  return list
    .filter((one) => one.subtype !== 'tombstone' && (!since || earlier(since, one.ts)))
    .map((one) => message(world, where, one))
}

function about(world: World): Fields {
  const { primary: app, team } = world
  const { manifest } = app
  return {
    name: app.name,
    team,
    app_id: app.id,
    bot_user: app.botUser,
    bot_id: app.botId,
    description: manifest.description,
    installed: app.installed,
    home: manifest.homeTab,
    messages: manifest.messagesTab && !manifest.messagesReadOnly,
    commands: manifest.commands,
    shortcuts: manifest.shortcuts,
    socket_connections: world.sockets.connections(app.id),
  }
}

/** What can be seen: people, channels, messages, views, calls. */
export const showingRoutes = (world: World): Route[] => [
  control('GET', '/slack/app', () => about(world)),
  control('GET', '/slack/users', () => [...world.people.values()].map(user)),
  control('GET', '/slack/channels', () =>
    [...world.channels.values()].filter(({ kind }) => kind === 'public' || kind === 'private').map(channel),
  ),
  control('GET', '/slack/ims', () =>
    [...world.channels.values()]
      .filter(({ kind }) => kind === 'im' || kind === 'mpim')
      .map((one) => ({ id: one.id, user: one.user, members: [...one.members] })),
  ),
  control('GET', '/slack/messages', (wish) => messages(world, wish)),
  control('GET', '/slack/views', (wish) => {
    const person = wish.text('user')
    const homes = [...world.views.values()].filter((view) => view.type === 'home' && view.user === person)
    return [...homes, ...modalsOf(world, person)].map((view) => viewObject(world, view))
  }),
  control('GET', '/slack/calls', (wish) => {
    const method = wish.query.get('method')
    return world.calls.filter((call) => !method || call.method === method)
  }),
  {
    method: 'GET',
    pattern: '/slack/files/:id',
    run(_call, { id = '' }) {
      const file = world.files.get(id)
      if (!file || file.deleted) return { status: 404, body: { error: `no file ${id}` } }
      return { status: 200, body: file.content, headers: { 'content-type': file.mimetype } }
    },
  },
]
