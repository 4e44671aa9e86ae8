import { listOptions, STATE_FIELDS } from '../blocks/element-values.ts'
import { findElements, type ElementPosition } from '../blocks/block-tree.ts'
import type { ClickTarget } from '../blocks/form-fields.ts'
import { validateSuggestions } from '../blocks/validate-blocks.ts'
import { ControlError } from '../../server/control-routes.ts'
import {
  isJsonObject,
  stringField,
  type JsonObject,
  type Person,
  type Workspace,
} from '../workspace/workspace-types.ts'
import { openSurface, type ClickedSurface, type OpenSurface } from './clicked-surface.ts'
import {
  describeOutcome,
  isSuccess,
  payloadHead,
  sendInteractive,
  type InteractionOutcome,
} from './interaction-payload.ts'

/** Slack's client asks the app from this many letters on, unless the menu says otherwise. */
const MIN_QUERY = 3

const isExternal = ({ element }: ElementPosition): boolean => String(element['type']).endsWith('external_select')

function findMenu(from: OpenSurface, { action_id, block_id }: ClickTarget): ElementPosition | undefined {
  return findElements(from.blocks).find(
    (spot) =>
      isExternal(spot) &&
      spot.element['action_id'] === action_id &&
      (block_id === undefined || spot.block['block_id'] === block_id),
  )
}

const leastLetters = ({ element }: ElementPosition): number => Number(element['min_query_length'] ?? MIN_QUERY)

export interface Suggestions extends InteractionOutcome {
  /** All options, those of groups included. */
  options: JsonObject[]
  option_groups?: unknown[]
}

/** Reads the app's answer; what Slack would not show is an error that says why. */
function readSuggestions(outcome: InteractionOutcome): Suggestions {
  let answer: unknown
  try {
    answer = JSON.parse(outcome.body || '{}')
  } catch {
    return { ...outcome, options: [], error: 'invalid_response: not JSON' }
  }
  const [problem] = validateSuggestions(answer)
  if (problem || !isJsonObject(answer))
    return { ...outcome, options: [], error: `invalid_response: ${problem?.message ?? 'not an object'}` }
  const groups = answer['option_groups']
  return { ...outcome, options: listOptions(answer), ...(Array.isArray(groups) && { option_groups: groups }) }
}

/** Asks the app for the options of an external menu, for the text typed so far. */
export async function loadSuggestions(
  workspace: Workspace,
  person: Person,
  surface: ClickedSurface,
  target: ClickTarget,
): Promise<Suggestions> {
  const from = openSurface(workspace, person, surface)
  const spot = findMenu(from, target)
  if (!spot) throw new ControlError(`there is no menu ${target.action_id} that the app fills`, 404)
  const typed = typeof target.value === 'string' ? target.value : ''
  const least = leastLetters(spot)
  if (typed.length < least)
    throw new ControlError(
      `Slack asks the app from ${least} letters on (\`min_query_length\`), not for "${typed}"`,
      409,
    )
  const { trigger_id: _trigger, response_url: _url, state: _state, ...place } = from.place(spot.block['block_id'])
  const payload = {
    type: 'block_suggestion',
    ...payloadHead(workspace, from.app, person),
    ...place,
    action_id: spot.element['action_id'],
    block_id: spot.block['block_id'],
    value: typed,
  }
  const result = await sendInteractive(workspace, from.app, payload, true)
  const outcome = describeOutcome(result)
  return isSuccess(result) ? readSuggestions(outcome) : { ...outcome, options: [] }
}

/** The options that are chosen already, which the person keeps without asking for them again. */
function chosenOptions(from: OpenSurface, { block, element }: ElementPosition): JsonObject[] {
  const field = STATE_FIELDS[String(element['type'])] ?? ''
  const entry = from.values[String(block['block_id'])]?.[String(element['action_id'])]?.[field]
  return [entry].flat().filter(isJsonObject)
}

/**
 * Replaces what a control call picks in an external menu with full options from the app. A pick is an option's value, `{ query, value? }`
 * (the text that the person types, and which of the offered options they take; the first by default), or an option as Slack's state has it.
 */
export async function resolveOptions(
  workspace: Workspace,
  person: Person,
  surface: ClickedSurface,
  target: ClickTarget,
): Promise<unknown> {
  const { value, action_id, block_id } = target
  const from = openSurface(workspace, person, surface)
  const spot = findMenu(from, target)
  if (!spot || value === undefined || value === null) return value
  const kept = chosenOptions(from, spot)
  const ask = async (text: string): Promise<JsonObject[]> =>
    text.length < leastLetters(spot)
      ? []
      : (await loadSuggestions(workspace, person, surface, { ...target, value: text })).options
  const find = async (query: string | undefined, wanted: string | undefined): Promise<JsonObject> => {
    const fits = (one: JsonObject): boolean => wanted === undefined || one['value'] === wanted
    const texts = query === undefined ? [wanted ?? '', ''] : [query]
    let found = query === undefined ? kept.find(fits) : undefined
    for (const text of texts) found ??= (await ask(text)).find(fits)
    if (found) return found
    const menu = block_id ? `${block_id}/${action_id}` : action_id
    throw new ControlError(
      `${menu} offers no option ${JSON.stringify(wanted ?? query)}; \`{ query, value }\` says what to type for it`,
      404,
    )
  }
  const pick = async (one: unknown): Promise<unknown> => {
    if (typeof one === 'string') return one === '' ? one : find(undefined, one)
    const query = isJsonObject(one) ? stringField(one, 'query') : undefined
    return query === undefined || !isJsonObject(one) ? one : find(query, stringField(one, 'value'))
  }
  return Array.isArray(value) ? Promise.all(value.map(pick)) : pick(value)
}
