import { ControlError } from '../../server/control-routes.ts'
import { stamp } from '../workspace/slack-ids.ts'
import { actor, ask, channelName, head, outcome, type Outcome } from './interaction-payload.ts'
import { shown } from '../messages/channel-messages.ts'
import { trigger } from '../views/view-stack.ts'
import type { App, Channel, Message, Shortcut, World } from '../workspace/workspace-types.ts'
import { responseUrl } from './response-url.ts'

function declared(world: World, callbackId: string): { app: App; shortcut: Shortcut } {
  for (const app of world.apps) {
    const shortcut = app.manifest.shortcuts.find((one) => one.callback_id === callbackId)
    if (shortcut && app.installed) return { app, shortcut }
  }
  const known = world.apps.flatMap((app) => app.manifest.shortcuts.map(({ callback_id }) => callback_id))
  throw new ControlError(`no app has the shortcut ${callbackId}; there are: ${known.join(', ') || 'none'}`, 404)
}

/** A person uses a shortcut: a global one from anywhere, a message shortcut on a message. */
export async function useShortcut(
  world: World,
  { user, callbackId, on }: { user: unknown; callbackId: string; on?: { channel: Channel; message: Message } },
): Promise<Outcome> {
  const person = actor(world, user)
  const { app, shortcut } = declared(world, callbackId)
  if (person.is_stranger)
    throw new ControlError(`${person.name} is of another organization: shortcuts are not for them`, 403)
  const base = { callback_id: callbackId, ...head(world, app, person), action_ts: stamp() }
  if (shortcut.type === 'global') {
    const trigger_id = trigger(world, { app, user: person.id })
    return outcome(await ask(world, app, { type: 'shortcut', ...base, trigger_id }))
  }
  if (!on) throw new ControlError(`${callbackId} is a message shortcut: say channel and message_ts`)
  const { channel, message } = on
  const payload = {
    type: 'message_action',
    ...base,
    trigger_id: trigger(world, { app, user: person.id, channel: channel.id }),
    response_url: responseUrl(world, 'actions', { app, user: person.id, channel, original: message }),
    message_ts: message.ts,
    channel: { id: channel.id, name: channelName(channel) },
    message: shown(world, message, channel),
  }
  return outcome(await ask(world, app, payload))
}
