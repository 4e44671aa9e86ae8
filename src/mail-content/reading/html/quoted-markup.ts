import { type AnyNode, type Element, isTag, isText } from 'domhandler'
import { findSeparator } from '../quotations/forwarded-mail.ts'
import { readHeaderBlock } from '../quotations/header-block.ts'
import { isBlock, isSkipped } from './html-elements.ts'
import { isIntroduction } from '../quotations/introductions.ts'
import { isProse } from '../quotations/signature-lines.ts'

/**
 * A part that a mail program marks as not newly written. `quote`: the whole element is the quoted mail. `container`: the introduction and the quoted
 * mail in blocks, with possible answers between and below. `header`: names the sender of the mail that follows, up to the end. `rest`: the quoted
 * mail follows, with or without a header.
 */
export type CollapsibleKind = 'quote' | 'container' | 'attribution' | 'signature' | 'header' | 'rest'

/** By class or id, without the prefixes that programs add when they take over the markup of others; all in lower case. */
const marks = new Map<string, CollapsibleKind>([
  // Gmail, and programs that write like it.
  ['gmail_quote', 'container'],
  ['gmail_quote_container', 'container'],
  ['gmail_attr', 'attribution'],
  ['gmail_signature', 'signature'],
  ['gmail_signature_prefix', 'signature'],
  ['nylas-quote', 'container'],
  ['shortwave-signature', 'signature'],
  ['sh-signature', 'signature'],
  ['sh-quoted-content', 'quote'],
  ['superhuman_quote', 'container'],
  ['missive_quote', 'container'],
  ['missive_signature', 'signature'],
  ['front-blockquote', 'quote'],
  ['front-signature', 'signature'],
  ['hs-signature', 'signature'],
  ['hubspot-signature', 'signature'],
  // Thunderbird, Evolution, KMail.
  ['moz-cite-prefix', 'attribution'],
  ['moz-signature', 'signature'],
  ['-x-evo-signature', 'signature'],
  ['-x-evo-signature-wrapper', 'signature'],
  ['-x-evo-attribution', 'attribution'],
  // Apple Mail.
  ['applemailsignature', 'signature'],
  ['apple-mail-signature', 'signature'],
  // Yahoo, AOL.
  ['yahoo_quoted', 'quote'],
  ['ymail_android_signature', 'signature'],
  // Outlook everywhere, Hotmail, Windows Mail.
  ['divrplyfwdmsg', 'header'],
  ['appendonsend', 'rest'],
  ['stopspelling', 'rest'],
  ['outlookmessageheader', 'header'],
  ['ms-outlook-mobile-reference-message', 'quote'],
  ['editor-reference-message-container', 'quote'],
  ['olk_src_body_section', 'quote'],
  ['ms-outlook-mobile-signature', 'signature'],
  ['mac_outlook_signature', 'signature'],
  ['mac_outlook_reply_section', 'quote'],
  // Proton, Tuta, Fastmail.
  ['protonmail_quote', 'container'],
  ['protonmail_signature_block', 'signature'],
  ['tutanota_quote', 'quote'],
  ['tutanota_signature', 'signature'],
  // Zoho, Zimbra.
  ['zmail_extra', 'container'],
  ['zmail_extra_hr', 'attribution'],
  ['blockquote_zmail', 'quote'],
  ['zm-_id_-sgn', 'signature'],
  ['zwchr', 'rest'],
  // QQ, NetEase, WeCom, Foxmail, Naver.
  ['isreplycontent', 'quote'],
  ['ntes-pcmac-signature', 'signature'],
  ['ntes-mailmaster-quote', 'quote'],
  ['ntes-pcmail-quote', 'quote'],
  ['j-reply', 'header'],
  ['spneditorsign', 'signature'],
  ['foxmail_signature', 'signature'],
  // Spark, Airmail, Mailbird, Newton, eM Client, Roundcube, Samsung, HEY, mail.ru.
  ['spark_quote', 'quote'],
  ['airmail_on', 'attribution'],
  ['bloop_sign', 'signature'],
  ['mb_sig', 'signature'],
  ['cm_quote', 'quote'],
  ['cm_signature', 'signature'],
  ['reply-intro', 'attribution'],
  ['composer_signature', 'signature'],
  ['edo-signature', 'signature'],
  // The advertisement of Avast and AVG below a mail.
  ['dab4fad8-2dd7-40bb-a1b8-4e2aa1f9fdf2', 'signature'],
])

