import { z } from 'zod'
import type { Action, OpenView } from '../../slack/inbound/listeners.ts'
import { mailCallbackIds } from '../action-ids.ts'
import { isSameStack } from '../../slack/inbound/view-state.ts'

/** The place of an act, where the answer goes. */
export const actLocationSchema = z.object({
  channel: z.string().exactOptional(),
  threadTs: z.string().exactOptional(),
  responseUrl: z.string().exactOptional(),
  /** An open list, which is refreshed. */
  view: z
    .object({ id: z.string(), metadata: z.string(), isApprovals: z.literal(true).exactOptional() })
    .exactOptional(),
  isHome: z.boolean().exactOptional(),
})
export type ActLocation = z.infer<typeof actLocationSchema>

/** The place of a click. Slack does not report whether a message that both show was clicked in the channel or in its thread: the channel gets the answer. */
export const toActLocation = ({ message, responseUrl, view }: Action): ActLocation => ({
  ...(message && { channel: message.channel }),
  ...(message?.threadTs && !message.isBroadcast && { threadTs: message.threadTs }),
  ...(message?.isEphemeral && responseUrl && { responseUrl }),
  ...(view?.type === 'modal' && {
    view: {
      id: view.id,
      metadata: view.privateMetadata,
      ...(view.callbackId === mailCallbackIds.approvals && { isApprovals: true }),
    },
  }),
  ...(view?.type === 'home' && { isHome: true }),
})

/** Returns the location in a form's metadata, without a list that this person does not have open below the form. */
export function checkActLocation<Location extends ActLocation>(
  location: Location,
  form: OpenView,
): Omit<Location, 'view'> & Pick<ActLocation, 'view'> {
  const { view, ...others } = location
  return view && isSameStack(form, view.id) ? { ...others, view } : others
}
