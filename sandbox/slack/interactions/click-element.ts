import { applyClick, type ClickTarget } from '../blocks/form-fields.ts'
import { listOptions } from '../blocks/element-values.ts'
import { findElements, type ElementPosition } from '../blocks/block-tree.ts'
import { ControlError } from '../../server/control-routes.ts'
import { nextTimestamp } from '../workspace/slack-ids.ts'
import {
  sendInteractive,
  createFormClient,
  payloadHead,
  describeOutcome,
  isSuccess,
  type InteractionOutcome,
} from './interaction-payload.ts'
import { isJsonObject, type JsonObject, type Person, type Workspace } from '../workspace/workspace-types.ts'
import { openSurface, type OpenSurface, type ClickedSurface } from './clicked-surface.ts'

const external = ({ element }: ElementPosition): boolean => String(element['type']).endsWith('external_select')

function menu(from: OpenSurface, { action_id, block_id }: ClickTarget): ElementPosition | undefined {
  return findElements(from.blocks).find(
    (spot) =>
      external(spot) &&
      spot.element['action_id'] === action_id &&
      (block_id === undefined || spot.block['block_id'] === block_id),
  )
}

/** Asks the app for the options of an external menu, for the text typed so far. */
export async function loadSuggestions(
  workspace: Workspace,
  person: Person,
  surface: ClickedSurface,
  target: ClickTarget,
): Promise<InteractionOutcome & { options: JsonObject[] }> {
  const from = openSurface(workspace, person, surface)
  const spot = menu(from, target)
  if (!spot) throw new ControlError(`there is no menu ${target.action_id} that the app fills`, 404)
  const { trigger_id: _trigger, response_url: _url, state: _state, ...place } = from.place(spot.block['block_id'])
  const payload = {
    type: 'block_suggestion',
    ...payloadHead(workspace, from.app, person),
    ...place,
    action_id: spot.element['action_id'],
    block_id: spot.block['block_id'],
    value: typeof target.value === 'string' ? target.value : '',
  }
  const result = await sendInteractive(workspace, from.app, payload, true)
  let options: JsonObject[] = []
  try {
    const answer: unknown = JSON.parse(result.body || '{}')
    if (isJsonObject(answer) && isSuccess(result)) options = listOptions(answer)
  } catch {
    options = []
  }
  return { ...describeOutcome(result), options }
}

/** Replaces picked values of an external menu with the full options from the app. */
export async function resolveOptions(
  workspace: Workspace,
  person: Person,
  surface: ClickedSurface,
  target: ClickTarget,
): Promise<unknown> {
  const { value } = target
  if (!menu(openSurface(workspace, person, surface), target) || value === undefined || isJsonObject(value)) return value
  const pick = async (one: unknown): Promise<unknown> => {
    if (typeof one !== 'string') return one
    const ask = async (text: string): Promise<JsonObject | undefined> =>
      (await loadSuggestions(workspace, person, surface, { ...target, value: text })).options.find(
        (each) => each['value'] === one,
      )
    const found = (await ask(one)) ?? (await ask(''))
    if (!found) throw new ControlError(`${from(target)} offers no option "${one}"`, 404)
    return found
  }
  return Array.isArray(value) ? Promise.all(value.map(pick)) : pick(value)
}

const from = ({ block_id, action_id }: ClickTarget): string => (block_id ? `${block_id}/${action_id}` : action_id)

/** A person clicks or picks something in a message or view. */
export async function clickElement(
  workspace: Workspace,
  person: Person,
  surface: ClickedSurface,
  target: ClickTarget,
): Promise<InteractionOutcome> {
  const before = openSurface(workspace, person, surface)
  const value = await resolveOptions(workspace, person, surface, target)
  const made = applyClick(
    before.blocks,
    { ...target, value },
    createFormClient(workspace, person.id),
    nextTimestamp(),
    before.values,
  )
  if (!made.found) throw new ControlError(made.message, 404)
  if ('refused' in made) throw new ControlError(made.refused)
  before.keep(made.values)
  const payload = {
    type: 'block_actions',
    ...payloadHead(workspace, before.app, person),
    ...before.place(made.block['block_id']),
    actions: [made.action],
  }
  return describeOutcome(await sendInteractive(workspace, before.app, payload))
}
