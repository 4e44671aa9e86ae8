import type { MailMessage } from '../../clients/mailbox/mailbox-schemas.ts'
import { inert } from '../../core/sanitize-text.ts'
import { fromText } from './plain-text-mail.ts'
import { fromHtml } from './html-to-rich-text.ts'
import { type Folded, newText } from './quoted-text.ts'
import { head, plain, type RichText } from './rich-text.ts'

export type MailBody = Pick<MailMessage, 'text' | 'html' | 'extracted_text' | 'extracted_html' | 'preview'>

export interface Shown {
  richText: RichText
  plain: string
  folded: Folded
  /** The mail has an HTML form that is too large or too deep to be shown, and nothing instead of it. */
  tooComplex: boolean
}

const nothing: Folded = { quotedMails: 0, signature: false }
const hasWords = (richText: RichText) => richText.elements.length > 0

function shown(richText: RichText, folded: Folded, tooComplex = false): Shown {
  return { richText, plain: plain(richText), folded, tooComplex }
}

/** Letters and digits alone: two forms of one mail differ in everything else. */
function words(text: string): Set<string> {
  return new Set(
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  )
}

/** The service has cut out the new text, but as text only; our own cut of the HTML counts if it says the same. */
function saysTheSame(ours: string, extracted: string): boolean {
  const expected = words(extracted)
  const found = words(ours)
  const missing = [...expected].filter((word) => !found.has(word)).length
  return missing <= expected.size * 0.1 && ours.length <= extracted.length * 1.6 + 200
}

/** HTML without the marks that programs leave: the text pass still finds what is quoted at its end. */
function newHtml(html: string): Shown | undefined {
  const folded = fromHtml(html, { fold: true })
  const made = folded && hasWords(folded.richText) ? folded : fromHtml(html, { fold: false })
  if (!made || !hasWords(made.richText)) return undefined
  const text = plain(made.richText)
  const { fresh, folded: inText } = newText(text)
  const isTail = text.startsWith(fresh) && fresh.length < text.length && fresh.length > 0
  return shown(isTail ? head(made.richText, fresh.length) : made.richText, {
    quotedMails: made.quotedMails + (isTail ? inText.quotedMails : 0),
    signature: made.signature || (isTail && inText.signature),
  })
}

/** What was newly written in a mail, in its best form; quotations and signature are folded, and counted. */
export function newPart(mail: MailBody): Shown {
  const text = inert(mail.text ?? '').trim()
  const extracted = inert(mail.extracted_text ?? '').trim()
  const ours = newText(text)
  const withCount = ({ folded, ...rest }: Shown): Shown => ({
    ...rest,
    folded: {
      quotedMails: Math.max(folded.quotedMails, ours.folded.quotedMails),
      signature: folded.signature || ours.folded.signature,
    },
  })
  const html = mail.extracted_html ? newHtml(mail.extracted_html) : mail.html ? newHtml(mail.html) : undefined
  if (html && (mail.extracted_html || !extracted || saysTheSame(html.plain, extracted))) return withCount(html)
  if (extracted) {
    const { fresh, folded } = newText(extracted)
    return withCount(shown(fromText(fresh), folded))
  }
  if (text) return shown(fromText(ours.fresh), ours.folded)
  return html ?? shown(fromText(mail.preview ?? ''), nothing, Boolean(mail.html))
}

/** The whole mail, nothing folded. */
export function wholeMail(mail: MailBody): Shown {
  const html = mail.html ? fromHtml(mail.html, { fold: false }) : undefined
  if (html && hasWords(html.richText)) return shown(html.richText, nothing)
  const text = mail.text ?? mail.extracted_text ?? mail.preview ?? ''
  return shown(fromText(text), nothing, Boolean(mail.html) && text.trim() === '')
}
