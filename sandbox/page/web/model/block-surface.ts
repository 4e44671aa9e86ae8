import { createContext } from 'preact'
import { signal, type Signal } from '@preact/signals'
import { postControl } from './control-api.ts'
import { currentUser } from './workspace-state.ts'
import type { ActionAnswer } from '../../../control-types.ts'
import type { BlockElement, OptionGroup, OptionObject } from '../slack-types/element-types.ts'
import type { StateEntry } from '../../../control-types.ts'
import type { View } from '../slack-types/message-types.ts'
import { buildFieldKey, readInitialValue, readStateValue, type FieldValue } from './field-values.ts'

/** The message or view that contains the blocks: how their actions reach the app, and the values of their fields. */
export interface BlockSurface {
  kind: 'message' | 'view'
  channel?: string | undefined
  /** The value of an element in the view's state; undefined outside of forms. */
  readState(element: BlockElement, blockId: string | undefined): FieldValue
  hasState(element: BlockElement, blockId: string | undefined): boolean
  act(element: { action_id?: string | undefined }, blockId: string | undefined, value?: FieldValue): Promise<void>
  suggest(element: { action_id?: string | undefined }, blockId: string | undefined, query: string): Promise<Suggestions>
  /** The values of inputs and interactive elements, by block id and action id. */
  values: Signal<Record<string, FieldValue>>
  errors: Signal<Record<string, string>>
  /** Typed text that is not reported yet; a form that is sent or closed drops it. */
  typing: Set<ReturnType<typeof setTimeout> | undefined>
  failed: Signal<string | undefined>
}

/** The options that the app offers, in groups if it provides them. */
export interface Suggestions {
  options: OptionObject[]
  option_groups?: OptionGroup[]
}

/** The form around a surface: its current view, and the person's input. */
export interface SurfaceForm {
  view(): View | undefined
  typed(): Record<string, Record<string, unknown>>
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

/** A sentence for an answer that Slack would show to the person as a failure; undefined if it succeeded. */
export function describeFailure(answer: ActionAnswer | undefined): string | undefined {
  if (!answer || answer.error === 'not_subscribed') return undefined
  if (answer.error === 'operation_timeout') return 'The app didn’t answer within 3 seconds.'
  if (answer.status === 0) return 'The app isn’t answering. It may be starting or stopped.'
  if (answer.status < 200 || answer.status >= 300)
    return `The app answered with an error (${answer.status}, ${seconds(answer.ms)}).`
  return answer.error ? `The app’s answer couldn’t be used: ${answer.error}.` : undefined
}

/** The surface of a message or a view, whose actions are sent as the current user. */
export function createSurface(
  at: { channel: string; message_ts: string } | { view_id: string },
  form?: SurfaceForm,
): BlockSurface {
  const failed = signal<string | undefined>(undefined)
  const readEntry = (element: BlockElement, blockId: string | undefined): StateEntry | undefined => {
    const entry = form?.view()?.state?.values[blockId ?? '']?.[('action_id' in element && element.action_id) || '']
    return entry?.type === element.type ? entry : undefined
  }
  const kind = 'view_id' in at ? 'view' : 'message'
  return {
    kind,
    channel: 'channel' in at ? at.channel : undefined,
    values: signal({}),
    errors: signal({}),
    typing: new Set(),
    failed,
    hasState: (element, blockId) => readEntry(element, blockId) !== undefined,
    readState(element, blockId) {
      const entry = readEntry(element, blockId)
      return entry && readStateValue(element, entry)
    },
    async act(element, blockId, value) {
      failed.value = undefined
      try {
        const body = {
          user: currentUser.value,
          ...at,
          action_id: element.action_id,
          block_id: blockId,
          ...(value !== undefined && { value }),
          ...(form && { values: form.typed() }),
        }
        failed.value = describeFailure(await postControl<ActionAnswer>('/slack/click', body))
      } catch (error) {
        failed.value = error instanceof Error ? error.message : String(error)
      }
    },
    async suggest(element, blockId, query) {
      const body = {
        user: currentUser.value,
        ...at,
        action_id: element.action_id,
        block_id: blockId,
        value: query,
        ...(form && { values: form.typed() }),
      }
      const answer = await postControl<ActionAnswer & Suggestions>('/slack/suggest', body)
      const failure = describeFailure(answer)
      if (failure !== undefined) throw new Error(failure)
      return answer
    },
  }
}

/** Reports nothing more of what was typed: the form goes away, with everything in it. */
export function stopReporting({ typing }: BlockSurface): void {
  for (const timer of typing) clearTimeout(timer)
  typing.clear()
}

/** The value of an element now: what was entered, else what Slack's state has, else the initial value. */
export function readFieldValue(surface: BlockSurface, element: BlockElement, blockId: string | undefined): FieldValue {
  const key = buildFieldKey(blockId, 'action_id' in element ? element.action_id : undefined)
  if (key in surface.values.value) return surface.values.value[key]
  return surface.hasState(element, blockId)
    ? surface.readState(element, blockId)
    : readInitialValue(element, surface.channel)
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
