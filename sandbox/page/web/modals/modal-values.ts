import { readFieldValue, type BlockSurface } from '../model/block-surface.ts'
import { buildFieldKey, isEmptyValue, isRichText, type FieldValue } from '../model/field-values.ts'
import type { InputBlock } from '../slack-types/block-types.ts'
import type { View } from '../slack-types/message-types.ts'

/** The input blocks of a view. */
export const listInputs = (view: View): InputBlock[] =>
  view.blocks.filter((block): block is InputBlock => block.type === 'input')

function shapeValue(value: FieldValue): unknown {
  return isRichText(value) ? { type: 'rich_text_input', rich_text_value: value } : value
}

/** Errors that Slack's client reports by itself, before anything is sent to the app; by block id. */
export function findFieldErrors(view: View, surface: BlockSurface): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { block_id: id, element, optional } of listInputs(view)) {
    if (!id || !('action_id' in element)) continue
    const value = readFieldValue(surface, element, id)
    const text = typeof value === 'string' ? value : ''
    if (isEmptyValue(value)) {
      if (!optional) errors[id] = 'Please fill in this field.'
    } else if (element.type === 'email_text_input' && !/^\S+@\S+\.\S+$/.test(text))
      errors[id] = 'This isn’t an email address.'
    else if (element.type === 'url_text_input' && !URL.canParse(text)) errors[id] = 'This isn’t a web address.'
    else if (element.type === 'number_input' && !Number.isFinite(Number(text))) errors[id] = 'This isn’t a number.'
    else if ('min_length' in element && element.min_length && text.length < element.min_length)
      errors[id] = `Please write at least ${element.min_length} characters.`
  }
  return errors
}

/** The changed values of a view, by block id and action id, as the control surface takes them; files are sent only when it is submitted. */
export function readFilledValues(
  view: View,
  surface: BlockSurface,
  files = true,
): Record<string, Record<string, unknown>> {
  const values: Record<string, Record<string, unknown>> = {}
  for (const block of view.blocks) {
    const elements =
      block.type === 'input'
        ? [block.element]
        : block.type === 'actions'
          ? block.elements
          : block.type === 'section' && block.accessory
            ? [block.accessory]
            : []
    for (const element of elements) {
      if (!('action_id' in element) || !element.action_id || !block.block_id) continue
      if (element.type === 'file_input' && !files) continue
      const key = buildFieldKey(block.block_id, element.action_id)
      if (!(key in surface.values.value)) continue
      const value = shapeValue(surface.values.value[key])
      const empty =
        element.type.startsWith('multi_') || element.type === 'checkboxes' || element.type === 'file_input'
          ? []
          : element.type.endsWith('text_input') || element.type === 'number_input'
            ? ''
            : null
      values[block.block_id] = { ...values[block.block_id], [element.action_id]: value ?? empty }
    }
  }
  return values
}
