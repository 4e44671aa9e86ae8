import { filled } from '../blocks/form-fields.ts'
import { spotsIn } from '../blocks/block-tree.ts'
import { offered } from './click-element.ts'
import { ControlError } from '../../server/control-routes.ts'
import { SlackError } from '../api/slack-errors.ts'
import { actor, ask, client, head, outcome, succeeded, type Outcome } from './interaction-payload.ts'
import { checkView, dismiss, modalsOf, rewrite, show, stackOf, trigger, viewObject } from '../views/view-stack.ts'
import { isFields, textField, type Fields, type Person, type View, type World } from '../workspace/workspace-types.ts'
import { responseUrl } from './response-url.ts'

export interface Submitted extends Omit<Outcome, 'body'> {
  body?: string
  response_action?: string
  errors?: Fields
}

/** A modal on this person's screen, wherever it is in its stack. */
export function modalOf(world: World, user: string, viewId: unknown): View {
  const view = typeof viewId === 'string' ? world.views.get(viewId) : undefined
  if (!view || view.user !== user) throw new ControlError(`${user} has no view ${String(viewId)} before them`, 404)
  return view
}

/** Menus that the app fills are asked what they offer, so that whole options are submitted. */
async function resolved(
  world: World,
  person: Person,
  view: View,
  values: Record<string, Record<string, unknown>>,
): Promise<Record<string, Record<string, unknown>>> {
  const entries = Object.entries(values).map(async ([block_id, actions]) => {
    const picked = Object.entries(isFields(actions) ? actions : {}).map(async ([action_id, value]) => [
      action_id,
      await offered(world, person, { view }, { block_id, action_id, value }),
    ])
    return [block_id, Object.fromEntries(await Promise.all(picked)) as Fields]
  })
  return Object.fromEntries(await Promise.all(entries)) as Record<string, Record<string, unknown>>
}

/** One address per conversation that the form lets the person choose for the answer. */
function responseUrls(world: World, view: View): Fields[] {
  return spotsIn(view.blocks).flatMap(({ block, element }) => {
    if (element['response_url_enabled'] !== true) return []
    const [block_id, action_id] = [String(block['block_id']), String(element['action_id'])]
    const entry = view.typed[block_id]?.[action_id]
    const chosen = entry?.['selected_conversation'] ?? entry?.['selected_channel']
    const channel = typeof chosen === 'string' ? world.channels.get(chosen) : undefined
    if (!channel) return []
    const response_url = responseUrl(world, 'actions', { app: view.app, user: view.user, channel })
    return [{ block_id, action_id, channel_id: channel.id, response_url }]
  })
}

/** Acts on what the app said to a submitted form; the reason, if the client could not. */
function obey(world: World, view: View, answer: Fields): string | undefined {
  const action = textField(answer, 'response_action')
  const given = answer['view']
  try {
    switch (action) {
      case undefined:
        dismiss(world, [view])
        return undefined
      case 'clear':
        dismiss(world, modalsOf(world, view.user))
        return undefined
      case 'errors': {
        const known = new Set(view.blocks.map(({ block_id }) => block_id))
        const stray = Object.keys(isFields(answer['errors']) ? answer['errors'] : {}).filter((one) => !known.has(one))
        return stray.length > 0 ? `no block ${stray.join(', ')} to show the error at` : undefined
      }
      case 'update':
        rewrite(world, view, checkView(given))
        return undefined
      case 'push': {
        const { app, user, origin } = view
        show(world, { app, user, type: 'modal', given: checkView(given), below: view, ...(origin && { origin }) })
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

function parsed(body: string): Fields | undefined {
  if (body.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(body)
    return isFields(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A person fills in a form and sends it; required fields and limits are checked before the app is asked, as the client does. */
export async function submit(
  world: World,
  user: unknown,
  viewId: unknown,
  values: Record<string, Record<string, unknown>>,
): Promise<Submitted> {
  const person = actor(world, user)
  const view = modalOf(world, person.id, viewId)
  if (view.type !== 'modal') throw new ControlError('Home has nothing to submit')
  if (stackOf(world, view).at(-1) !== view) throw new ControlError('another view lies on top of this one', 409)
  const whole = await resolved(world, person, view, values)
  const { values: typed, problems } = filled(view.blocks, whole, client(world, person.id), view.typed)
  if (problems.length > 0)
    throw new ControlError(
      problems.map(({ block_id, action_id, message }) => `${block_id}/${action_id}: ${message}`).join('; '),
    )
  view.typed = typed
  const payload = {
    type: 'view_submission',
    ...head(world, view.app, person),
    trigger_id: trigger(world, { app: view.app, user: person.id, view: view.id }),
    view: viewObject(world, view),
    response_urls: responseUrls(world, view),
  }
  const result = await ask(world, view.app, payload)
  const { body, ...told } = outcome(result)
  if (!succeeded(result)) return { ...told, body }
  const answer = parsed(body)
  if (!answer) return { ...told, body, error: 'invalid_response' }
  const action = textField(answer, 'response_action')
  const failure = world.views.has(view.id) ? obey(world, view, answer) : undefined
  world.host.tell({ type: 'slack.view', action: 'submitted', user: person.id, view_id: view.id })
  return {
    ...told,
    ...(action !== undefined && { response_action: action }),
    ...(isFields(answer['errors']) && { errors: answer['errors'] }),
    ...(failure !== undefined && { error: failure }),
  }
}

/** A person closes a modal; the app hears of it if it asked to. `clear_on_close` takes the whole stack with it. */
export async function close(
  world: World,
  user: unknown,
  viewId: unknown,
): Promise<Outcome | { status: 0; ms: 0; body: '' }> {
  const person = actor(world, user)
  const view = modalOf(world, person.id, viewId)
  if (view.type !== 'modal') throw new ControlError('Home cannot be closed')
  const cleared = view.fields['clear_on_close'] === true
  const stack = stackOf(world, view)
  const gone = cleared ? stack : stack.slice(stack.indexOf(view))
  const told = gone.filter((one) => one.fields['notify_on_close'] === true)
  const payloads = told.map((one) => ({
    type: 'view_closed',
    ...head(world, one.app, person),
    view: viewObject(world, one),
    is_cleared: cleared,
  }))
  dismiss(world, gone)
  const results = await Promise.all(payloads.map((payload) => ask(world, view.app, payload)))
  const first = results[0]
  return first ? outcome(first) : { status: 0, ms: 0, body: '' }
}
