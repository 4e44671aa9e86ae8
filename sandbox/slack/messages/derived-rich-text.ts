import { newShortId } from '../workspace/slack-ids.ts'
import type { Block, JsonObject } from '../workspace/workspace-types.ts'
import { unescapeText } from './message-text.ts'

type Style = 'bold' | 'italic' | 'strike' | 'code'
const MARKS: Record<string, Style> = { '*': 'bold', _: 'italic', '~': 'strike' }
/** Bounded: a text of unmatched asterisks takes linear time. */
const TOKEN =
  /<([^>]+)>|(?<![\w:]):(\+1|-1|[a-z][a-z0-9_+'-]*):|`([^`\n]+)`|(?<![\w*_~])([*_~])(?=\S)(.{1,2000}?)(?<=\S)\4(?!\w)/g

const textElement = (text: string, style: JsonObject): JsonObject => ({
  type: 'text',
  text: unescapeText(text),
  ...(Object.keys(style).length > 0 && { style }),
})

function control(inner: string, style: JsonObject): JsonObject {
  const [target = '', label] = inner.split('|', 2)
  const styled = Object.keys(style).length > 0 && { style }
  if (target.startsWith('@')) return { type: 'user', user_id: target.slice(1), ...styled }
  if (target.startsWith('#')) return { type: 'channel', channel_id: target.slice(1), ...styled }
  if (target.startsWith('!subteam^')) return { type: 'usergroup', usergroup_id: target.slice(9), ...styled }
  if (target.startsWith('!date^')) return textElement(label ?? target, style)
  if (target.startsWith('!')) return { type: 'broadcast', range: target.slice(1), ...styled }
  return { type: 'link', url: unescapeText(target), ...(label && { text: unescapeText(label) }), ...styled }
}

function inline(text: string, style: JsonObject = {}): JsonObject[] {
  const elements: JsonObject[] = []
  let end = 0
  for (const match of text.matchAll(TOKEN)) {
    const [whole, angle, emoji, code, mark, inner] = match
    if (match.index > end) elements.push(textElement(text.slice(end, match.index), style))
    end = match.index + whole.length
    if (angle !== undefined) elements.push(control(angle, style))
    else if (emoji !== undefined) elements.push({ type: 'emoji', name: emoji })
    else if (code !== undefined) elements.push(textElement(code, { ...style, code: true }))
    else elements.push(...inline(inner ?? '', { ...style, [MARKS[mark ?? ''] ?? 'bold']: true }))
  }
  if (end < text.length) elements.push(textElement(text.slice(end), style))
  return elements
}

/** The rich text that Slack derives from a message's text: sections, quotes, code, links, mentions, styles. */
export function deriveRichText(text: string): Block[] {
  const elements: JsonObject[] = []
  for (const [index, part] of text.split('```').entries()) {
    if (index % 2 === 1) {
      elements.push({ type: 'rich_text_preformatted', border: 0, elements: inline(part.replace(/^\n|\n$/g, '')) })
      continue
    }
    for (const run of part.match(/(?:^&gt; ?.*\n?)+|(?:^(?!&gt;).*\n?)+/gm) ?? []) {
      if (run === '') continue
      if (run.startsWith('&gt;'))
        elements.push({ type: 'rich_text_quote', elements: inline(run.replace(/^&gt; ?/gm, '').replace(/\n$/, '')) })
      else elements.push({ type: 'rich_text_section', elements: inline(run) })
    }
  }
  return elements.length > 0 ? [{ type: 'rich_text', block_id: newShortId(), elements }] : []
}
