import type { MailMessage } from '../../clients/mailbox/mailbox-schemas.ts'
import { sanitizeText } from '../../core/sanitize-text.ts'
import { type Pieces, runInOneTurn } from '../../core/own-turn.ts'
import { readHtml } from './html/html-reader.ts'
import { parseHtml } from './html/parse-html.ts'
import { readNewHtml } from './html/new-html.ts'
import { plainTextToRichText } from './plain-text-mail.ts'
import {
  type CollapsedParts,
  type MailHead,
  NEW_TEXT_CHARS,
  type NewText,
  splitNewText,
} from './quotations/quoted-text.ts'
import { toPlainText, type RichText } from './rich-text.ts'
import { readUniqueWords, shareOfWords } from './quotations/same-words.ts'

/** The parts of a mail, and the facts of its head that help to read them. */
export type MailBody = Pick<MailMessage, 'text' | 'html' | 'extracted_text' | 'extracted_html' | 'preview'> & MailHead

/** A mail's body, or only the new part, as rich text and as plain text. */
export interface ExtractedContent {
  richText: RichText
  plainText: string
  collapsed: CollapsedParts
  /** The end of the body was not read. */
  isCut: boolean
  /** How many pictures the HTML body shows. */
  pictures: number
}

const nothing: CollapsedParts = { quotedMails: 0, signature: false }
const hasWords = (richText: RichText) => richText.elements.length > 0

function buildContent(
  richText: RichText,
  { collapsed = nothing, isCut = false, pictures = 0 }: Partial<ExtractedContent> = {},
): ExtractedContent {
  return { richText, plainText: toPlainText(richText), collapsed, isCut, pictures }
}

const withoutAddresses = (text: string): string => text.replace(/<?https?:\/\/[^\s>]+>?/g, ' ')

/** The service extracts the new text without markup; our own extract of the HTML is used if it has the same words. */
const saysTheSame = (ours: string, extracted: string): boolean =>
  shareOfWords(withoutAddresses(extracted), readUniqueWords(ours)) >= 0.9 && ours.length <= extracted.length * 1.6 + 200

/** Whether an extract has every line of the new text: the service takes some answers and later paragraphs for quoted text. */
function holdsAll(extracted: string, newText: string): boolean {
  const join = (text: string) => text.replace(/\s+/g, ' ').trim()
  const there = join(extracted)
  return newText.split('\n').every((line) => there.includes(join(line)))
}

/** Where the text body marks each quoted line, its new part is certain: the HTML body must not show less, except a signature. */
function lacksNewText(html: ExtractedContent, text: string, { newText, collapsed }: NewText): boolean {
  if (collapsed.quotedMails === 0 || !/^\s{0,3}>/m.test(text)) return false
  const shown = readUniqueWords(html.plainText)
  const isShown = withoutAddresses(newText)
    .split('\n')
    // A line that ends in a colon may introduce what is quoted, in words that the rules for text do not know.
    .filter((line) => /\p{L}/u.test(line) && !/[:：]\s*$/.test(line))
    .map((line) => shareOfWords(line, shown) >= 0.8)
  const last = isShown.lastIndexOf(true)
  return isShown.slice(0, last).includes(false) || (last < isShown.length - 1 && !html.collapsed.signature)
}

const readBeginning = (text = ''): string => sanitizeText(text.slice(0, NEW_TEXT_CHARS)).trim()

/** The newly written part of a mail, in its best form; quotations and the signature are collapsed and counted. */
export const extractNewContent = (mail: MailBody): ExtractedContent => runInOneTurn(readNewContent(mail))

/** Reads the same in pieces. */
export function* readNewContent(mail: MailBody): Pieces<ExtractedContent> {
  const text = readBeginning(mail.text)
  const { subject, senderName, earlier } = mail
  const ours = splitNewText(text, mail)
  yield
  // The service leaves out forwarded mail.
  const offered = ours.isForward ? '' : readBeginning(mail.extracted_text)
  const extracted = holdsAll(offered, ours.newText) ? offered : ''
  const source = mail.extracted_html ? mail.extracted_html : mail.html
  const made = source
    ? yield* readNewHtml(source, { subject, senderName, text, newText: ours.newText, leftOut: ours.collapsed, earlier })
    : undefined
  yield
  const html = made && buildContent(made.richText, made)
  const facts = { isCut: html?.isCut ?? false, pictures: html?.pictures ?? 0 }
  if (html && hasWords(html.richText)) {
    const isSame =
      mail.extracted_html !== undefined || made?.hasMarks || !extracted || saysTheSame(html.plainText, extracted)
    const hasForward =
      !ours.isForward || shareOfWords(withoutAddresses(ours.newText), readUniqueWords(html.plainText)) >= 0.8
    if (isSame && hasForward && !lacksNewText(html, text, ours)) return html
  }
  yield
  const plain = extracted ? splitNewText(extracted, mail) : ours
  if (plain.newText.trim() !== '') {
    const quotedMails = Math.max(
      plain.collapsed.quotedMails,
      ours.collapsed.quotedMails,
      made?.collapsed.quotedMails ?? 0,
    )
    const signature = plain.collapsed.signature || ours.collapsed.signature
    return buildContent(plainTextToRichText(plain.newText), {
      collapsed: { quotedMails, signature },
      pictures: facts.pictures,
    })
  }
  if (html && (hasWords(html.richText) || html.pictures > 0)) return html
  return buildContent(plainTextToRichText(mail.preview ?? ''), facts)
}

/** The whole mail, with nothing collapsed. */
export const extractFullContent = (mail: MailBody): ExtractedContent => runInOneTurn(readFullContent(mail))

/** Reads the same in pieces. */
export function* readFullContent(mail: MailBody): Pieces<ExtractedContent> {
  const parsed = mail.html ? parseHtml(mail.html) : undefined
  yield
  const html = parsed && { ...readHtml(parsed, { collapse: 'nothing' }), isCut: parsed.isCut }
  yield
  const made = html && buildContent(html.richText, html)
  if (made && hasWords(made.richText)) return made
  const text = mail.text ?? mail.extracted_text ?? mail.preview ?? ''
  return buildContent(plainTextToRichText(text), { isCut: made?.isCut ?? false, pictures: made?.pictures ?? 0 })
}
