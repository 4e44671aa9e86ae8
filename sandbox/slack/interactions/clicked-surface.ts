import { attachmentWith, operable } from '../messages/message-attachments.ts'
import { initialValues, type Values } from '../blocks/form-fields.ts'
import { ControlError } from '../../server/control-routes.ts'
import { channelName } from './interaction-payload.ts'
import { shown } from '../messages/channel-messages.ts'
import { trigger, viewObject } from '../views/view-stack.ts'
import type { App, Channel, Fields, Message, Person, View, World } from '../workspace/workspace-types.ts'
import { responseUrl } from './response-url.ts'

/** Where something can be operated: a message or a view. */
export type Surface = { channel: Channel; message: Message } | { view: View }

/** A surface as one person has it before them. */
export interface Scene {
  app: App
  blocks: unknown
  values: Values
  keep(values: Values): void
  /** The fields of a payload that say where it happened; made anew for each, triggers and response_urls included. */
  place(blockId: unknown): Fields
}

function viewScene(world: World, person: Person, view: View): Scene {
  const { app } = view
  return {
    app,
    blocks: view.blocks,
    values: view.typed,
    keep: (values) => void (view.typed = values),
    place: () => ({
      container: { type: 'view', view_id: view.id },
      trigger_id: trigger(world, { app, user: person.id, view: view.id }),
      view: viewObject(world, view),
    }),
  }
}

const container = (channel: Channel, message: Message, attachment: number | undefined): Fields => ({
  type: attachment === undefined ? 'message' : 'message_attachment',
  message_ts: message.ts,
  ...(attachment !== undefined && { attachment_id: attachment }),
  channel_id: channel.id,
  is_ephemeral: message.ephemeral_for !== undefined,
  ...(attachment !== undefined && { is_app_unfurl: false }),
  ...(message.thread_ts && { thread_ts: message.thread_ts }),
})

function messageScene(world: World, person: Person, channel: Channel, message: Message): Scene {
  const app = message.author
  if (!app) throw new ControlError('no app wrote that message: there is nothing in it to click', 404)
  const picks = (message.picks ??= new Map<string, Values>())
  const quiet = message.ephemeral_for !== undefined
  const blocks = operable(message)
  const values = initialValues(blocks, picks.get(person.id))
  return {
    app,
    blocks,
    values,
    keep: (next) => void picks.set(person.id, next),
    place: (blockId) => ({
      container: container(channel, message, attachmentWith(message, blockId)),
      trigger_id: trigger(world, { app, user: person.id, channel: channel.id }),
      channel: { id: channel.id, name: channelName(channel) },
      ...(!quiet && { message: shown(world, message, channel, { metadata: true }) }),
      state: { values: initialValues(blocks, picks.get(person.id)) },
      response_url: responseUrl(world, 'actions', { app, user: person.id, channel, original: message }),
    }),
  }
}

export const scene = (world: World, person: Person, surface: Surface): Scene =>
  'view' in surface
    ? viewScene(world, person, surface.view)
    : messageScene(world, person, surface.channel, surface.message)
