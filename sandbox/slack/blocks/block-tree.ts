import { isThing, listOf, member } from './block-schema.ts'
import type { Thing } from './block-schema.ts'

export interface Spot {
  block: Thing
  element: Thing
}

function inBlock(block: Thing): Spot[] {
  const inside = (key: string): Thing[] => listOf(member(block, key)).filter(isThing)
  const single = (key: string): Thing[] => [member(block, key)].filter(isThing)
  const spots = (elements: Thing[]): Spot[] => elements.map((element) => ({ block, element }))
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

/** Everything a person can operate in these blocks, in reading order, each with the block it stands in. */
export const spotsIn = (blocks: unknown): Spot[] => listOf(blocks).filter(isThing).flatMap(inBlock)

/** A copy as Slack stores it: every block and element has an id, every text object its defaults. */
export function completed(blocks: unknown, nextId: () => string): Thing[] {
  const copy = structuredClone(listOf(blocks).filter(isThing))
  const name = (block: Thing): void => {
    if (block['type'] !== 'markdown') block['block_id'] = block['block_id'] || nextId()
    for (const child of [...listOf(block['child_blocks']), ...cards(block)]) if (isThing(child)) name(child)
  }
  for (const block of copy) name(block)
  for (const { element } of spotsIn(copy)) element['action_id'] = element['action_id'] || nextId()
  const waiting: unknown[] = [...copy]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (Array.isArray(next)) waiting.push(...listOf(next))
    if (!isThing(next)) continue
    if (next['type'] === 'plain_text') next['emoji'] ??= true
    if (next['type'] === 'mrkdwn') next['verbatim'] ??= false
    waiting.push(...Object.values(next))
  }
  return copy
}

const cards = (block: Thing): unknown[] => (block['type'] === 'carousel' ? listOf(block['elements']) : [])