const names = new Map<string, CollapsibleKind>([
  // GMX and web.de; Spark.
  ['quote', 'quote'],
  ['messagereplysection', 'container'],
  ['messagesignaturesection', 'signature'],
  ['_____replyseparator', 'rest'],
])
const markers = new Map<string, CollapsibleKind>([
  ['__divider__', 'rest'],
  ['__headers__', 'header'],
  ['__quoted_text__', 'quote'],
  ['__sig_pre__', 'signature'],
  ['__sig_post__', 'signature'],
])
/** Names that other mails also use: a signature only if it looks like one. */
const WEAK_MARK = /^(?:e?mail[-_])?signature$/
const MAX_SIGNATURE_CHARS = 700

/** Prefixes that programs add to classes and ids, their own or those of mails that they quote. */
const PREFIX = /^(?:x_|gmail-(?:m_-?\d+)?|m_-?\d{6,}|yiv\d+|ydp[\da-f]+|mail-)+/
/** Numbers that make an id unique. */
const NUMBER = /[_-]?\d{4,}$/

const readMark = (name: string): string => name.toLowerCase().slice(0, 200).replace(PREFIX, '').replace(NUMBER, '')

/** Which quoted or signed part this element is, by the marks of common mail programs; undefined for anything else. */
export function findCollapsible(element: Element): CollapsibleKind | undefined {
  const strong = findMark(element)
  if (strong) return strong
  if (isBelowSignatureMark(element)) return 'signature'
  if (namesOf(element).some((one) => WEAK_MARK.test(one)) && isShort(element) && isLast(element)) return 'signature'
  return isHeaderDivision(element) ? 'header' : undefined
}

const namesOf = ({ attribs }: Element): string[] =>
  [...(attribs['class'] ?? '').split(/\s+/, 20), attribs['id'] ?? ''].filter(Boolean).map(readMark)

/** By marks that nothing else uses. */
function findMark(element: Element): CollapsibleKind | undefined {
  const { name, attribs } = element
  if (name === 'signature') return 'signature'
  const kind = namesOf(element)
    .map((one) => marks.get(one))
    .find((one) => one !== undefined)
  if (kind) return kind === 'container' && name === 'blockquote' ? 'quote' : kind
  if (name === 'blockquote' && attribs['type']?.toLowerCase() === 'cite') return 'quote'
  const given = (attribs['name'] ?? '').toLowerCase()
  if (given !== '' && (name !== 'a' || given === '_____replyseparator') && names.has(given)) return names.get(given)
  if (attribs['data-signature-widget'] === 'container') return 'signature'
  return markers.get((attribs['data-marker'] ?? '').toLowerCase())
}

const MAX_PHONE_SIGNATURE = 200

/** Telephones of Apple mark only the line above the signature; somebody may have written below it. */
function isBelowSignatureMark(element: Element): boolean {
  let before = element.prev
  while (before && isText(before) && before.data.trim() === '') before = before.prev
  if (!before || !isTag(before) || before.attribs['id']?.toLowerCase() !== 'linebreakatbeginningofsignature')
    return false
  const text = readBeginning(element, MAX_PHONE_SIGNATURE + 1)
  if (text.length > MAX_PHONE_SIGNATURE || text.split('\n').some(isProse)) return false
  return isLast(element)
}

const isShort = (element: Element): boolean => countText(element, MAX_SIGNATURE_CHARS) < MAX_SIGNATURE_CHARS

/** Whether nothing follows but the quoted mail and what introduces it. */
function isLast(element: Element): boolean {
  for (let node: Element | null = element; node; node = node.parent && isTag(node.parent) ? node.parent : null)
    for (let next = node.next; next; next = next.next) {
      if (!hasText(next)) continue
      return isTag(next) ? isQuotation(next) : isText(next) && isIntroduction(next.data, { isMarked: true })
    }
  return true
}

function isQuotation(element: Element): boolean {
  if (element.name === 'blockquote' || findMark(element) !== undefined) return true
  if (isHeaderDivision(element) || namesOf(element).some((one) => WEAK_MARK.test(one))) return true
  return beginsWithHead(element)
}

