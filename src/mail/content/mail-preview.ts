import { truncate } from '../../slack/blocks/mrkdwn.ts'
import { extractNewContent, extractFullContent } from './new-content.ts'
import { hasDisabledLinks, type Mail } from '../model/mail.ts'
import { type RichTextPart, type RichTextInline, type RichText, readInlineText, hasLinks } from './rich-text.ts'
import { splitIntoPages, truncateRichText } from './rich-text-pages.ts'

const CARD_CHARS = 1200
const PAGE_CHARS = 6000
/** An excerpt is a few hundred characters, however many blanks are between them. */
const MAX_EXCERPT_SOURCE = 10_000
/** A mail of many short lines must not push the form off the screen. */
const MAX_QUOTED_LINES = 12

/** A mail as its card shows it: the new text only, and how much was collapsed. */
export interface MailPreview {
  newContent: RichText
  isTruncated: boolean
  collapsedMails: number
  hasSignature: boolean
  /** Its links are shown as text. */
  hasDeadLinks: boolean
  /** The end of the body was not read, because it is too large. */
  isCut: boolean
  /** How many pictures the body shows; they are not loaded. */
  pictures: number
}

const bodyOf = ({ subject, from, text, html, newText, newHtml, preview }: Mail) => ({
  subject,
  senderName: from.name,
  text,
  html,
  extracted_text: newText,
  extracted_html: newHtml,
  preview,
})

/** The newly written text of a mail, cut to the size of a card. */
export function previewMail(mail: Mail): MailPreview {
  const { richText, collapsed, isCut, pictures } = extractNewContent(bodyOf(mail))
  const isDisabled = hasDisabledLinks(mail)
  const shown = isDisabled ? withoutLinks(richText) : richText
  const { richText: newContent, isCut: isTruncated } = truncateRichText(shown, CARD_CHARS)
  return {
    newContent,
    isTruncated,
    collapsedMails: collapsed.quotedMails,
    hasSignature: collapsed.signature,
    hasDeadLinks: isDisabled && hasLinks(richText),
    isCut,
    pictures,
  }
}

/** The beginning of the new text, as one line. */
export function excerptMail(mail: Mail, chars: number): string {
  const { plainText: plain } = extractNewContent(bodyOf(mail))
  const line = plain.slice(0, MAX_EXCERPT_SOURCE).replace(/\s+/g, ' ').trim()
  return truncate(line, chars)
}

/** A mail as a form quotes it: the beginning of the new text with its lines, and how much was collapsed. */
export function quoteMail(
  mail: Mail,
  chars: number,
): Pick<MailPreview, 'collapsedMails' | 'isCut' | 'pictures'> & { text: string } {
  const { plainText: plain, collapsed, isCut: isIncomplete, pictures } = extractNewContent(bodyOf(mail))
  const lines = plain
    .slice(0, MAX_EXCERPT_SOURCE)
    .trim()
    .replace(/\n\s*\n/g, '\n\n')
    .split('\n')
  const text = lines.slice(0, MAX_QUOTED_LINES).join('\n')
  const isCut = text.length > chars || lines.length > MAX_QUOTED_LINES || plain.length > MAX_EXCERPT_SOURCE
  return {
    text: isCut ? truncate(`${text.trimEnd()}…`, chars) : text,
    collapsedMails: collapsed.quotedMails,
    isCut: isIncomplete,
    pictures,
  }
}

/** The whole mail in pages. `isCut`: its end was not read. `linksOn`: a person has asked for the links that are shown as text otherwise. */
export function paginateMail(mail: Mail, { linksOn = false } = {}): { pages: RichText[]; isCut: boolean } {
  const { richText, isCut } = extractFullContent(bodyOf(mail))
  const shown = hasDisabledLinks(mail) && !linksOn ? withoutLinks(richText) : richText
  return { pages: splitIntoPages(shown, PAGE_CHARS), isCut }
}

/** Replaces links by their label and address as text; a blank after the scheme keeps Slack from making them clickable again. */
function withoutLinks(richText: RichText): RichText {
  const unlinked = (inlines: RichTextInline[]): RichTextInline[] =>
    inlines.map((inline) => {
      const style = inline.style && { style: inline.style }
      const shown = inline.type === 'link' && inline.text ? `${inline.text} (${inline.url})` : readInlineText(inline)
      return { type: 'text', text: shown.replaceAll('://', ': //'), ...style }
    })
  const part = (one: RichTextPart): RichTextPart =>
    one.type === 'rich_text_list'
      ? { ...one, elements: one.elements.map((item) => ({ ...item, elements: unlinked(item.elements) })) }
      : { ...one, elements: unlinked(one.elements) }
  return { ...richText, elements: richText.elements.map(part) }
}
