import { clicked, type Target } from '../blocks/form-fields.ts'
import { optionsOf } from '../blocks/element-values.ts'
import { spotsIn, type Spot } from '../blocks/block-tree.ts'
import { ControlError } from '../../server/control-routes.ts'
import { stamp } from '../workspace/slack-ids.ts'
import { ask, client, head, outcome, succeeded, type Outcome } from './interaction-payload.ts'
import { isFields, type Fields, type Person, type World } from '../workspace/workspace-types.ts'
import { scene, type Scene, type Surface } from './clicked-surface.ts'

const external = ({ element }: Spot): boolean => String(element['type']).endsWith('external_select')

function menu(from: Scene, { action_id, block_id }: Target): Spot | undefined {
  return spotsIn(from.blocks).find(
    (spot) =>
      external(spot) &&
      spot.element['action_id'] === action_id &&
      (block_id === undefined || spot.block['block_id'] === block_id),
  )
}

/** What an app offers in a menu that it fills itself, for what the person has typed so far. */
export async function suggestions(
  world: World,
  person: Person,
  surface: Surface,
  target: Target,
): Promise<Outcome & { options: Fields[] }> {
  const from = scene(world, person, surface)
  const spot = menu(from, target)
  if (!spot) throw new ControlError(`there is no menu ${target.action_id} that the app fills`, 404)
  const { trigger_id: _trigger, response_url: _url, state: _state, ...place } = from.place(spot.block['block_id'])
  const payload = {
    type: 'block_suggestion',
    ...head(world, from.app, person),
    ...place,
    action_id: spot.element['action_id'],
    block_id: spot.block['block_id'],
    value: typeof target.value === 'string' ? target.value : '',
  }
  const result = await ask(world, from.app, payload, true)
  let options: Fields[] = []
  try {
    const answer: unknown = JSON.parse(result.body || '{}')
    if (isFields(answer) && succeeded(result)) options = optionsOf(answer)
  } catch {
    options = []
  }
  return { ...outcome(result), options }
}

/** What the person picks from a menu that the app fills: whole options in place of values. */
export async function offered(world: World, person: Person, surface: Surface, target: Target): Promise<unknown> {
  const { value } = target
  if (!menu(scene(world, person, surface), target) || value === undefined || isFields(value)) return value
  const pick = async (one: unknown): Promise<unknown> => {
    if (typeof one !== 'string') return one
    const ask = async (text: string): Promise<Fields | undefined> =>
      (await suggestions(world, person, surface, { ...target, value: text })).options.find(
        (each) => each['value'] === one,
      )
    const found = (await ask(one)) ?? (await ask(''))
    if (!found) throw new ControlError(`${from(target)} offers no option "${one}"`, 404)
    return found
  }
  return Array.isArray(value) ? Promise.all(value.map(pick)) : pick(value)
}

const from = ({ block_id, action_id }: Target): string => (block_id ? `${block_id}/${action_id}` : action_id)

/** A person clicks or picks something in a message or view. */
export async function click(world: World, person: Person, surface: Surface, target: Target): Promise<Outcome> {
  const before = scene(world, person, surface)
  const value = await offered(world, person, surface, target)
  const made = clicked(before.blocks, { ...target, value }, client(world, person.id), stamp(), before.values)
  if (!made.found) throw new ControlError(made.message, 404)
  if ('refused' in made) throw new ControlError(made.refused)
  before.keep(made.values)
  const payload = {
    type: 'block_actions',
    ...head(world, before.app, person),
    ...before.place(made.block['block_id']),
    actions: [made.action],
  }
  return outcome(await ask(world, before.app, payload))
}
