import { findAttachmentId, interactiveBlocks } from '../messages/message-attachments.ts'
import { initialValues, type ViewValues } from '../blocks/form-fields.ts'
import { ControlError } from '../../server/control-routes.ts'
import { channelName } from './interaction-payload.ts'
import { messageObject } from '../messages/message-object.ts'
import { createTrigger, viewObject } from './view-stack.ts'
import type { App } from '../workspace/app-types.ts'
import type { Channel, JsonObject, Message, Person, View, Workspace } from '../workspace/workspace-types.ts'
import { createResponseUrl } from './response-url.ts'

/** The surface of a click: a message or a view. */
export type ClickedSurface = { channel: Channel; message: Message } | { view: View }

/** A surface as one person sees it. */
export interface OpenSurface {
  app: App
  blocks: unknown
  values: ViewValues
  keep(values: ViewValues): void
  /** The fields of a payload that say where the click happened, with a new trigger and response_url for each payload. */
  place(blockId: unknown): JsonObject
}

function viewScene(workspace: Workspace, person: Person, view: View): OpenSurface {
  const { app } = view
  return {
    app,
    blocks: view.blocks,
    values: view.typed,
    keep: (values) => void (view.typed = values),
    place: () => ({
      container: { type: 'view', view_id: view.id },
      trigger_id: createTrigger(workspace, { app, user: person.id, view: view.id }),
      view: viewObject(workspace, view),
    }),
  }
}

const container = (channel: Channel, message: Message, attachment: number | undefined): JsonObject => ({
  type: attachment === undefined ? 'message' : 'message_attachment',
  message_ts: message.ts,
  ...(attachment !== undefined && { attachment_id: attachment }),
  channel_id: channel.id,
  is_ephemeral: message.ephemeral_for !== undefined,
  ...(attachment !== undefined && { is_app_unfurl: false }),
  ...(message.thread_ts && { thread_ts: message.thread_ts }),
})

function messageScene(workspace: Workspace, person: Person, channel: Channel, message: Message): OpenSurface {
  const app = message.author
  if (!app) throw new ControlError('no app wrote that message: there is nothing in it to click', 404)
  const picks = (message.picks ??= new Map<string, ViewValues>())
  const quiet = message.ephemeral_for !== undefined
  const blocks = interactiveBlocks(message)
  const values = initialValues(blocks, picks.get(person.id))
  return {
    app,
    blocks,
    values,
    keep: (next) => void picks.set(person.id, next),
    place: (blockId) => ({
      container: container(channel, message, findAttachmentId(message, blockId)),
      trigger_id: createTrigger(workspace, { app, user: person.id, channel: channel.id }),
      channel: { id: channel.id, name: channelName(channel) },
      ...(!quiet && { message: messageObject(workspace, message, channel, { metadata: true }) }),
      state: { values: initialValues(blocks, picks.get(person.id)) },
      response_url: createResponseUrl(workspace, 'actions', { app, user: person.id, channel, original: message }),
    }),
  }
}

export const openSurface = (workspace: Workspace, person: Person, surface: ClickedSurface): OpenSurface =>
  'view' in surface
    ? viewScene(workspace, person, surface.view)
    : messageScene(workspace, person, surface.channel, surface.message)
