import { domainToASCII } from 'node:url'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import type { RichTextInline, TextStyle } from './rich-text.ts'

const MAX_URL = 2000
/** More links than a person looks at; the others stay text. */
const MAX_LINKS = 2000

/** How many addresses of one mail may still become links: each takes microseconds. */
export interface LinkBudget {
  left: number
}
export const createLinkBudget = (): LinkBudget => ({ left: MAX_LINKS })

/** Where a link really leads; the host is shown after its label. */
interface Target {
  url: string
  host: string
}

/** Accepts web, mail and phone addresses only, and none with credentials, which are used to disguise a host. */
export function parseSafeLink(href: string): Target | undefined {
  const url = URL.parse(href.trim())
  if (!url || url.href.length > MAX_URL) return undefined
  switch (url.protocol) {
    case 'http:':
    case 'https:':
      return url.hostname && !url.username && !url.password ? { url: url.href, host: url.host } : undefined
    case 'mailto:': {
      const address = decoded(url.pathname)
      return /^[^\s@<>"']+@[^\s@<>"',]+$/.test(address) ? { url: `mailto:${address}`, host: address } : undefined
    }
    case 'tel:': {
      const number = decoded(url.pathname).replace(/[\s().-]/g, '')
      return /^\+?\d{3,20}$/.test(number) ? { url: `tel:${number}`, host: number } : undefined
    }
    default:
      return undefined
  }
}

function decoded(text: string): string {
  try {
    return sanitizeLine(decodeURIComponent(text))
  } catch {
    return text
  }
}

const bare = (host: string) => host.toLowerCase().replace(/^www\./, '')

/** A label is honest when it names hosts and each of them is the one that the link leads to. */
function isHonest(label: string, { url, host }: Target): boolean {
  if (!url.startsWith('http')) return label.replace(/[\s().-]/g, '').includes(host.replace(/[\s().-]/g, ''))
  const words = label.split(/[^\p{L}\p{N}\p{M}._-]+/u).filter((word) => /[^.]\.[^.]/.test(word))
  const real = bare(host.replace(/:\d+$/, ''))
  return words.length > 0 && !label.includes('@') && words.every((word) => bare(ascii(word)) === real)
}

const ascii = (host: string) => (host.length > 255 ? '' : domainToASCII(host.replace(/\.$/, '')))

const styled = (style: TextStyle | undefined) => (style && Object.keys(style).length > 0 ? { style } : {})

/** A link with a label. Unless the label itself names the host, the host follows it. */
export function labelLink(href: string, rawLabel: string, style?: TextStyle): RichTextInline[] {
  const target = parseSafeLink(href)
  const label = sanitizeLine(rawLabel)
  if (!target) return label ? [{ type: 'text', text: label, ...styled(style) }] : []
  if (label === '') return [{ type: 'link', url: target.url, text: target.host, ...styled(style) }]
  const link: RichTextInline = { type: 'link', url: target.url, text: label, ...styled(style) }
  return isHonest(label, target) ? [link] : [link, { type: 'text', text: ` (${target.host})`, ...styled(style) }]
}

/** The same for a label of several lines, in which every line leads there. */
export function labelLines(href: string, rawLabel: string, style?: TextStyle): RichTextInline[][] {
  const lines = rawLabel.split('\n').filter((line) => sanitizeLine(line) !== '')
  if (lines.length < 2) return [labelLink(href, rawLabel, style)]
  const target = parseSafeLink(href)
  const label = (text: string): RichTextInline[] => {
    const shown = sanitizeLine(text)
    return target
      ? [{ type: 'link', url: target.url, text: shown, ...styled(style) }]
      : [{ type: 'text', text: shown, ...styled(style) }]
  }
  const isClear = !target || isHonest(lines.join(' '), target)
  return lines.map((line, index) =>
    index === lines.length - 1 && !isClear
      ? [...label(line), { type: 'text' as const, text: ` (${target.host})`, ...styled(style) }]
      : label(line),
  )
}

const ADDRESS = /\b(?:https?:\/\/|mailto:|tel:)[^\s<>"'`{}|\\^]+/gi

/** Turns addresses in a text into links. The text stays unchanged, unless a host is not what it looks like. */
export function linkAddresses(text: string, budget: LinkBudget, style?: TextStyle): RichTextInline[] {
  const parts: RichTextInline[] = []
  let from = 0
  const literal = (end: number) => {
    if (end > from) parts.push({ type: 'text', text: text.slice(from, end), ...styled(style) })
    from = end
  }
  for (const match of text.matchAll(ADDRESS)) {
    if (budget.left-- <= 0) break
    if (match[0].length > MAX_URL) continue
    const written = trimmed(match[0])
    const target = parseSafeLink(written)
    if (!target) continue
    literal(match.index)
    const shown = written === target.url || !isAsciiHost(written) ? {} : { text: written }
    parts.push({ type: 'link', url: target.url, ...shown, ...styled(style) })
    from = match.index + written.length
  }
  literal(text.length)
  return parts
}

/** Checks the host as written: `new URL` would already have translated it. */
const isAsciiHost = (written: string) => /^[\x21-\x7e]*$/.test(written.split(/[/?#]/, 3)[2] ?? '')

/** Full stops and closing brackets after an address belong to the sentence. */
function trimmed(written: string): string {
  const count = (mark: string) => written.split(mark).length
  const unopened = { ')': count(')') - count('('), ']': count(']') - count('[') }
  let end = written.length
  for (; end > 0; end--) {
    const last = written.charAt(end - 1)
    if ('.,;:!?*_~'.includes(last)) continue
    if ((last !== ')' && last !== ']') || unopened[last]-- <= 0) break
  }
  return written.slice(0, end)
}
