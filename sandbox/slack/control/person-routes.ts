import type { Route } from '../../server/http-types.ts'
import { channelOf, control, inside, messageOf, type Wish } from './slack-control-route.ts'
import { click, suggestions } from '../interactions/click-element.ts'
import { runCommand } from '../interactions/slash-commands.ts'
import { ControlError } from '../../server/control-routes.ts'
import { stamp } from '../workspace/slack-ids.ts'
import { publish } from '../events/publish-event.ts'
import { actor, outcome, type Outcome } from '../interactions/interaction-payload.ts'
import { homeOf, viewObject } from '../views/view-stack.ts'
import { isFields, type Person, type World } from '../workspace/workspace-types.ts'
import { react } from '../messages/message-reactions.ts'
import type { Surface } from '../interactions/clicked-surface.ts'
import { useShortcut } from '../interactions/use-shortcut.ts'
import { directMessages } from '../workspace/workspace-state.ts'
import { close, modalOf, submit } from '../interactions/submit-view.ts'

const UNHEARD: Outcome = { status: 0, ms: 0, body: '', error: 'not_subscribed' }

/** The message or view that a click is about; a person sees only what is before them. */
function surface(world: World, person: Person, wish: Wish): Surface {
  const viewId = wish.maybe('view_id')
  if (viewId !== undefined) return { view: modalOf(world, person.id, viewId) }
  const channel = channelOf(world, wish.text('channel'))
  const message = messageOf(channel, wish.text('message_ts'))
  if (message.ephemeral_for !== undefined && message.ephemeral_for !== person.id)
    throw new ControlError(`only ${message.ephemeral_for} sees that message`, 404)
  inside(channel, person)
  return { channel, message }
}

function target(wish: Wish): { action_id: string; block_id?: string; value?: unknown } {
  const blockId = wish.maybe('block_id')
  const { value } = wish.body
  return {
    action_id: wish.text('action_id'),
    ...(blockId && { block_id: blockId }),
    ...(value !== undefined && { value }),
  }
}

async function home(world: World, wish: Wish): Promise<Outcome> {
  const person = actor(world, wish.text('user'))
  const app = world.primary
  const tab = wish.maybe('tab') ?? 'home'
  if (tab === 'home' && !app.manifest.homeTab)
    throw new ControlError(`${app.name} has no Home: its manifest says so`, 409)
  if (!app.installed) throw new ControlError(`${app.name} is not installed`, 409)
  const channel = directMessages(world, person.id, app.botUser)
  const view = homeOf(world, app, person.id)
  const event = {
    type: 'app_home_opened',
    user: person.id,
    channel: channel.id,
    tab,
    event_ts: stamp(),
    ...(view && tab === 'home' && { view: viewObject(world, view) }),
  }
  const heard = await publish(world, { key: 'app_home_opened', app, event })
  return heard ? outcome(heard) : UNHEARD
}

async function reaction(world: World, wish: Wish): Promise<Outcome> {
  const person = actor(world, wish.text('user'))
  const channel = channelOf(world, wish.text('channel'))
  inside(channel, person)
  const message = messageOf(channel, wish.text('ts'))
  const remove = wish.body['remove'] === true
  const name = wish.text('name').replaceAll(':', '')
  const done = react(world, channel, message, person.id, name, !remove)
  if (done === false)
    throw new ControlError(remove ? `no ${name} of theirs is there` : `they have given ${name} already`, 409)
  const heard = await done
  return heard ? outcome(heard) : UNHEARD
}

const isValues = (value: unknown): value is Record<string, Record<string, unknown>> =>
  isFields(value) && Object.values(value).every(isFields)

/** What a person does with commands, shortcuts, buttons, forms, Home and reactions. */
export const actingRoutes = (world: World): Route[] => [
  control('POST', '/slack/command', (wish) => {
    const channel = channelOf(world, wish.text('channel'))
    const person = actor(world, wish.text('user'))
    inside(channel, person)
    return runCommand(world, {
      channel,
      user: person.id,
      name: wish.text('command'),
      text: wish.maybe('text') ?? '',
    })
  }),
  control('POST', '/slack/shortcut', (wish) => {
    const [user, callbackId] = [wish.text('user'), wish.text('callback_id')]
    if (!wish.maybe('message_ts')) return useShortcut(world, { user, callbackId })
    const channel = channelOf(world, wish.text('channel'))
    inside(channel, actor(world, user))
    return useShortcut(world, {
      user,
      callbackId,
      on: { channel, message: messageOf(channel, wish.text('message_ts')) },
    })
  }),
  control('POST', '/slack/click', (wish) => {
    const person = actor(world, wish.text('user'))
    return click(world, person, surface(world, person, wish), target(wish))
  }),
  control('POST', '/slack/suggest', (wish) => {
    const person = actor(world, wish.text('user'))
    return suggestions(world, person, surface(world, person, wish), target(wish))
  }),
  control('POST', '/slack/submit', (wish) => {
    const values = wish.body['values'] ?? {}
    if (!isValues(values)) throw new ControlError('values are { block_id: { action_id: value } }')
    return submit(world, wish.text('user'), wish.text('view_id'), values)
  }),
  control('POST', '/slack/close', (wish) => close(world, wish.text('user'), wish.text('view_id'))),
  control('POST', '/slack/home', (wish) => home(world, wish)),
  control('POST', '/slack/react', (wish) => reaction(world, wish)),
]
