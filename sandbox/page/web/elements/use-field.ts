import { useContext, useRef } from 'preact/hooks'
import type { BlockElement } from '../slack-types/element-types.ts'
import { confirmAction } from './confirm-dialog.tsx'
import { BlockContext, readFieldValue, SurfaceContext } from '../model/block-surface.ts'
import { buildFieldKey, type FieldValue } from '../model/field-values.ts'

const TYPING_PAUSE_MS = 400

/** An element's value. Setting it inside an input block keeps it for the submission; elsewhere it is sent to the app immediately. */
export function useField(of: BlockElement & { action_id?: string }): {
  value: FieldValue
  label: string
  invalid: boolean
  set(value: FieldValue): void
  /** Sends the current value if Enter dispatches an action here; false if it does not. */
  dispatch(): boolean
} {
  const surface = useContext(SurfaceContext)
  const block = useContext(BlockContext)
  const key = buildFieldKey(block.blockId, of.action_id)
  const value = readFieldValue(surface, of, block.blockId)
  const keep = (next: FieldValue): void => {
    surface.values.value = { ...surface.values.value, [key]: next }
    if (block.blockId && surface.errors.value[block.blockId]) {
      const { [block.blockId]: _, ...rest } = surface.errors.value
      surface.errors.value = rest
    }
  }
  const typing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const triggers = ('dispatch_action_config' in of && of.dispatch_action_config?.trigger_actions_on) || [
    'on_enter_pressed',
  ]
  const isText = of.type.endsWith('_text_input') || of.type === 'number_input'
  const settle = async (next: FieldValue): Promise<void> => {
    if (!(await confirmAction('confirm' in of ? of.confirm : undefined))) return
    keep(next)
    if (!isText) await surface.act(of, block.blockId, next)
  }
  return {
    value,
    label: block.label || ('placeholder' in of && of.placeholder?.text) || 'Choose',
    invalid: block.blockId !== undefined && block.blockId in surface.errors.value,
    set(next) {
      if (block.input) {
        keep(next)
        if (block.dispatch && !isText) void surface.act(of, block.blockId, next)
        if (block.dispatch && isText && triggers.includes('on_character_entered')) {
          clearTimeout(typing.current)
          surface.typing.delete(typing.current)
          typing.current = setTimeout(() => void surface.act(of, block.blockId, next ?? ''), TYPING_PAUSE_MS)
          surface.typing.add(typing.current)
        }
        return
      }
      void settle(next)
    },
    dispatch() {
      if (!block.dispatch || !triggers.includes('on_enter_pressed')) return false
      void surface.act(of, block.blockId, readFieldValue(surface, of, block.blockId) ?? '')
      return true
    },
  }
}
