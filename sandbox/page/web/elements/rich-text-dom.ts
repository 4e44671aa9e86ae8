import type { RichElement, RichInline, RichText, TextStyle } from '../slack-types/text-types.ts'

const MARKS: Record<string, keyof TextStyle> = {
  B: 'bold',
  STRONG: 'bold',
  I: 'italic',
  EM: 'italic',
  S: 'strike',
  STRIKE: 'strike',
  DEL: 'strike',
  CODE: 'code',
}

function readInlines(node: Node, style: TextStyle = {}): RichInline[] {
  const kept = Object.keys(style).length > 0 ? { style } : {}
  if (node instanceof Text) {
    const text = node.data.replaceAll('\u00a0', ' ').replaceAll('\u200b', '')
    return text ? [{ type: 'text', text, ...kept }] : []
  }
  if (!(node instanceof HTMLElement)) return []
  if (node.tagName === 'BR') return [{ type: 'text', text: '\n' }]
  const { user, channel } = node.dataset
  if (user) return [{ type: 'user', user_id: user }]
  if (channel) return [{ type: 'channel', channel_id: channel }]
  if (node instanceof HTMLAnchorElement)
    return [{ type: 'link', url: node.getAttribute('href') ?? '', text: node.textContent ?? '', ...kept }]
  const mark = MARKS[node.tagName]
  const inside = mark ? { ...style, [mark]: true } : style
  return [...node.childNodes].flatMap((child) => readInlines(child, inside))
}

/** Browsers end a block with a line break to keep its last line open; it is not part of the text. */
function dropTrailingBreak(elements: RichInline[]): RichInline[] {
  const last = elements.at(-1)
  return last?.type === 'text' && last.text === '\n' ? elements.slice(0, -1) : elements
}

function readList(node: HTMLElement, indent: number): RichElement[] {
  const style = node.tagName === 'OL' ? 'ordered' : 'bullet'
  const parts: RichElement[] = []
  for (const item of node.children) {
    if (!(item instanceof HTMLElement)) continue
    if (item.tagName === 'OL' || item.tagName === 'UL') {
      parts.push(...readList(item, indent + 1))
      continue
    }
    const nested = [...item.children].filter(
      (child): child is HTMLElement => child.tagName === 'OL' || child.tagName === 'UL',
    )
    const own = [...item.childNodes]
      .filter((child) => !nested.some((one) => one === child))
      .flatMap((child) => readInlines(child))
    const last = parts.at(-1)
    const section = { type: 'rich_text_section', elements: dropTrailingBreak(own) }
    if (last?.type === 'rich_text_list' && last.style === style && (last.indent ?? 0) === indent)
      last.elements.push(section)
    else parts.push({ type: 'rich_text_list', style, indent, elements: [section] })
    for (const child of nested) parts.push(...readList(child, indent + 1))
  }
  return parts
}

/** Reads the typed content as Slack's rich text. */
export function readRichText(root: HTMLElement): RichText {
  const elements: RichElement[] = []
  let loose: RichInline[] = []
  const flush = (): void => {
    if (loose.length > 0) elements.push({ type: 'rich_text_section', elements: loose })
    loose = []
  }
  for (const node of root.childNodes) {
    const tag = node instanceof HTMLElement ? node.tagName : ''
    if (node instanceof HTMLElement && (tag === 'UL' || tag === 'OL')) {
      flush()
      elements.push(...readList(node, 0))
    } else if (node instanceof HTMLElement && tag === 'BLOCKQUOTE') {
      flush()
      elements.push({ type: 'rich_text_quote', elements: dropTrailingBreak(readInlines(node)) })
    } else if (node instanceof HTMLElement && tag === 'PRE') {
      flush()
      elements.push({
        type: 'rich_text_preformatted',
        elements: [{ type: 'text', text: node.innerText.replace(/\n$/, '') }],
      })
    } else if (node instanceof HTMLElement && (tag === 'DIV' || tag === 'P')) {
      if (node.querySelector('ul,ol,blockquote,pre')) {
        flush()
        elements.push(...readRichText(node).elements)
      } else {
        if (loose.length > 0) loose.push({ type: 'text', text: '\n' })
        loose.push(...dropTrailingBreak(readInlines(node)))
      }
    } else loose.push(...readInlines(node))
  }
  flush()
  return { type: 'rich_text', elements }
}

function renderInline(inline: RichInline): Node {
  let node: Node
  switch (inline.type) {
    case 'text':
      node = document.createTextNode(inline.text)
      break
    case 'link': {
      const link = document.createElement('a')
      link.href = inline.url
      link.textContent = inline.text || inline.url
      node = link
      break
    }
    case 'user':
    case 'channel': {
      const chip = document.createElement('span')
      chip.className = 'mention'
      chip.contentEditable = 'false'
      if (inline.type === 'user') chip.dataset['user'] = inline.user_id
      else chip.dataset['channel'] = inline.channel_id
      chip.textContent = inline.type === 'user' ? `@${inline.user_id}` : `#${inline.channel_id}`
      node = chip
      break
    }
    case 'emoji':
      node = document.createTextNode(
        inline.unicode
          ? String.fromCodePoint(...inline.unicode.split('-').map((code) => Number.parseInt(code, 16)))
          : `:${inline.name}:`,
      )
      break
    case 'date':
      node = document.createTextNode(inline.fallback ?? '')
      break
    case 'broadcast':
      node = document.createTextNode(`@${inline.range}`)
      break
    case 'usergroup':
    case 'team':
    case 'color':
      node = document.createTextNode('')
  }
  for (const [mark, tag] of [
    ['code', 'code'],
    ['strike', 's'],
    ['italic', 'em'],
    ['bold', 'strong'],
  ] as const) {
    if (!inline.style?.[mark]) continue
    const wrap = document.createElement(tag)
    wrap.append(node)
    node = wrap
  }
  return node
}

/** Renders rich text for editing, for an initial value that the app sent. */
export function renderRichText(text: RichText): Node[] {
  return text.elements.map((part) => {
    const tag = {
      rich_text_section: 'div',
      rich_text_quote: 'blockquote',
      rich_text_preformatted: 'pre',
      rich_text_list: part.type === 'rich_text_list' && part.style === 'ordered' ? 'ol' : 'ul',
    }[part.type]
    const node = document.createElement(tag)
    if (part.type === 'rich_text_list') {
      for (const item of part.elements) {
        const line = document.createElement('li')
        line.append(...item.elements.map(renderInline))
        node.append(line)
      }
    } else node.append(...part.elements.map(renderInline))
    node.style.whiteSpace = 'pre-wrap'
    return node
  })
}
