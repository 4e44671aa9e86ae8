import { type Pieces, runInOneTurn } from '../../../core/own-turn.ts'
import type { EarlierTexts } from '../../../mail-content/reading/quotations/repeated-text.ts'
import { readNewContent } from '../../../mail-content/reading/new-content.ts'
import type { RichText } from '../../../mail-content/reading/rich-text.ts'
import { truncateRichText } from '../../../mail-content/reading/rich-text-pages.ts'
import type { Mail } from './mail.ts'

/** Limit of characters of new text on a card. */
export const CARD_CHARS = 1200

/** Raised when bodies are read differently: mail that an earlier version read is read again. Stored. */
export const READER_VERSION = 8

/** The part of a body that cards and forms show: the new text, and how much was collapsed. Links may still have to be disabled. */
export interface Reading {
  newContent: RichText
  isTruncated: boolean
  collapsedMails: number
  hasSignature: boolean
  /** Set if the body is too large and its end was not read. */
  isCut: boolean
  /** How many pictures the body shows; they are not loaded. */
  pictures: number
}

/** A mail whose body was read by this version. */
export type ReadMail = Mail & { reading: NonNullable<Mail['reading']> }

/** The body of a mail, for the readers of bodies. */
export const bodyOf = ({ subject, from, text, html, newText, newHtml, preview }: Mail) => ({
  subject,
  senderName: from.name,
  text,
  html,
  extracted_text: newText,
  extracted_html: newHtml,
  preview,
})

function* readBody(mail: Mail, earlier: EarlierTexts | undefined): Pieces<Reading> {
  const { richText, collapsed, isCut, pictures } = yield* readNewContent({ ...bodyOf(mail), earlier })
  const { richText: newContent, isCut: isTruncated } = truncateRichText(richText, CARD_CHARS)
  const { quotedMails: collapsedMails, signature: hasSignature } = collapsed
  return { newContent, isTruncated, collapsedMails, hasSignature, isCut, pictures }
}

/** The reading that is stored with a mail. */
export const findReading = (mail: Pick<Mail, 'reading'>): Reading | undefined =>
  mail.reading && (JSON.parse(mail.reading.found) as Reading)

/** Reads the body of a mail for its cards and forms. */
export const withReading = (mail: Mail): ReadMail => runInOneTurn(readMail(mail))

/** Reads the same in pieces; what `earlier` has is read as quoted. */
export function* readMail(mail: Mail, earlier?: EarlierTexts): Pieces<ReadMail> {
  const found = JSON.stringify(yield* readBody(mail, earlier))
  return { ...mail, reading: { version: READER_VERSION, found } }
}

/** Returns a stored mail, and reads its body again if another version read it. Source: decision 0023. */
export const withCurrentReading = (mail: Mail): ReadMail =>
  mail.reading?.version === READER_VERSION ? { ...mail, reading: mail.reading } : withReading(mail)
