/** Slack's mrkdwn as a tree. Unbalanced marks stay text, as they do in the client. */
export type MrkdwnInline =
  | { kind: 'text'; text: string }
  | { kind: 'bold' | 'italic' | 'strike'; nodes: MrkdwnInline[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; url: string; text: string }
  | { kind: 'user' | 'channel' | 'group'; id: string; label: string | undefined }
  | { kind: 'broadcast'; range: string }
  | { kind: 'date'; timestamp: number; format: string; url: string | undefined; fallback: string }
  | { kind: 'break' }

export type MrkdwnPart =
  | { kind: 'line'; nodes: MrkdwnInline[] }
  | { kind: 'quote'; nodes: MrkdwnInline[] }
  | { kind: 'pre'; text: string }

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt);/g, (entity) => ENTITIES[entity] ?? entity)

const MARKS = { '*': 'bold', _: 'italic', '~': 'strike' } as const
type Mark = keyof typeof MARKS
const isMark = (char: string | undefined): char is Mark => char === '*' || char === '_' || char === '~'
const isMarkBoundary = (char: string | undefined): boolean => char === undefined || /[\s\p{P}\p{S}]/u.test(char)
const URL_PATTERN = /^https?:\/\/[^\s<>|]+[^\s<>|.,;:!?)'"\]*_~]/

/** Parses the content of angle brackets: `<@U…>`, `<#C…|name>`, `<!date^…>`, `<https://…|text>`. */
function parseBracket(inner: string): MrkdwnInline {
  const bar = inner.indexOf('|')
  const target = bar < 0 ? inner : inner.slice(0, bar)
  const label = bar < 0 ? undefined : decodeEntities(inner.slice(bar + 1))
  if (target.startsWith('@')) return { kind: 'user', id: target.slice(1), label }
  if (target.startsWith('#')) return { kind: 'channel', id: target.slice(1), label }
  if (target.startsWith('!subteam^')) return { kind: 'group', id: target.slice(9), label }
  if (target.startsWith('!date^')) {
    const [timestamp = '', format = '', ...link] = target.slice(6).split('^')
    return {
      kind: 'date',
      timestamp: Number(timestamp),
      format,
      url: link.join('^') || undefined,
      fallback: label ?? '',
    }
  }
  if (target.startsWith('!')) return { kind: 'broadcast', range: target.slice(1) }
  const url = decodeEntities(target)
  return { kind: 'link', url, text: label ?? url.replace(/^mailto:/, '') }
}

function findClosingMark(line: string, from: number, mark: string): number {
  for (let at = from; at < line.length; at++) {
    if (line[at] === '<') {
      const end = line.indexOf('>', at)
      if (end > 0) at = end
    } else if (line[at] === mark && at > from && !/\s/.test(line[at - 1] ?? ' ') && isMarkBoundary(line[at + 1]))
      return at
  }
  return -1
}

/** Parses marks, links and references within a line. */
export function parseInline(line: string, autoLink = true): MrkdwnInline[] {
  const nodes: MrkdwnInline[] = []
  let plain = ''
  const flush = (): void => {
    if (plain) nodes.push({ kind: 'text', text: decodeEntities(plain) })
    plain = ''
  }
  const push = (node: MrkdwnInline): void => {
    flush()
    nodes.push(node)
  }
  for (let at = 0; at < line.length;) {
    const char = line[at] ?? ''
    if (char === '<') {
      const end = line.indexOf('>', at)
      if (end > at + 1) {
        push(parseBracket(line.slice(at + 1, end)))
        at = end + 1
        continue
      }
    }
    if (char === '`') {
      const end = line.indexOf('`', at + 1)
      if (end > at + 1) {
        push({ kind: 'code', text: decodeEntities(line.slice(at + 1, end)) })
        at = end + 1
        continue
      }
    }
    if (
      isMark(char) &&
      isMarkBoundary(line[at - 1]) &&
      line[at + 1] !== undefined &&
      !/\s/.test(line[at + 1] ?? '') &&
      line[at + 1] !== char
    ) {
      const end = findClosingMark(line, at + 1, char)
      if (end > 0) {
        push({ kind: MARKS[char], nodes: parseInline(line.slice(at + 1, end), autoLink) })
        at = end + 1
        continue
      }
    }
    if (autoLink && char === 'h' && isMarkBoundary(line[at - 1])) {
      const url = URL_PATTERN.exec(line.slice(at, at + 2000))?.[0]
      if (url) {
        push({ kind: 'link', url: decodeEntities(url), text: decodeEntities(url) })
        at += url.length
        continue
      }
    }
    plain += char
    at++
  }
  flush()
  return nodes
}

const QUOTE_MARK = /^(?:&gt;|>) ?/

/** Parses lines, quotes and fenced blocks, in order. */
export function parseMrkdwn(text: string, autoLink = true): MrkdwnPart[] {
  const parts: MrkdwnPart[] = []
  const pieces = text.split('```')
  for (const [index, piece] of pieces.entries()) {
    const fenced = index % 2 === 1 && index < pieces.length - 1
    if (fenced) {
      parts.push({ kind: 'pre', text: decodeEntities(piece.replace(/^\n|\n$/g, '')) })
      continue
    }
    const unfenced = index % 2 === 1 ? `\`\`\`${piece}` : piece
    const trimmed = unfenced
      .replace(index > 0 ? /^\n/ : /^(?!)/, '')
      .replace(index < pieces.length - 1 ? /\n$/ : /(?!)$/, '')
    if (!trimmed && pieces.length > 1) continue
    for (const line of trimmed.split('\n')) {
      const kind = QUOTE_MARK.test(line) ? 'quote' : 'line'
      const nodes = parseInline(kind === 'quote' ? line.replace(QUOTE_MARK, '') : line, autoLink)
      const last = parts.at(-1)
      if (last && last.kind === kind) last.nodes.push({ kind: 'break' }, ...nodes)
      else parts.push({ kind, nodes })
    }
  }
  return parts
}
