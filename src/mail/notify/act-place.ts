import { z } from 'zod'
import type { Action } from '../../slack/inbound/listeners.ts'

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
