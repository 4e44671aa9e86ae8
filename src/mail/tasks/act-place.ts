import { z } from 'zod'
import type { Action, OpenView } from '../../slack/inbound/listeners.ts'
import { isSameStack } from '../../slack/inbound/view-state.ts'

/** Where something was done: the answer goes there. */
export const actPlaceSchema = z.object({
  channel: z.string().exactOptional(),
  threadTs: z.string().exactOptional(),
  responseUrl: z.string().exactOptional(),
  /** An open list, which is shown anew. */
  view: z.object({ id: z.string(), metadata: z.string() }).exactOptional(),
  isHome: z.boolean().exactOptional(),
})
export type ActPlace = z.infer<typeof actPlaceSchema>

/** Where a click was made. */
export const toActPlace = ({ message, responseUrl, view }: Action): ActPlace => ({
  ...(message && { channel: message.channel }),
  ...(message?.threadTs && { threadTs: message.threadTs }),
  ...(message?.isEphemeral && responseUrl && { responseUrl }),
  ...(view?.type === 'modal' && { view: { id: view.id, metadata: view.privateMetadata } }),
  ...(view?.type === 'home' && { isHome: true }),
})

/** The place as a form's metadata says it, without a list that this person does not have open below the form. */
export function checkActPlace<Place extends ActPlace>(
  place: Place,
  form: OpenView,
): Omit<Place, 'view'> & Pick<ActPlace, 'view'> {
  const { view, ...others } = place
  return view && isSameStack(form, view.id) ? { ...others, view } : others
}
