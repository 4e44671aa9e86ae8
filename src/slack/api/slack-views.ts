import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import { hasErrorCode, INVALID_TRIGGER, PERSON_GONE, toRetryableError, VIEW_GONE } from './slack-errors.ts'
import type { SlackApi } from './web-api.ts'
import type { View } from '../blocks/slack-message.ts'

/** A click from which a view is opened, and the view that it was in. */
export interface ViewOrigin {
  team: string
  triggerId: string
  view?: { id: string; type: 'modal' | 'home' }
}

/** Modals and App Home. A modal is opened within the listener, because its trigger is valid for 3 s. Updates can be repeated: a view is replaced as a whole. */
export interface Views {
  open(team: string, triggerId: string, view: View): Promise<{ viewId: string; hash: string }>
  /** Opens a view on top of the modal that it was requested from, or as the first one. Replaces that modal if the stack is full (three views). */
  push(at: ViewOrigin, view: View, options?: PushOptions): Promise<void>
  /** The same for a view that is updated later. */
  pushForUpdate(at: ViewOrigin, view: View): Promise<{ viewId: string; hash: string }>
  /** With `hash`, updates only if the view has not changed since. Undefined if it was changed or closed in the meantime. */
  update(team: string, viewId: string, view: View, hash?: string): Promise<{ hash: string } | undefined>
  /** Does nothing for a person who has left, or never was there. */
  publish(team: string, user: string, view: View): Promise<void>
}

const viewAnswer = z.object({ view: z.object({ id: z.string(), hash: z.string().default('') }) })

/** Clicks in some places have no trigger; nothing can be opened from them. */
function requireTrigger(triggerId: string): void {
  if (triggerId !== '') return
  throw new UpstreamError('the request has no trigger', { service: 'slack', code: INVALID_TRIGGER, outcome: 'refused' })
}

/** `keepsUnder`: fails with `push_limit_reached` instead of replacing the modal, because something is typed there. */
export interface PushOptions {
  keepsUnder?: boolean
}

/** Opens, updates and publishes views over the Web API. */
export function createViews(api: SlackApi): Views {
  const callForView = async (team: string, method: string, args: Record<string, unknown>) => {
    const { view } = await api.call(team, method, args, viewAnswer)
    return { viewId: view.id, hash: view.hash }
  }
  async function push({ team, triggerId, view: under }: ViewOrigin, view: View, { keepsUnder }: PushOptions = {}) {
    requireTrigger(triggerId)
    if (under?.type !== 'modal') return callForView(team, 'views.open', { trigger_id: triggerId, view })
    try {
      return await callForView(team, 'views.push', { trigger_id: triggerId, view })
    } catch (error) {
      if (keepsUnder || !hasErrorCode(error, 'push_limit_reached')) throw error
      return callForView(team, 'views.update', { view_id: under.id, view })
    }
  }
  return {
    async open(team, triggerId, view) {
      requireTrigger(triggerId)
      return callForView(team, 'views.open', { trigger_id: triggerId, view })
    },
    push: async (at, view, options) => void (await push(at, view, options)),
    pushForUpdate: (at, view) => push(at, view),
    async update(team, viewId, view, hash) {
      try {
        return await callForView(team, 'views.update', { view_id: viewId, view, ...(hash && { hash }) })
      } catch (error) {
        if (hasErrorCode(error, VIEW_GONE)) return undefined
        throw toRetryableError(error)
      }
    },
    async publish(team, user, view) {
      await callForView(team, 'views.publish', { user_id: user, view }).catch((error: unknown) => {
        if (!hasErrorCode(error, PERSON_GONE)) throw toRetryableError(error)
      })
    },
  }
}
