import { isBlockObject, toList } from './block-schema.ts'
import type { BlockObject } from './block-schema.ts'
import { findElements } from './block-tree.ts'
import type { ElementPosition } from './block-tree.ts'
import { enterValue, isEmpty, STATE_FIELDS, listOptions, InvalidEntry, initialValue } from './element-values.ts'
import type { FormClient } from './element-values.ts'

/** `view.state.values`: by block, then by action. */
export type ViewValues = Record<string, Record<string, BlockObject>>

export interface FieldProblem {
  block_id: string
  action_id: string
  message: string
  /** The form does not have this field. */
  unknown?: true
}

const hasState = (element: BlockObject): boolean =>
  STATE_FIELDS[String(element['type'])] !== undefined && element['type'] !== 'overflow'

const blockId = ({ block }: ElementPosition): string => String(block['block_id'])
const actionId = ({ element }: ElementPosition): string => String(element['action_id'])
const entryOf = (element: BlockObject, value: unknown): BlockObject => {
  const type = String(element['type'])
  return {
    type,
    [STATE_FIELDS[type] ?? 'value']: value,
    ...(element['timezone'] !== undefined && { timezone: element['timezone'] }),
  }
}

function put(values: ViewValues, spot: ElementPosition, entry: BlockObject): void {
  const block = (values[blockId(spot)] ??= {})
  block[actionId(spot)] = entry
}

/** The values of a view or message when it opens; those in `before` are kept where ids and types match. */
export function initialValues(blocks: unknown, before: ViewValues = {}): ViewValues {
  const values: ViewValues = {}
  for (const spot of findElements(blocks)) {
    if (!hasState(spot.element)) continue
    const kept = before[blockId(spot)]?.[actionId(spot)]
    const same = kept?.['type'] === spot.element['type']
    put(values, spot, kept && same ? kept : entryOf(spot.element, initialValue(spot.element)))
  }
  return values
}

/** The form after a person has filled these fields and no others. Problems are unknown fields and invalid values, which are left out. */
export function enterFields(
  blocks: unknown,
  given: Record<string, Record<string, unknown>>,
  client: FormClient,
  before: ViewValues = initialValues(blocks),
): { values: ViewValues; problems: FieldProblem[] } {
  const values = structuredClone(before)
  const problems: FieldProblem[] = []
  const spots = findElements(blocks).filter(({ element }) => hasState(element))
  for (const [block_id, actions] of Object.entries(given)) {
    for (const [action_id, value] of Object.entries(isBlockObject(actions) ? actions : {})) {
      const spot = spots.find((one) => blockId(one) === block_id && actionId(one) === action_id)
      if (!spot) {
        const message = `there is no such field; there are: ${spots.map((one) => `${blockId(one)}/${actionId(one)}`).join(', ')}`
        problems.push({ block_id, action_id, message, unknown: true })
        continue
      }
      try {
        put(values, spot, entryOf(spot.element, enterValue(spot.element, value, client)))
      } catch (error) {
        if (!(error instanceof InvalidEntry)) throw error
        problems.push({ block_id, action_id, message: error.message })
      }
    }
  }
  return { values, problems }
}

/** The client's submission. Problems are what the client refuses by itself: those of `enterFields`, and required fields left empty. */
export function fillForm(
  blocks: unknown,
  given: Record<string, Record<string, unknown>>,
  client: FormClient,
  before: ViewValues = initialValues(blocks),
): { values: ViewValues; problems: FieldProblem[] } {
  const { values, problems } = enterFields(blocks, given, client, before)
  for (const spot of findElements(blocks)) {
    if (!hasState(spot.element)) continue
    if (spot.block['type'] !== 'input' || spot.block['optional'] === true) continue
    const entry = values[blockId(spot)]?.[actionId(spot)]
    const value = entry?.[STATE_FIELDS[String(spot.element['type'])] ?? 'value']
    const known = problems.some(({ block_id, action_id }) => block_id === blockId(spot) && action_id === actionId(spot))
    if (isEmpty(value) && !known)
      problems.push({
        block_id: blockId(spot),
        action_id: actionId(spot),
        message: 'please complete this required field',
      })
  }
  return { values, problems }
}

