import type { Route } from '../../server/http-types.ts'
import {
  requireActor,
  requireChannel,
  slackControlRoute,
  requireMembership,
  requireMessage,
  type ControlRequest,
} from './slack-control-route.ts'
import { clickElement } from '../interactions/click-element.ts'
import { loadSuggestions } from '../interactions/external-options.ts'
import { keepTypedValues, type GivenValues } from '../interactions/typed-values.ts'
import { runCommand } from '../interactions/slash-commands.ts'
import { ControlError } from '../../server/control-routes.ts'
import { nextTimestamp } from '../workspace/slack-ids.ts'
import { publishEvent } from '../apps/publish-event.ts'
import { describeOutcome, type InteractionOutcome } from '../interactions/interaction-payload.ts'
import { findHome, viewObject } from '../interactions/view-stack.ts'
import { isJsonObject, type Person, type Workspace } from '../workspace/workspace-types.ts'
import { isEmojiName } from '../reactions/emoji-names.ts'
import { changeReaction } from '../reactions/message-reactions.ts'
import type { ClickedSurface } from '../interactions/clicked-surface.ts'
import { useShortcut } from '../interactions/use-shortcut.ts'
import { openDirectMessages } from '../workspace/workspace-state.ts'
import { closeView, requireView, submitView } from '../interactions/submit-view.ts'

const NOT_SUBSCRIBED: InteractionOutcome = { status: 0, ms: 0, body: '', error: 'not_subscribed' }

/** The message or view of a click, which the person must be able to see. */
function readSurface(workspace: Workspace, person: Person, request: ControlRequest): ClickedSurface {
  const viewId = request.optional('view_id')
  if (viewId !== undefined) return { view: requireView(workspace, person.id, viewId) }
  const channel = requireChannel(workspace, request.required('channel'))
  const message = requireMessage(channel, request.required('message_ts'))
  if (message.ephemeral_for !== undefined && message.ephemeral_for !== person.id)
    throw new ControlError(`only ${message.ephemeral_for} sees that message`, 404)
  requireMembership(channel, person)
  return { channel, message }
}

function readTarget(request: ControlRequest): { action_id: string; block_id?: string; value?: unknown } {
  const blockId = request.optional('block_id')
  const { value } = request.body
  return {
    action_id: request.required('action_id'),
    ...(blockId && { block_id: blockId }),
    ...(value !== undefined && { value }),
  }
}

async function openHome(workspace: Workspace, request: ControlRequest): Promise<InteractionOutcome> {
  const person = requireActor(workspace, request)
  const app = workspace.primary
  const tab = request.optional('tab') ?? 'home'
  if (tab === 'home' && !app.manifest.homeTab)
    throw new ControlError(`${app.name} has no Home, according to its manifest`, 409)
  if (!app.installed) throw new ControlError(`${app.name} is not installed`, 409)
  const channel = openDirectMessages(workspace, person.id, app.botUser)
  const view = findHome(workspace, app, person.id)
  const event = {
    type: 'app_home_opened',
    user: person.id,
    channel: channel.id,
    tab,
    event_ts: nextTimestamp(),
    ...(view && tab === 'home' && { view: viewObject(workspace, view) }),
  }
  const heard = await publishEvent(workspace, { key: 'app_home_opened', app, event })
  return heard ? describeOutcome(heard) : NOT_SUBSCRIBED
}

async function changeReactionOf(workspace: Workspace, request: ControlRequest): Promise<InteractionOutcome> {
  const person = requireActor(workspace, request)
  const channel = requireChannel(workspace, request.required('channel'))
  requireMembership(channel, person)
  const message = requireMessage(channel, request.required('ts'))
  const remove = request.body['remove'] === true
  const name = request.required('name').replace(/^:|:$/g, '')
  if (!isEmojiName(name)) throw new ControlError(`there is no emoji ${name} in this workspace`)
  const done = changeReaction(workspace, channel, message, person.id, name, !remove)
  if (done === false)
    throw new ControlError(
      remove ? `${person.name} has no reaction ${name} there` : `${person.name} has already reacted with ${name}`,
      409,
    )
  const heard = await done
  return heard ? describeOutcome(heard) : NOT_SUBSCRIBED
}

const isValues = (value: unknown): value is GivenValues =>
  isJsonObject(value) && Object.values(value).every(isJsonObject)

function readValues(request: ControlRequest): GivenValues {
  const values = request.body['values'] ?? {}
  if (!isValues(values)) throw new ControlError('values are { block_id: { action_id: value } }')
  return values
}

/** The message or view of a click, with what the person has typed into the other fields of the view so far. */
async function readTypedSurface(
  workspace: Workspace,
  person: Person,
  request: ControlRequest,
): Promise<ClickedSurface> {
  const surface = readSurface(workspace, person, request)
  if ('view' in surface) await keepTypedValues(workspace, person, surface.view, readValues(request))
  else if (request.body['values'] !== undefined) throw new ControlError('values are those of a view')
  return surface
}

/** The control routes of commands, shortcuts, buttons, forms, Home and reactions. */
export const personRoutes = (workspace: Workspace): Route[] => [
  slackControlRoute('POST', '/slack/command', (request) => {
    const channel = requireChannel(workspace, request.required('channel'))
    const person = requireActor(workspace, request)
    requireMembership(channel, person)
    return runCommand(workspace, {
      channel,
      user: person.id,
      name: request.required('command'),
      text: request.optional('text') ?? '',
    })
  }),
  slackControlRoute('POST', '/slack/shortcut', (request) => {
    const actor = requireActor(workspace, request)
    const [user, callbackId] = [actor.id, request.required('callback_id')]
    if (!request.optional('message_ts')) return useShortcut(workspace, { user, callbackId })
    const channel = requireChannel(workspace, request.required('channel'))
    requireMembership(channel, actor)
    return useShortcut(workspace, {
      user,
      callbackId,
      on: { channel, message: requireMessage(channel, request.required('message_ts')) },
    })
  }),
  slackControlRoute('POST', '/slack/click', async (request) => {
    const person = requireActor(workspace, request)
    return clickElement(workspace, person, await readTypedSurface(workspace, person, request), readTarget(request))
  }),
  slackControlRoute('POST', '/slack/suggest', async (request) => {
    const person = requireActor(workspace, request)
    return loadSuggestions(workspace, person, await readTypedSurface(workspace, person, request), readTarget(request))
  }),
  slackControlRoute('POST', '/slack/submit', (request) => {
    return submitView(workspace, requireActor(workspace, request).id, request.required('view_id'), readValues(request))
  }),
  slackControlRoute('POST', '/slack/close', (request) =>
    closeView(workspace, requireActor(workspace, request).id, request.required('view_id'), readValues(request)),
  ),
  slackControlRoute('POST', '/slack/home', (request) => openHome(workspace, request)),
  slackControlRoute('POST', '/slack/react', (request) => changeReactionOf(workspace, request)),
]
