import { extractNewContent } from '../../../mail-content/reading/new-content.ts'
import type { RichText } from '../../../mail-content/reading/rich-text.ts'
import { truncateRichText } from '../../../mail-content/reading/rich-text-pages.ts'
import type { Mail } from './mail.ts'

/** The characters of new text that a card shows. */
export const CARD_CHARS = 1200

/** Raised when mails are read in another way: a mail that an earlier version read is read again. Stored. */
export const READER_VERSION = 6

/** What cards and forms show of a body: the new text, and how much was collapsed. Links may still have to be disabled. */
export interface Reading {
  newContent: RichText
  isTruncated: boolean
  collapsedMails: number
  hasSignature: boolean
  /** The end of the body was not read, because it is too large. */
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

function readBody(mail: Mail): Reading {
  const { richText, collapsed, isCut, pictures } = extractNewContent(bodyOf(mail))
  const { richText: newContent, isCut: isTruncated } = truncateRichText(richText, CARD_CHARS)
  const { quotedMails: collapsedMails, signature: hasSignature } = collapsed
  return { newContent, isTruncated, collapsedMails, hasSignature, isCut, pictures }
}

/** The mail with what its cards and forms show of its body. */
export const withReading = (mail: Mail): ReadMail => ({
  ...mail,
  reading: { version: READER_VERSION, found: JSON.stringify(readBody(mail)) },
})

/** The mail as it is stored, read again if another version read it. Source: decision 0023. */
export const withCurrentReading = (mail: Mail): ReadMail =>
  mail.reading?.version === READER_VERSION ? { ...mail, reading: mail.reading } : withReading(mail)
