import { sanitizeText } from '../../../core/sanitize-text.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import { writeOutLinks } from '../../../mail-content/reading/link-addresses.ts'
import type { Pieces } from '../../../core/own-turn.ts'
import { extractNewContent, extractFullContent, readFullContent } from '../../../mail-content/reading/new-content.ts'
import { hasMoreWords } from '../../../mail-content/reading/quotations/same-words.ts'
import { NEW_TEXT_CHARS } from '../../../mail-content/reading/quotations/quoted-text.ts'
import { hasDisabledLinks, type Mail } from './mail.ts'
import { bodyOf, CARD_CHARS, type Reading, type ReadMail } from './mail-reading.ts'
import {
  type RichTextPart,
  type RichTextInline,
  type RichText,
  readInlineText,
  hasLinks,
  toPlainText,
} from '../../../mail-content/reading/rich-text.ts'
import { splitIntoPages, truncateRichText } from '../../../mail-content/reading/rich-text-pages.ts'

const PAGE_CHARS = 6000
/** A mail of many short lines must not push the form off the screen. */
const MAX_QUOTED_LINES = 12

/** A mail as its card shows it. */
export interface MailPreview extends Reading {
  /** Set if links are shown as text. */
  hasDeadLinks: boolean
}

const readingOf = (mail: ReadMail): Reading => JSON.parse(mail.reading.found) as Reading

/** The newly written text of a mail, cut to the size of a card. */
export function previewMail(mail: ReadMail): MailPreview {
  const reading = readingOf(mail)
  if (!hasDisabledLinks(mail)) return { ...reading, hasDeadLinks: false }
  const { richText: newContent, isCut } = truncateRichText(withoutLinks(reading.newContent), CARD_CHARS)
  const isTruncated = reading.isTruncated || isCut
  return { ...reading, newContent, isTruncated, hasDeadLinks: hasLinks(reading.newContent) }
}

/** The beginning of the new text, as one line. */
export function excerptMail(mail: ReadMail, chars: number): string {
  return excerptRichText(readingOf(mail).newContent, chars)
}

/** The beginning of a text, as one line. */
export const excerptRichText = (richText: RichText, chars: number): string =>
  truncate(toPlainText(richText).replace(/\s+/g, ' ').trim(), chars)

/** A mail as a form quotes it: the beginning of the new text with its lines, and how much was collapsed. */
export function quoteMail(
  mail: ReadMail,
  chars: number,
): Pick<MailPreview, 'collapsedMails' | 'isCut' | 'pictures'> & { text: string } {
  const { newContent, isTruncated, collapsedMails, isCut, pictures } = readingOf(mail)
  const plain = toPlainText(newContent).trim()
  const lines = plain.replace(/\n\s*\n/g, '\n\n').split('\n')
  const text = lines.slice(0, MAX_QUOTED_LINES).join('\n')
  const isShortened = text.length > chars || lines.length > MAX_QUOTED_LINES || isTruncated
  return {
    text: isShortened ? truncate(`${text.replace(/…?\s*$/, '')}…`, chars) : text,
    collapsedMails,
    isCut,
    pictures,
  }
}

/** A mail in pages. */
export interface MailPages {
  pages: RichText[]
  /** Set if the end was not read. */
  isCut: boolean
  /** Content that the pages leave out; absent if they show everything. */
  hidden?: { mails: number; signature: boolean }
}

/** Limit of lines for leaving out parts: the end of a longer mail is not examined, so nothing in it may be hidden. */
const FOLDED_LINES = 1_000

/** Returns the mail without quotations and signature; undefined if it has neither, or if they are uncertain. */
function readFolded(mail: Mail): (Pick<MailPages, 'hidden'> & { richText: RichText }) | undefined {
  const { text = '' } = mail
  if (text.length > NEW_TEXT_CHARS || text.split('\n', FOLDED_LINES).length === FOLDED_LINES) return undefined
  const { richText, collapsed, isCut } = extractNewContent(bodyOf(mail))
  const { quotedMails: mails, signature } = collapsed
  if (isCut || (mails === 0 && !signature) || richText.elements.length === 0) return undefined
  return { richText, hidden: { mails, signature } }
}

/** Splits the mail into pages; the whole mail if `isWhole`. `linksOn`: a person has asked for the links that are otherwise shown as text. */
export function paginateMail(mail: Mail, { linksOn = false, isWhole = true } = {}): MailPages {
  const folded = isWhole ? undefined : readFolded(mail)
  const { richText, isCut } = folded ? { ...folded, isCut: false } : extractFullContent(bodyOf(mail))
  const shown = hasDisabledLinks(mail) && !linksOn ? withoutLinks(richText) : richText
  const pages = splitIntoPages(shown, PAGE_CHARS)
  return { pages, isCut, ...(folded?.hidden && { hidden: folded.hidden }) }
}

/** Splits the plain text of a mail, or the text of its HTML if it has none, into pages for readers without formatting. */
export function paginatePlainText(mail: Mail): RichText[] {
  const text = sanitizeText(mail.text || extractFullContent(bodyOf(mail)).plainText).trimEnd()
  const whole: RichText = {
    type: 'rich_text',
    elements: text === '' ? [] : [{ type: 'rich_text_preformatted', elements: [{ type: 'text', text }] }],
  }
  return splitIntoPages(hasDisabledLinks(mail) ? withoutLinks(whole) : whole, PAGE_CHARS)
}

/**
 * Names what the pages of `paginateMail` lack of the mail, as the mailbox would send it on: `rest`, because its end is not kept or was not read, or
 * `plain`, words that only its plain text has. Returns undefined if they lack nothing.
 */
export function findUnshown(mail: Mail): 'rest' | 'plain' | undefined {
  const { isCut, plainText } = extractFullContent(bodyOf(mail))
  if (!mail.isFetched || mail.isCut || isCut) return 'rest'
  return mail.text && mail.html && hasMoreWords(sanitizeText(mail.text), plainText) ? 'plain' : undefined
}

/** Replaces links by their label and address as text; a blank after the scheme keeps Slack from making them clickable again. */
function withoutLinks(richText: RichText): RichText {
  const unlinked = (inlines: RichTextInline[]): RichTextInline[] =>
    inlines.map((inline) => {
      const style = inline.style && { style: inline.style }
      const shown =
        inline.type === 'link' && isLabelled(inline) ? `${inline.text} (${inline.url})` : readInlineText(inline)
      return { type: 'text', text: shown.replaceAll('://', ': //'), ...style }
    })
  const part = (one: RichTextPart): RichTextPart =>
    one.type === 'rich_text_list'
      ? { ...one, elements: one.elements.map((item) => ({ ...item, elements: unlinked(item.elements) })) }
      : { ...one, elements: unlinked(one.elements) }
  return { ...richText, elements: richText.elements.map(part) }
}

/** Whether a link shows something else than its address, which a browser ends with a slash. */
const isLabelled = ({ text, url }: { text?: string | undefined; url: string }): boolean =>
  text !== undefined && text !== '' && text.replace(/\/$/, '') !== url.replace(/\/$/, '')

/** Returns the writer's own text with the addresses of links, without quotations and signature; the whole text if those are uncertain. */
export function readOwnText(mail: Mail): string {
  const { richText } = readFolded(mail) ?? extractFullContent(bodyOf(mail))
  return toPlainText(writeOutLinks(richText)).trim()
}

/** Reads the text of a mail for the index of `/mail find`, in pieces; only the beginning of a long one. */
export function* readSearchText(mail: Mail): Pieces<string> {
  return (yield* readFullContent(bodyOf(mail))).plainText
}
