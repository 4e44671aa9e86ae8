import type { Route } from '../../server/http-types.ts'
import {
  requireActor,
  requireChannel,
  slackControlRoute,
  requireMembership,
  requireMessage,
  type ControlRequest,
} from './slack-control-route.ts'
import { ControlError } from '../../server/control-routes.ts'
import { requirePerson, uploadFile } from '../interactions/interaction-payload.ts'
import { changeMessage, addMessage, removeMessage } from '../messages/channel-messages.ts'
import type { Channel, JsonObject, Workspace } from '../workspace/workspace-types.ts'
import { deriveRichText } from '../messages/derived-rich-text.ts'
import { findAppOfBot } from '../workspace/workspace-state.ts'
import { markChannelRead } from '../messages/unread-messages.ts'
import { normalizeText } from '../messages/message-text.ts'

function writable(workspace: Workspace, channel: Channel): void {
  if (channel.is_archived) throw new ControlError(`#${channel.name} is archived`, 409)
  if (channel.kind !== 'im') return
  const app = [...channel.members].map((member) => findAppOfBot(workspace, member)).find(Boolean)
  if (app && (!app.manifest.messagesTab || app.manifest.messagesReadOnly))
    throw new ControlError(`${app.name} takes no direct messages, according to its manifest`, 409)
}

function say(workspace: Workspace, request: ControlRequest): JsonObject {
  const channel = requireChannel(workspace, request.required('channel'))
  const person = requireActor(workspace, request)
  requireMembership(channel, person)
  writable(workspace, channel)
  const given = request.body['files']
  if (given !== undefined && given !== null && !Array.isArray(given)) throw new ControlError('files is an array')
  const files = Array.isArray(given) ? given.map((file) => uploadFile(workspace, person.id, file)) : []
  const text = normalizeText(files.length > 0 ? (request.optional('text') ?? '') : request.required('text'))
  const replying = request.optional('thread_ts')
  const parent = replying === undefined ? undefined : requireMessage(channel, replying)
  if (parent?.ephemeral_for !== undefined) throw new ControlError('an ephemeral message cannot be answered', 409)
  for (const file of files) workspace.files.get(String(file['id']))?.channels.add(channel.id)
  const message = addMessage(workspace, {
    channel,
    user: person.id,
    text,
    blocks: deriveRichText(text),
    ...(files.length > 0 && { files, subtype: 'file_share' }),
    ...(parent && { thread_ts: parent.thread_ts ?? parent.ts }),
    broadcast: request.body['reply_broadcast'] === true,
  })
  return { ts: message.ts }
}

function edit(workspace: Workspace, request: ControlRequest): JsonObject {
  const channel = requireChannel(workspace, request.required('channel'))
  const message = requireMessage(channel, request.required('ts'))
  const text = request.optional('text')
  if (text === undefined) {
    removeMessage(workspace, channel, message)
    return {}
  }
  if (message.author) throw new ControlError('an app wrote that message: people can delete it, not edit it', 409)
  const stored = normalizeText(text)
  const edited = { user: message.user ?? '', ts: `${Math.floor(Date.now() / 1000)}.000000` }
  const blocks = deriveRichText(stored)
  changeMessage(workspace, channel, message, { text: stored, blocks: blocks.length > 0 ? blocks : undefined, edited })
  return { ts: message.ts }
}

/** The control routes of messages that a person posts, edits, deletes and reads. */
export const typingRoutes = (workspace: Workspace): Route[] => [
  slackControlRoute('POST', '/slack/message', (request) => say(workspace, request)),
  slackControlRoute('POST', '/slack/edit', (request) => edit(workspace, request)),
  slackControlRoute('POST', '/slack/read', (request) => {
    const channel = requireChannel(workspace, request.required('channel'))
    const person = requirePerson(workspace, request.required('user'))
    requireMembership(channel, person)
    markChannelRead(workspace, channel, person.id)
  }),
]
