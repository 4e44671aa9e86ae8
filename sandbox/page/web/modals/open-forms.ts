import { createSurface, stopReporting, type BlockSurface } from '../model/block-surface.ts'
import { postControl } from '../model/control-api.ts'
import { currentUser, openViews } from '../model/workspace-state.ts'
import type { View } from '../slack-types/message-types.ts'
import { readFilledValues } from './modal-values.ts'

const surfaces = new Map<string, BlockSurface>()

/** The surface of a modal, with what the person has typed into it; the same one for as long as the modal is open. */
export function openFormSurface(viewId: string): BlockSurface {
  const known = surfaces.get(viewId)
  if (known) return known
  const view = (): View | undefined => openViews.value.find(({ id }) => id === viewId)
  const surface: BlockSurface = createSurface(
    { view_id: viewId },
    {
      view,
      typed() {
        const now = view()
        return now ? readFilledValues(now, surface, false) : {}
      },
    },
  )
  surfaces.set(viewId, surface)
  return surface
}

/** Closes a modal as the current user; what was typed goes with it, for an app that wants to know. */
export async function closeForm(view: View): Promise<void> {
  stopReporting(openFormSurface(view.id))
  const values = readFilledValues(view, openFormSurface(view.id))
  await postControl('/slack/close', { user: currentUser.value, view_id: view.id, values })
  surfaces.delete(view.id)
}
