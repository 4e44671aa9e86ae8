import type { ActionAnswer } from '../../control-types.ts'
import { fillForm } from '../blocks/form-fields.ts'
import { findElements } from '../blocks/block-tree.ts'
import { keepTypedValues, refuseProblems, resolveValues, type GivenValues } from './typed-values.ts'
import { ControlError } from '../../server/control-routes.ts'
import { SlackError } from '../api/slack-errors.ts'
import {
  requirePerson,
  sendInteractive,
  createFormClient,
  payloadHead,
  describeOutcome,
  isSuccess,
} from './interaction-payload.ts'
import {
  requireValidView,
  closeViews,
  openModals,
  replaceView,
  openView,
  viewStack,
  createTrigger,
  viewObject,
} from './view-stack.ts'
import { isJsonObject, stringField, type JsonObject, type View, type Workspace } from '../workspace/workspace-types.ts'
import { createResponseUrl } from './response-url.ts'

/** A view on this person's screen, at any position in its stack. */
export function requireView(workspace: Workspace, user: string, viewId: unknown): View {
  const view = typeof viewId === 'string' ? workspace.views.get(viewId) : undefined
  if (!view || view.user !== user) throw new ControlError(`${user} has no view ${String(viewId)} on the screen`, 404)
  return view
}

/** A response_url for each conversation that the person selected in an element with `response_url_enabled`. */
function createResponseUrls(workspace: Workspace, view: View): JsonObject[] {
  return findElements(view.blocks).flatMap(({ block, element }) => {
    if (element['response_url_enabled'] !== true) return []
    const [block_id, action_id] = [String(block['block_id']), String(element['action_id'])]
    const entry = view.typed[block_id]?.[action_id]
    const chosen = entry?.['selected_conversation'] ?? entry?.['selected_channel']
    const channel = typeof chosen === 'string' ? workspace.channels.get(chosen) : undefined
    if (!channel) return []
    const response_url = createResponseUrl(workspace, 'actions', { app: view.app, user: view.user, channel })
    return [{ block_id, action_id, channel_id: channel.id, response_url }]
  })
}

/** Applies the app's answer to a submission. Returns the reason if the client cannot. */
function applyAnswer(workspace: Workspace, view: View, answer: JsonObject): string | undefined {
  const action = stringField(answer, 'response_action')
  const given = answer['view']
  try {
    switch (action) {
      case undefined:
        closeViews(workspace, [view])
        return undefined
      case 'clear':
        closeViews(workspace, openModals(workspace, view.user))
        return undefined
      case 'errors': {
        const known = new Set(view.blocks.flatMap(({ type, block_id }) => (type === 'input' ? [block_id] : [])))
        const stray = Object.keys(isJsonObject(answer['errors']) ? answer['errors'] : {}).filter(
          (one) => !known.has(one),
        )
        return stray.length > 0 ? `no input block ${stray.join(', ')} to show the error at` : undefined
      }
      case 'update':
        replaceView(workspace, view, requireValidView(given))
        return undefined
      case 'push': {
        const { app, user, origin } = view
        openView(workspace, {
          app,
          user,
          type: 'modal',
          given: requireValidView(given),
          below: view,
          ...(origin && { origin }),
        })
        return undefined
      }
      default:
        return `unknown response_action ${action}`
    }
  } catch (error) {
    if (error instanceof SlackError) return error.code
    throw error
  }
}

const areTexts = (value: unknown): value is Record<string, string> =>
  isJsonObject(value) && Object.values(value).every((text) => typeof text === 'string')

function parseAnswer(body: string): JsonObject | undefined {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Fills in and submits a form. Like the client, it checks required fields and limits before it asks the app. */
export async function submitView(
  workspace: Workspace,
  user: unknown,
  viewId: unknown,
  values: GivenValues,
): Promise<ActionAnswer> {
  const person = requirePerson(workspace, user)
  const view = requireView(workspace, person.id, viewId)
  if (view.type !== 'modal') throw new ControlError('Home has nothing to submit')
  if (viewStack(workspace, view).at(-1) !== view) throw new ControlError('another view is on top of this one', 409)
  const whole = await resolveValues(workspace, person, view, values)
  const { values: typed, problems } = fillForm(view.blocks, whole, createFormClient(workspace, person.id), view.typed)
  refuseProblems(problems)
  view.typed = typed
  const payload = {
    type: 'view_submission',
    ...payloadHead(workspace, view.app, person),
    trigger_id: createTrigger(workspace, { app: view.app, user: person.id, view: view.id }),
    view: viewObject(workspace, view),
    response_urls: createResponseUrls(workspace, view),
  }
  const result = await sendInteractive(workspace, view.app, payload)
  const { body, ...told } = describeOutcome(result)
  if (!isSuccess(result)) return { ...told, body }
  const answer = parseAnswer(body)
  if (!answer) return { ...told, body, error: 'invalid_response' }
  const action = stringField(answer, 'response_action')
  const { errors } = answer
  const failure = workspace.views.has(view.id) ? applyAnswer(workspace, view, answer) : undefined
  workspace.server.emit({ type: 'slack.view', action: 'submitted', user: person.id, view_id: view.id })
  return {
    ...told,
    ...(action !== undefined && { response_action: action }),
    ...(areTexts(errors) && { errors }),
    ...(failure !== undefined && { error: failure }),
  }
}

/**
 * Closes a modal and notifies the app if it asked for that, with what the person has entered. Nothing is required here, and an
 * invalid value is left out. `clear_on_close` closes the entire stack.
 */
export async function closeView(
  workspace: Workspace,
  user: unknown,
  viewId: unknown,
  values: GivenValues = {},
): Promise<ActionAnswer> {
  const person = requirePerson(workspace, user)
  const view = requireView(workspace, person.id, viewId)
  if (view.type !== 'modal') throw new ControlError('Home cannot be closed')
  await keepTypedValues(workspace, person, view, values)
  const cleared = view.fields['clear_on_close'] === true
  const stack = viewStack(workspace, view)
  const gone = cleared ? stack : stack.slice(stack.indexOf(view))
  const told = gone.filter((one) => one.fields['notify_on_close'] === true)
  const payloads = told.map((one) => ({
    type: 'view_closed',
    ...payloadHead(workspace, one.app, person),
    view: viewObject(workspace, one),
    is_cleared: cleared,
  }))
  closeViews(workspace, gone)
  const results = await Promise.all(payloads.map((payload) => sendInteractive(workspace, view.app, payload)))
  const first = results[0]
  return first ? describeOutcome(first) : { status: 0, ms: 0, body: '' }
}