/** Whether a person may have made this quotation with the quote button of Gmail: it has no head, and is not in the part that Gmail adds to an answer. */
export function isCitation(element: Element): boolean {
  if (element.name !== 'blockquote' || !namesOf(element).includes('gmail_quote') || beginsWithHead(element))
    return false
  for (let node = element.parent; node && isTag(node); node = node.parent)
    if (findMark(node) !== undefined) return false
  return true
}

/** Whether the first lines of an element name a mail that follows. */
function beginsWithHead(element: Element): boolean {
  const lines = readBeginning(element, HEADER_CHARS).split('\n')
  if (findSeparator(lines[0] ?? '') !== undefined || readHeaderBlock(lines, 0)?.fields.has('from')) return true
  return [1, 2, 3].some((count) => isIntroduction(lines.slice(0, count).join(' '), { isMarked: true }))
}

/**
 * Whether the answer itself is in the element that Outlook for Mac makes for the mail it answers: people can write into it. It then has no head and stands
 * above everything else.
 */
export const isAnswerInSource = (element: Element, isFirst: boolean): boolean =>
  isFirst && namesOf(element).includes('olk_src_body_section') && !beginsWithHead(element)

/** How much text an element has, counted up to `enough`. */
function countText(node: AnyNode, enough: number): number {
  if (isText(node)) return node.data.trim().length
  let sum = 0
  if (isTag(node))
    for (const child of node.children) {
      sum += countText(child, enough - sum)
      if (sum >= enough) return sum
    }
  return sum
}

const HEADER_CHARS = 800
/** Outlook's own line, as it writes it and as others rewrite it. */
const OUTLOOK_BORDER = /border:\s*none;\s*border-top:\s*solid\s+#(?:e1e1e1|b5c4df)/i
const REWRITTEN_BORDER =
  /border-top:[^;]*(?:#e1e1e1|#b5c4df|rgb\((?:225, ?225, ?225|181, ?196, ?223)\))|border-style:\s*solid none none/i

/** Outlook on the desktop, on the Mac and on the phone, and Windows Mail, mark a quote only with the line above its header. */
function isHeaderDivision(element: Element): boolean {
  const style = element.attribs['style'] ?? ''
  if (element.name !== 'div') return false
  if (OUTLOOK_BORDER.test(style)) return /^[^:：\n]{2,25}[:：]/u.test(readBeginning(element, HEADER_CHARS))
  return REWRITTEN_BORDER.test(style) && hasMailHeader(element)
}

/** Whether the first lines of an element are the header of a mail. */
export const hasMailHeader = (element: Element): boolean =>
  readHeaderBlock(readBeginning(element, HEADER_CHARS).split('\n'), 0)?.fields.has('from') === true

/** The first characters of an element's text, with its lines. */
export function readBeginning(element: Element, chars: number): string {
  let text = ''
  const read = (node: AnyNode): void => {
    if (text.length >= chars) return
    if (isText(node)) text += node.data.replace(/\s+/g, ' ')
    else if (isTag(node) && !isSkipped(node.name)) {
      const isLine = node.name === 'br' || isBlock(node.name)
      if (isLine) text += '\n'
      for (const child of node.children) read(child)
      if (isLine) text += '\n'
    }
  }
  read(element)
  return text
    .replace(/\s*\n\s*/g, '\n')
    .trim()
    .slice(0, chars)
}

/** The blocks of a container that are the quoted mail; answers stand between them and below. */
export function findQuotedBlocks(container: Element): Element[] {
  return container.children.flatMap((child) =>
    !isTag(child)
      ? []
      : child.name === 'blockquote' || findCollapsible(child) === 'quote'
        ? [child]
        : ['div', 'span', 'p'].includes(child.name)
          ? findQuotedBlocks(child)
          : [],
  )
}

/** How many earlier mails a collapsed part contains, at least one: each quotes the one before. */
export function countQuotedMails(element: Element): number {
  const count = (node: AnyNode): number =>
    isTag(node) ? node.children.reduce((sum, child) => sum + count(child), node.name === 'blockquote' ? 1 : 0) : 0
  return Math.max(1, count(element))
}

/** Whether there is anything to read in an element. */
export const hasText = (node: AnyNode): boolean => countText(node, 1) > 0
