import { isBlockObject, toList, readMember } from './block-schema.ts'
import type { BlockObject } from './block-schema.ts'

export interface ElementPosition {
  block: BlockObject
  element: BlockObject
}

function inBlock(block: BlockObject): ElementPosition[] {
  const inside = (key: string): BlockObject[] => toList(readMember(block, key)).filter(isBlockObject)
  const single = (key: string): BlockObject[] => [readMember(block, key)].filter(isBlockObject)
  const spots = (elements: BlockObject[]): ElementPosition[] => elements.map((element) => ({ block, element }))
  switch (block['type']) {
    case 'actions':
    case 'context_actions':
      return spots(inside('elements'))
    case 'section':
      return spots(single('accessory').filter((element) => element['type'] !== 'image'))
    case 'input':
      return spots(single('element'))
    case 'card':
      return spots(inside('actions'))
    case 'carousel':
      return inside('elements').flatMap(inBlock)
    case 'container':
      return inside('child_blocks').flatMap(inBlock)
    default:
      return []
  }
}

/** All interactive elements of these blocks in reading order, each with its block. */
export const findElements = (blocks: unknown): ElementPosition[] =>
  toList(blocks).filter(isBlockObject).flatMap(inBlock)

/** A copy as Slack stores it: with ids for all blocks and elements, and defaults in text objects. */
export function completeBlocks(blocks: unknown, nextId: () => string): BlockObject[] {
  const copy = structuredClone(toList(blocks).filter(isBlockObject))
  const name = (block: BlockObject): void => {
    if (block['type'] !== 'markdown') block['block_id'] = block['block_id'] || nextId()
    for (const child of [...toList(block['child_blocks']), ...cards(block)]) if (isBlockObject(child)) name(child)
  }
  for (const block of copy) name(block)
  for (const { element } of findElements(copy)) element['action_id'] = element['action_id'] || nextId()
  const waiting: unknown[] = [...copy]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (Array.isArray(next)) waiting.push(...toList(next))
    if (!isBlockObject(next)) continue
    if (next['type'] === 'plain_text') next['emoji'] ??= true
    if (next['type'] === 'mrkdwn') next['verbatim'] ??= false
    waiting.push(...Object.values(next))
  }
  return copy
}

const cards = (block: BlockObject): unknown[] => (block['type'] === 'carousel' ? toList(block['elements']) : [])
