import { z } from 'zod'
import { limitedList } from '../api/limited-list.ts'
import type { Action, ClosedForm, Command, OptionsRequest, Shortcut, Submission } from './listeners.ts'
import { messageTs, payloadId, responseUrl, slackId } from './payload-ids.ts'
import { payloadText } from './payload-text.ts'
import { elementStateSchema, selectedValue, parseView, viewSchema } from './view-state.ts'

/** Slack's payloads as the types of listeners.ts. The schemas name only what we use; unknown fields and types are accepted. */

const named = z.object({ id: slackId })
/** Slack's own look like `13345224609.738474920.8088930838d88f008e0`. */
const trigger = z.string().regex(/^[\w.-]{1,200}$/)

const command = z.object({
  command: payloadId,
  text: payloadText.default(''),
  team_id: slackId,
  user_id: slackId,
  channel_id: slackId,
  channel_name: z.string().default(''),
  trigger_id: trigger,
  response_url: responseUrl.default(''),
})

/** Reads a slash command; throws if a required field is missing. */
export function parseCommand(body: unknown): Command {
  const raw = command.parse(body)
  return {
    team: raw.team_id,
    user: raw.user_id,
    eventId: raw.trigger_id,
    command: raw.command,
    text: raw.text,
    channel: raw.channel_id,
    channelName: raw.channel_name,
    triggerId: raw.trigger_id,
    responseUrl: raw.response_url,
  }
}

/** `team` is the team whose app was used; for a person from another organization, `user.team_id` is their own team. */
const interaction = z.object({
  team: named.nullish(),
  user: z.object({ id: slackId, team_id: z.string().optional() }),
  trigger_id: trigger.default(''),
})

const messagePart = z.object({
  ts: messageTs,
  thread_ts: messageTs.optional(),
  user: z.string().optional(),
  text: payloadText.default(''),
  blocks: z.unknown().optional(),
})

const actions = interaction.extend({
  // Slack sends one action at a time.
  actions: limitedList(
    elementStateSchema.omit({ rich_text_value: true, files: true }).extend({
      action_id: payloadId,
      block_id: z.string().default(''),
      action_ts: z.string().default(''),
      url: z.string().optional(),
    }),
    1,
  ),
  response_url: responseUrl.optional(),
  view: viewSchema.optional(),
  message: z.object({ subtype: z.string().optional() }).optional().catch(undefined),
  container: z
    .object({
      message_ts: messageTs.optional(),
      channel_id: slackId.optional(),
      thread_ts: messageTs.optional(),
      is_ephemeral: z.boolean().optional(),
    })
    .default({}),
})

/** Reads a click or a choice in a message or view. Its event id is the trigger, or the action's own time where there is no trigger. */
export function parseAction(body: unknown, team: string): Action {
  const raw = actions.parse(body)
  const [action] = raw.actions
  if (!action) throw new Error('an interaction without an action')
  const { container } = raw
  const message =
    container.message_ts && container.channel_id
      ? {
          channel: container.channel_id,
          ts: container.message_ts,
          // A message that heads a thread is in the channel.
          ...(container.thread_ts && container.thread_ts !== container.message_ts && { threadTs: container.thread_ts }),
          ...(container.is_ephemeral && { isEphemeral: true as const }),
          ...(raw.message?.subtype === 'thread_broadcast' && { isBroadcast: true as const }),
        }
      : undefined
  return {
    team,
    user: raw.user.id,
    eventId: raw.trigger_id || `${action.action_id}:${action.action_ts}`,
    actionId: action.action_id,
    blockId: action.block_id,
    value: selectedValue(action),
    ...(action.url && { url: action.url }),
    triggerId: raw.trigger_id,
    ...(action.action_ts && { actionTs: action.action_ts }),
    ...(raw.response_url && { responseUrl: raw.response_url }),
    ...(message && { message }),
    ...(raw.view && { view: parseView(raw.view) }),
  }
}

const shortcut = interaction.extend({
  callback_id: payloadId,
  trigger_id: trigger,
  response_url: responseUrl.optional(),
  channel: z.object({ id: slackId, name: z.string().default('') }).optional(),
  message: messagePart.optional(),
})

/** Reads a global or message shortcut. */
export function parseShortcut(body: unknown, team: string): Shortcut {
  const raw = shortcut.parse(body)
  const { channel, message } = raw
  return {
    team,
    user: raw.user.id,
    eventId: raw.trigger_id,
    callbackId: raw.callback_id,
    triggerId: raw.trigger_id,
    ...(raw.response_url && { responseUrl: raw.response_url }),
    ...(channel &&
      message && {
        message: {
          channel: channel.id,
          channelName: channel.name,
          ts: message.ts,
          text: message.text,
          blocks: message.blocks,
          ...(message.thread_ts && { threadTs: message.thread_ts }),
          ...(message.user && { user: message.user }),
        },
      }),
  }
}

const optionsRequest = interaction.extend({
  action_id: payloadId,
  block_id: z.string().default(''),
  value: payloadText.default(''),
  view: viewSchema.optional(),
})

/** Reads what a person typed into a menu whose choices the app finds. */
export function parseOptionsRequest(body: unknown, team: string): OptionsRequest {
  const raw = optionsRequest.parse(body)
  return {
    team,
    user: raw.user.id,
    actionId: raw.action_id,
    blockId: raw.block_id,
    typed: raw.value,
    ...(raw.view && { view: parseView(raw.view) }),
  }
}

const submission = interaction.extend({ view: viewSchema })

/** Reads a submitted modal; its event id is the view's id, which stays the same when Slack sends it again. */
export function parseSubmission(body: unknown, team: string): Submission {
  const raw = submission.parse(body)
  return { team, user: raw.user.id, eventId: raw.view.id, view: parseView(raw.view), triggerId: raw.trigger_id }
}

/** Reads a closed modal; it is closed once. */
export function parseClosedForm(body: unknown, team: string): ClosedForm {
  const raw = submission.parse(body)
  return { team, user: raw.user.id, eventId: `${raw.view.id}:closed`, view: parseView(raw.view) }
}
