import type { MailMessage } from '../../clients/mailbox/mailbox-schemas.ts'
import { sanitizeText } from '../../core/sanitize-text.ts'
import { plainTextToRichText } from './plain-text-mail.ts'
import { documentToRichText, htmlToRichText, parseHtml } from './html-to-rich-text.ts'
import { type CollapsedParts, NEW_TEXT_CHARS, splitNewText } from './quoted-text.ts'
import { toPlainText, type RichText } from './rich-text.ts'
import { takeBeginning } from './rich-text-pages.ts'

export type MailBody = Pick<MailMessage, 'text' | 'html' | 'extracted_text' | 'extracted_html' | 'preview'>

/** A mail's body, or the new part of it, as rich text and as plain text. */
export interface ExtractedContent {
  richText: RichText
  plainText: string
  collapsed: CollapsedParts
  /** The mail has only an HTML body, which is too large or too deep to be shown. */
  tooComplex: boolean
}

const nothing: CollapsedParts = { quotedMails: 0, signature: false }
const hasWords = (richText: RichText) => richText.elements.length > 0

function buildContent(richText: RichText, collapsed: CollapsedParts, tooComplex = false): ExtractedContent {
  return { richText, plainText: toPlainText(richText), collapsed, tooComplex }
}

/** Only letters and digits: two bodies of one mail differ in everything else. */
function words(text: string): Set<string> {
  return new Set(
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}

/** The service extracts the new text without markup; our own extract of the HTML is used if it has the same words. */
function saysTheSame(ours: string, extracted: string): boolean {
  const expected = words(extracted)
  const found = words(ours)
  const missing = [...expected].filter((word) => !found.has(word)).length
  return missing <= expected.size * 0.1 && ours.length <= extracted.length * 1.6 + 200
}

/** The new part of an HTML body. Where programs left no marks, the text rules still find what is quoted at its end. */
function newHtml(html: string): ExtractedContent | undefined {
  const document = parseHtml(html)
  if (!document) return undefined
  const collapsed = documentToRichText(document, { collapse: true })
  const made = hasWords(collapsed.richText) ? collapsed : documentToRichText(document, { collapse: false })
  if (!hasWords(made.richText)) return undefined
  const text = toPlainText(made.richText)
  const { newText: fresh, collapsed: inText } = splitNewText(text)
  const isTail = text.startsWith(fresh) && fresh.length < text.length && fresh.length > 0
  return buildContent(isTail ? takeBeginning(made.richText, fresh.length) : made.richText, {
    quotedMails: made.quotedMails + (isTail ? inText.quotedMails : 0),
    signature: made.signature || (isTail && inText.signature),
  })
}

const readBeginning = (text = ''): string => sanitizeText(text.slice(0, NEW_TEXT_CHARS)).trim()

/** The newly written part of a mail, in its best form; quotations and the signature are collapsed and counted. */
export function extractNewContent(mail: MailBody): ExtractedContent {
  const text = readBeginning(mail.text)
  const extracted = readBeginning(mail.extracted_text)
  const ours = splitNewText(text)
  const withCount = ({ collapsed, ...rest }: ExtractedContent): ExtractedContent => ({
    ...rest,
    collapsed: {
      quotedMails: Math.max(collapsed.quotedMails, ours.collapsed.quotedMails),
      signature: collapsed.signature || ours.collapsed.signature,
    },
  })
  const html = mail.extracted_html ? newHtml(mail.extracted_html) : mail.html ? newHtml(mail.html) : undefined
  if (html && (mail.extracted_html || !extracted || saysTheSame(html.plainText, extracted))) return withCount(html)
  if (extracted) {
    const { newText, collapsed } = splitNewText(extracted)
    return withCount(buildContent(plainTextToRichText(newText), collapsed))
  }
  if (text) return buildContent(plainTextToRichText(ours.newText), ours.collapsed)
  return html ?? buildContent(plainTextToRichText(mail.preview ?? ''), nothing, Boolean(mail.html))
}

/** The whole mail, with nothing collapsed. */
export function extractFullContent(mail: MailBody): ExtractedContent {
  const html = mail.html ? htmlToRichText(mail.html, { collapse: false }) : undefined
  if (html && hasWords(html.richText)) return buildContent(html.richText, nothing)
  const text = mail.text ?? mail.extracted_text ?? mail.preview ?? ''
  return buildContent(plainTextToRichText(text), nothing, Boolean(mail.html) && text.trim() === '')
}
