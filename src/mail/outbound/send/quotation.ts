import { hasRightToLeft } from '../../../core/isolate-direction.ts'
import { removeTrailing } from '../../../core/remove-trailing.ts'
import { sanitizeText } from '../../../core/sanitize-text.ts'
import { hasDisabledLinks, type Mail } from '../../records/mail/mail.ts'
import { escapeHtml, linesToHtml } from '../../../mail-content/writing/escape-html.ts'
import { writeInertHtml } from '../../../mail-content/reading/html/inert-html.ts'
import { extractFullContent } from '../../../mail-content/reading/new-content.ts'
import type { MailBodies } from '../../../mail-content/writing/slack-to-mail.ts'

/** Nobody reads more, and every answer would repeat it. */
const MAX_TEXT = 60_000
const MAX_HTML = 120_000
const QUOTE_STYLE = 'margin:0 0 0 0.8ex;border-left:1px solid #ccc;padding-left:1ex'

export interface QuotationWords {
  /** The line with sender and time. */
  introduction: string
  /** Replaces the rest of a mail that is too long. */
  leftOut: string
}

/**
 * Quotes the whole mail, with its own quotations, as mail programs do below an answer: inert, and cut if it is very long. Returns undefined if it has
 * no text.
 */
export function buildQuotation(mail: Mail, { introduction, leftOut }: QuotationWords): MailBodies | undefined {
  const plain = readText(mail)
  const text = sanitizeText(plain.text.slice(0, MAX_TEXT))
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
  const isTextCut = plain.isCut || plain.text.length > MAX_TEXT
  const inert = mail.html
    ? writeInertHtml(mail.html, { maxChars: MAX_HTML, hasLinks: !hasDisabledLinks(mail) })
    : { html: '', isCut: false }
  const page = inert.html === '' ? { html: linesToHtml(text), isCut: isTextCut } : inert
  if (text === '') return undefined
  const [isShort, isPageShort] = [!(isTextCut || mail.isCut), !(page.isCut || mail.isCut)]
  const lines = isShort ? text : `${text}\n\n${leftOut}`
  const direction = hasRightToLeft(text) ? ' dir="auto"' : ''
  const end = isPageShort ? '' : `\n<p>${escapeHtml(leftOut)}</p>`
  return {
    text: `${introduction}\n${markLines(lines)}`,
    html:
      `<div class="moz-cite-prefix"${hasRightToLeft(introduction) ? ' dir="auto"' : ''}>${escapeHtml(introduction)}</div>\n` +
      `<blockquote type="cite" style="${QUOTE_STYLE}"${direction}>\n${page.html}${end}\n</blockquote>`,
  }
}

/** Adds a mark to each line; a quoted line gets no blank after it. */
const markLines = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : removeTrailing(`> ${line}`, ' ')))
    .join('\n')

function readText(mail: Mail): { text: string; isCut: boolean } {
  if (mail.text?.trim()) return { text: mail.text, isCut: false }
  const { plainText, isCut } = extractFullContent({
    subject: mail.subject,
    senderName: mail.from.name,
    html: mail.html,
  })
  return { text: plainText, isCut }
}
