import { type AnyNode, type Element, isTag, isText } from 'domhandler'

/** A part that a mail program marks as not newly written; `rest`: everything that follows is the quoted mail. */
export type CollapsibleKind = 'quote' | 'attribution' | 'signature' | 'rest'

const classes = new Map<string, CollapsibleKind>([
  ['gmail_quote', 'quote'],
  ['gmail_quote_container', 'quote'],
  ['gmail_signature', 'signature'],
  ['moz-cite-prefix', 'attribution'],
  ['moz-signature', 'signature'],
  ['yahoo_quoted', 'quote'],
  ['protonmail_quote', 'quote'],
  ['protonmail_signature_block', 'signature'],
  ['zmail_extra', 'quote'],
])
const ids = new Map<string, CollapsibleKind>([
  ['divrplyfwdmsg', 'rest'],
  ['appendonsend', 'rest'],
  ['ms-outlook-mobile-signature', 'signature'],
])

/** Which quoted or signed part this element is, by the marks of common mail programs; undefined for anything else. */
export function findCollapsible({ name, attribs }: Element): CollapsibleKind | undefined {
  // Outlook's own ids get a prefix when a mail is answered again ("x_divRplyFwdMsg").
  const byId = ids.get((attribs['id'] ?? '').toLowerCase().replace(/^(?:x_)+/, ''))
  if (byId) return byId
  if (name === 'blockquote' && attribs['type']?.toLowerCase() === 'cite') return 'quote'
  for (const one of (attribs['class'] ?? '').split(/\s+/)) {
    const byClass = classes.get(one.replace(/^(?:x_)+/, ''))
    if (byClass) return byClass
  }
  // Outlook on the desktop marks a quote only with the line above its header.
  const style = attribs['style'] ?? ''
  return name === 'div' && /border-top:\s*solid\s+#(?:e1e1e1|b5c4df)/i.test(style) ? 'rest' : undefined
}

/** How many earlier mails a collapsed part contains, at least one: each quotes the one before. */
export function countQuotedMails(element: Element): number {
  const count = (node: AnyNode): number =>
    isTag(node) ? node.children.reduce((sum, child) => sum + count(child), node.name === 'blockquote' ? 1 : 0) : 0
  return Math.max(1, count(element))
}

/** Whether the sender hides this element from readers; it is then not shown here either. */
export function isHidden({ attribs, children }: Element): boolean {
  if (attribs['hidden'] !== undefined) return true
  const style = attribs['style']
  if (!style) return false
  if (/display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0(?![.\d]*[1-9])/i.test(style))
    return true
  if (/opacity\s*:\s*0(?![.\d]*[1-9])/i.test(style)) return true
  // Layout tables set their own font size to 0 and restore it in their cells: only an element with nothing but text is hidden.
  return /font-size\s*:\s*0(?![.\d]*[1-9])/i.test(style) && children.every(isText)
}
