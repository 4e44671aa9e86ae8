import { isBlockObject, toList, readMember } from './block-schema.ts'

/** Counts the characters of a message as Slack does. The rule is undocumented; others have measured it (bolt-js#2509, bolt-js#2867). */
const COUNTED = new Set(['text', 'title', 'caption', 'subtitle', 'label', 'alt_text', 'fallback', 'name'])
const CONTAINER_CHARACTERS = 125

/** `&`, `<` and `>` are stored and counted in escaped form; in mrkdwn they arrive escaped, or are markup. */
const escapedLength = (text: string, isMrkdwn: boolean): number => {
  const bare = isMrkdwn ? text.match(/&(?!(amp|lt|gt);)/g) : text.match(/&/g)
  const angles = isMrkdwn ? 0 : (text.match(/[<>]/g)?.length ?? 0)
  return text.length + 4 * (bare?.length ?? 0) + 3 * angles
}

/** Walks without recursion: JSON may be deeper than the stack. */
export function countCharacters(value: unknown, keys: Set<string> = COUNTED): number {
  const waiting: unknown[] = [value]
  let sum = 0
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (Array.isArray(next)) for (const item of toList(next)) waiting.push(item)
    if (!isBlockObject(next)) continue
    const isMrkdwn = next['type'] === 'mrkdwn'
    for (const [key, item] of Object.entries(next)) {
      if (typeof item !== 'string') waiting.push(item)
      else if (keys.has(key)) sum += escapedLength(item, isMrkdwn)
    }
  }
  return sum
}

/** The number of blocks that Slack makes of a markdown text: one for each heading, rule and table, and one for the text in between. */
function markdownBlocks(text: string): number {
  let count = 0
  let before = ''
  for (const line of text.split('\n')) {
    const kind = /^#{1,6} /.test(line) ? 'alone' : /^\s*([-*_])(\s*\1){2,}\s*$/.test(line) ? 'alone' : kindOf(line)
    if (kind === 'blank') continue
    if (kind === 'alone' || kind !== before) count += 1
    before = kind
  }
  return Math.max(1, count)
}

const kindOf = (line: string): string => (line.trim() === '' ? 'blank' : line.startsWith('|') ? 'table' : 'text')

export interface BlockSizes {
  /** Blocks after markdown became blocks; the children of containers are not counted among the 50. */
  blocks: number
  /** Shown characters, escaped, and what every further block adds. */
  characters: number
  markdownCharacters: number
}

export function measureBlocks(blocks: unknown[]): BlockSizes {
  let top = 0
  let all = 0
  let markdownCharacters = 0
  for (const block of blocks) {
    const text = readMember(block, 'text')
    const isMarkdown = readMember(block, 'type') === 'markdown' && typeof text === 'string'
    const made = isMarkdown ? markdownBlocks(text) : 1
    if (isMarkdown) markdownCharacters += text.length
    top += made
    all += made + toList(readMember(block, 'child_blocks')).length
  }
  return {
    blocks: top,
    characters: countCharacters(blocks) + Math.max(0, all - 1) * CONTAINER_CHARACTERS,
    markdownCharacters,
  }
}
