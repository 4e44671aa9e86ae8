import { applyClick, type ClickTarget } from '../blocks/form-fields.ts'
import { resolveOptions } from './external-options.ts'
import { ControlError } from '../../server/control-routes.ts'
import { nextTimestamp } from '../workspace/slack-ids.ts'
import {
  sendInteractive,
  createFormClient,
  payloadHead,
  describeOutcome,
  type InteractionOutcome,
} from './interaction-payload.ts'
import type { Person, Workspace } from '../workspace/workspace-types.ts'
import { openSurface, type ClickedSurface } from './clicked-surface.ts'

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
