import { ControlError } from '../../server/control-routes.ts'
import { nextTimestamp } from '../workspace/slack-ids.ts'
import {
  requirePerson,
  sendInteractive,
  channelName,
  payloadHead,
  describeOutcome,
  type InteractionOutcome,
} from './interaction-payload.ts'
import { messageObject } from '../messages/message-object.ts'
import { createTrigger } from './view-stack.ts'
import type { App, Shortcut } from '../workspace/app-types.ts'
import type { Channel, JsonObject, Message, Person, Workspace } from '../workspace/workspace-types.ts'
import { createResponseUrl } from './response-url.ts'

function findShortcut(workspace: Workspace, callbackId: string): { app: App; shortcut: Shortcut } {
  for (const app of workspace.apps) {
    const shortcut = app.manifest.shortcuts.find((one) => one.callback_id === callbackId)
    if (shortcut && app.installed) return { app, shortcut }
  }
  const known = workspace.apps.flatMap((app) => app.manifest.shortcuts.map(({ callback_id }) => callback_id))
  throw new ControlError(`no app has the shortcut ${callbackId}; there are: ${known.join(', ') || 'none'}`, 404)
}

/**
 * The beginning of both kinds of shortcut payload. Slack leaves out `api_app_id` here, and identifies the person by `username` in a global shortcut,
 * by `name` in a message shortcut (the types of Bolt: `GlobalShortcut`, `MessageShortcut`).
 */
function shortcutHead(workspace: Workspace, app: App, person: Person, type: Shortcut['type']): JsonObject {
  const { api_app_id: _appId, ...head } = payloadHead(workspace, app, person)
  const { id, name, team_id } = person
  return { ...head, user: type === 'global' ? { id, username: name, team_id } : { id, name, team_id } }
}

/** A person uses a shortcut: a global one from anywhere, a message shortcut on a message. */
export async function useShortcut(
  workspace: Workspace,
  { user, callbackId, on }: { user: unknown; callbackId: string; on?: { channel: Channel; message: Message } },
): Promise<InteractionOutcome> {
  const person = requirePerson(workspace, user)
  const { app, shortcut } = findShortcut(workspace, callbackId)
  if (person.is_stranger)
    throw new ControlError(`${person.name} is from another organization and cannot use shortcuts`, 403)
  const head = shortcutHead(workspace, app, person, shortcut.type)
  const base = { callback_id: callbackId, ...head, action_ts: nextTimestamp() }
  if (shortcut.type === 'global') {
    const trigger_id = createTrigger(workspace, { app, user: person.id })
    return describeOutcome(await sendInteractive(workspace, app, { type: 'shortcut', ...base, trigger_id }))
  }
  if (!on) throw new ControlError(`${callbackId} is a message shortcut: give channel and message_ts`)
  const { channel, message } = on
  if (message.ephemeral_for !== undefined)
    throw new ControlError('message shortcuts are not offered on a message that only one person sees', 409)
  const payload = {
    type: 'message_action',
    ...base,
    trigger_id: createTrigger(workspace, { app, user: person.id, channel: channel.id }),
    response_url: createResponseUrl(workspace, 'actions', { app, user: person.id, channel, original: message }),
    message_ts: message.ts,
    channel: { id: channel.id, name: channelName(channel) },
    message: messageObject(workspace, message, channel),
  }
  return describeOutcome(await sendInteractive(workspace, app, payload))
}
