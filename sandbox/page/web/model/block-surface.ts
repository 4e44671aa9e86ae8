import { createContext } from 'preact'
import { signal, type Signal } from '@preact/signals'
import { postControl } from './control-api.ts'
import { currentUser } from './workspace-state.ts'
import type { AppAnswer } from './control-types.ts'
import type { OptionObject } from '../slack-types/element-types.ts'
import type { FieldValue } from './field-values.ts'

/** The message or view that contains the blocks: how their actions reach the app, and the values of their fields. */
export interface BlockSurface {
  kind: 'message' | 'view'
  channel?: string | undefined
  act(element: { action_id?: string | undefined }, blockId: string | undefined, value?: FieldValue): Promise<void>
  suggest(
    element: { action_id?: string | undefined },
    blockId: string | undefined,
    query: string,
  ): Promise<OptionObject[]>
  /** The values of inputs and interactive elements, by block id and action id. */
  values: Signal<Record<string, FieldValue>>
  errors: Signal<Record<string, string>>
  failed: Signal<string | undefined>
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** A sentence for an answer that Slack would show to the person as a failure; undefined if it succeeded. */
export function describeFailure(answer: AppAnswer | undefined): string | undefined {
  if (!answer || answer.error === 'not_subscribed') return undefined
  if (answer.error === 'operation_timeout') return 'The app didn’t answer within 3 seconds.'
  if (answer.status === 0) return 'The app isn’t answering. It may be starting or stopped.'
  if (answer.status < 200 || answer.status >= 300)
    return `The app answered with an error (${answer.status}, ${seconds(answer.ms)}).`
  return answer.error ? `The app’s answer couldn’t be used: ${answer.error}.` : undefined
}

/** The surface of a message or a view, whose actions are sent as the current user. */
export function createSurface(at: { channel: string; message_ts: string } | { view_id: string }): BlockSurface {
  const failed = signal<string | undefined>(undefined)
  const kind = 'view_id' in at ? 'view' : 'message'
  return {
    kind,
    channel: 'channel' in at ? at.channel : undefined,
    values: signal({}),
    errors: signal({}),
    failed,
    async act(element, blockId, value) {
      failed.value = undefined
      try {
        const body = {
          user: currentUser.value,
          ...at,
          action_id: element.action_id,
          block_id: blockId,
          ...(value !== undefined && { value }),
        }
        failed.value = describeFailure(await postControl<AppAnswer>('/slack/click', body))
      } catch (error) {
        failed.value = error instanceof Error ? error.message : String(error)
      }
    },
    async suggest(element, blockId, query) {
      const body = { user: currentUser.value, ...at, action_id: element.action_id, block_id: blockId, value: query }
      const answer = await postControl<{ options?: OptionObject[]; option_groups?: { options: OptionObject[] }[] }>(
        '/slack/suggest',
        body,
      )
      return answer.options ?? answer.option_groups?.flatMap((group) => group.options) ?? []
    },
  }
}

export const SurfaceContext = createContext<BlockSurface>(createSurface({ view_id: '' }))
/** The block that contains the element. */
export const BlockContext = createContext<{
  blockId: string | undefined
  input: boolean
  /** The field may be left empty. */
  optional: boolean
  label: string
  dispatch: boolean
}>({
  blockId: undefined,
  input: false,
  optional: false,
  label: '',
  dispatch: false,
})
