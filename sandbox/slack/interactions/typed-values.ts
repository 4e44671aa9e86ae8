import { enterFields, type FieldProblem } from '../blocks/form-fields.ts'
import { ControlError } from '../../server/control-routes.ts'
import { isJsonObject, type JsonObject, type Person, type View, type Workspace } from '../workspace/workspace-types.ts'
import { resolveOptions } from './external-options.ts'
import { createFormClient } from './interaction-payload.ts'

/** A person's input in a form, by block and action. */
export type GivenValues = Record<string, Record<string, unknown>>

/** Asks the app for the options of its external menus, and enters full options. */
export async function resolveValues(
  workspace: Workspace,
  person: Person,
  view: View,
  values: GivenValues,
): Promise<GivenValues> {
  const entries = Object.entries(values).map(async ([block_id, actions]) => {
    const picked = Object.entries(isJsonObject(actions) ? actions : {}).map(async ([action_id, value]) => [
      action_id,
      await resolveOptions(workspace, person, { view }, { block_id, action_id, value }),
    ])
    return [block_id, Object.fromEntries(await Promise.all(picked)) as JsonObject]
  })
  return Object.fromEntries(await Promise.all(entries)) as GivenValues
}

export function refuseProblems(problems: FieldProblem[]): void {
  if (problems.length > 0)
    throw new ControlError(
      problems.map(({ block_id, action_id, message }) => `${block_id}/${action_id}: ${message}`).join('; '),
    )
}

/** Keeps what the person has typed before they do something else than submit. Nothing is required, and an invalid value is left out. */
export async function keepTypedValues(
  workspace: Workspace,
  person: Person,
  view: View,
  values: GivenValues,
): Promise<void> {
  const whole = await resolveValues(workspace, person, view, values)
  const entered = enterFields(view.blocks, whole, createFormClient(workspace, person.id), view.typed)
  refuseProblems(entered.problems.filter(({ unknown }) => unknown))
  view.typed = entered.values
}