export interface ClickTarget {
  action_id: string
  block_id?: string
  value?: unknown
}

export type ClickResult =
  | { found: false; message: string }
  | { found: true; refused: string }
  | { found: true; action: BlockObject; block: BlockObject; element: BlockObject; values: ViewValues }

/** Fields of the element that Slack repeats in the action. */
const REPEATED: Record<string, string[]> = {
  button: ['text', 'value', 'url', 'style', 'confirm'],
  workflow_button: ['text', 'style', 'confirm'],
  icon_button: ['text', 'icon', 'value'],
}
const PICKED = ['placeholder', 'initial_option', 'initial_options', 'initial_date', 'initial_time', 'initial_date_time']
const NAMED = ['initial_user', 'initial_conversation', 'initial_channel', 'confirm']

const repeated = (element: BlockObject, keys: string[]): BlockObject =>
  Object.fromEntries(keys.flatMap((key) => (element[key] === undefined ? [] : [[key, element[key]]])))

function feedback(element: BlockObject, value: unknown): BlockObject | undefined {
  const sides = [element['positive_button'], element['negative_button']].filter(isBlockObject)
  const side = value === undefined ? sides[0] : sides.find((one) => one['value'] === value)
  return side && { text: side['text'], value: side['value'] }
}

const isButton = (element: BlockObject): boolean => String(element['type']).endsWith('button')

function fits(spot: ElementPosition, target: ClickTarget): boolean {
  if (actionId(spot) !== target.action_id) return false
  if (target.block_id !== undefined && blockId(spot) !== target.block_id) return false
  if (!isButton(spot.element) || target.value === undefined) return true
  return spot.element['value'] === target.value
}

/** An update may have changed the block's id during the click; an element that exists only once still matches. */
function moved(spots: ElementPosition[], { block_id, ...target }: ClickTarget): ElementPosition | undefined {
  const left = spots.filter((one) => fits(one, target))
  return left.length === 1 && !spots.some((one) => blockId(one) === block_id) ? left[0] : undefined
}

/**
 * The `action` of a click or pick, and the state after it. A button's `value` only selects among several buttons;
 * for other elements it is the picked value.
 */
export function applyClick(
  blocks: unknown,
  target: ClickTarget,
  client: FormClient,
  actionTs: string,
  before: ViewValues = initialValues(blocks),
): ClickResult {
  const spots = findElements(blocks)
  const spot = spots.find((one) => fits(one, target)) ?? moved(spots, target)
  if (!spot) {
    const there = spots.map((one) => `${blockId(one)}/${actionId(one)}`)
    return { found: false, message: `there is no such element; there are: ${there.join(', ') || 'none'}` }
  }
  const { block, element } = spot
  const type = String(element['type'])
  const head = { type, action_id: actionId(spot), block_id: blockId(spot) }
  const done = (fields: BlockObject, values: ViewValues): ClickResult => ({
    found: true,
    action: { ...head, ...fields, action_ts: actionTs },
    block,
    element,
    values,
  })
  const plainKeys = REPEATED[type]
  if (plainKeys) return done(repeated(element, plainKeys), before)
  if (type === 'feedback_buttons') {
    const side = feedback(element, target.value)
    return side
      ? done(side, before)
      : { found: false, message: `no feedback button has the value ${String(target.value)}` }
  }
  if (block['type'] === 'input' && block['dispatch_action'] !== true)
    return {
      found: true,
      refused: 'an input without `dispatch_action` sends nothing to the app before it is submitted',
    }
  try {
    const value = enterValue(element, target.value ?? lone(element), client)
    const entry = entryOf(element, value)
    const values = structuredClone(before)
    if (hasState(element)) put(values, spot, entry)
    return done({ ...repeated(element, [...PICKED, ...NAMED]), ...entry }, values)
  } catch (error) {
    if (error instanceof InvalidEntry) return { found: true, refused: error.message }
    throw error
  }
}

/** The value of a menu with a single option, which needs no value in the call. */
const lone = (element: BlockObject): unknown => {
  const options = listOptions(element)
  return options.length === 1 && toList(element['options']).length === 1 ? options[0]?.['value'] : undefined
}
