import type { Fields, View } from '../../sandbox/control-types.ts'
import { isFields } from '../../tools/fields.ts'

const collectObjects = (value: unknown): Fields[] =>
  isFields(value) ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(collectObjects)] : []
const readLabel = (value: unknown): string =>
  isFields(value) && typeof value['text'] === 'string' ? value['text'] : ''

/** All text and blocks of a message or view, as one text to search in. */
export const readText = (shown: { text?: string; blocks?: Fields[] } | undefined): string =>
  JSON.stringify([shown?.text, shown?.blocks])

export interface BlockElement extends Fields {
  action_id: string
  block_id: string
}

/** The elements (buttons, menus, inputs) of a message or view, each with the id of its block. */
export const findElements = (holder: unknown): BlockElement[] =>
  collectObjects(holder)
    .filter((block) => typeof block['block_id'] === 'string' && typeof block['type'] === 'string')
    .flatMap((block) =>
      collectObjects(block).flatMap((one) =>
        typeof one['action_id'] === 'string'
          ? [{ ...one, action_id: one['action_id'], block_id: String(block['block_id']) }]
          : [],
      ),
    )

export const findButton = (holder: unknown, wanted: RegExp): BlockElement | undefined =>
  findElements(holder).find((one) => one['type'] === 'button' && wanted.test(readLabel(one['text'])))

/** The first input of a form with a matching label. */
export function findField(view: View, wanted: RegExp | string): { block_id: string; action_id: string } | undefined {
  const block = view.blocks.find(
    (one) =>
      one['type'] === 'input' &&
      (typeof wanted === 'string'
        ? isFields(one['element']) && one['element']['action_id'] === wanted
        : wanted.test(readLabel(one['label']))),
  )
  const element = block?.['element']
  if (!block || !isFields(element)) return undefined
  return { block_id: String(block['block_id']), action_id: String(element['action_id']) }
}
