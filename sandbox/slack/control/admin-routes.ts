import type { Route } from '../../server/http-types.ts'
import { revokeToken } from '../methods/app-methods.ts'
import { channelOf, control, type Wish } from './slack-control-route.ts'
import { announce, redeliver } from '../events/publish-event.ts'
import { ControlError } from '../../server/control-routes.ts'
import { actor } from '../interactions/interaction-payload.ts'
import { archive, join, leave } from '../messages/channel-membership.ts'
import type { Fields, World } from '../workspace/workspace-types.ts'

const ACTIONS = [
  'archive',
  'unarchive',
  'remove-app',
  'add-app',
  'invite',
  'kick',
  'revoke-token',
  'uninstall',
  'distribute',
] as const
type Action = (typeof ACTIONS)[number]

function isAction(word: string): word is Action {
  return ACTIONS.some((one) => one === word)
}

function uninstalled(world: World): void {
  const app = world.primary
  app.installed = false
  revokeToken(world, app)
  announce(world, { key: 'app_uninstalled', app, anyway: true, event: { type: 'app_uninstalled' } })
}

function workspace(world: World, wish: Wish): Fields {
  const action = wish.text('action')
  if (!isAction(action)) throw new ControlError(`action is one of ${ACTIONS.join(', ')}`)
  const app = world.primary
  const where = (): ReturnType<typeof channelOf> => channelOf(world, wish.text('channel'))
  const who = (): string => (wish.maybe('user') === undefined ? 'U08AIKO003C' : actor(world, wish.text('user')).id)
  switch (action) {
    case 'archive':
    case 'unarchive':
      archive(world, where(), who(), action === 'archive')
      break
    case 'remove-app':
      if (!where().members.has(app.botUser)) throw new ControlError(`${app.name} is not in that channel`, 409)
      leave(world, where(), app.botUser, who())
      break
    case 'add-app':
      if (where().members.has(app.botUser)) throw new ControlError(`${app.name} is in that channel already`, 409)
      join(world, where(), app.botUser, who())
      break
    case 'invite':
      join(world, where(), actor(world, wish.text('user')).id)
      break
    case 'kick':
      leave(world, where(), actor(world, wish.text('user')).id)
      break
    case 'revoke-token':
      revokeToken(world, app)
      break
    case 'uninstall':
      uninstalled(world)
      break
    case 'distribute':
      app.distributed = wish.body['off'] !== true
      break
  }
  return { action }
}

async function again(world: World, wish: Wish): Promise<Fields> {
  const eventId = wish.maybe('event_id')
  const own = [...world.sent.values()].filter(({ app }) => app === world.primary)
  const sent = eventId === undefined ? own.at(-1) : world.sent.get(eventId)
  if (!sent) throw new ControlError(eventId ? `no event ${eventId} was sent` : 'no event was sent yet', 404)
  const times = Number(wish.body['times'] ?? 1)
  if (!Number.isInteger(times) || times < 1 || times > 100) throw new ControlError('times is 1 to 100')
  const statuses: number[] = []
  for (let num = 1; num <= times; num++) statuses.push((await redeliver(world, sent, num)).status)
  return { event_id: sent.envelope['event_id'], statuses }
}

const REASONS = ['warning', 'refresh_requested', 'link_disabled'] as const

/** Slack ends the open sockets of an app, as it does now and then; without an app, of the one under test. */
function hangUp(world: World, wish: Wish): Fields {
  const reason = REASONS.find((one) => one === (wish.maybe('reason') ?? 'refresh_requested'))
  if (!reason) throw new ControlError(`reason is one of ${REASONS.join(', ')}`)
  const app = world.apps.find((one) => one.id === (wish.maybe('app') ?? world.primary.id))
  if (!app)
    throw new ControlError(`there is no such app; there are: ${world.apps.map((one) => one.id).join(', ')}`, 404)
  return { app: app.id, connections: world.sockets.disconnect(app.id, reason) }
}

/** What an admin or Slack itself does to the app. */
export const steeringRoutes = (world: World): Route[] => [
  control('POST', '/slack/workspace', (wish) => workspace(world, wish)),
  control('POST', '/slack/redeliver', (wish) => again(world, wish)),
  control('POST', '/slack/socket', (wish) => hangUp(world, wish)),
]
