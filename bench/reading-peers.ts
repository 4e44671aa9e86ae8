import { parseMessage } from '@u22n/mailtools'
import EmailReplyParser from 'email-reply-parser'
import { htmlToText } from 'html-to-text'
import parseEmail from 'node-email-reply-parser'
import parseReply from 'parse-reply'
import planer from 'planer'
import type { MailParts } from '../tools/reading-corpus.ts'

/** A program that finds the new text of a mail. */
export interface Reader {
  name: string
  read: (parts: MailParts) => string | Promise<string>
}

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } }))

/** The text of an HTML mail in the form that comes closest to what the corpus expects. */
const convertHtml = (html: string): string =>
  htmlToText(html, {
    wordwrap: false,
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'skip' },
      { selector: 'table', format: 'dataTable', options: { uppercaseHeaderCells: false } },
      ...headings,
    ],
  })

const readParts =
  (read: (text: string) => string) =>
  ({ text, html }: MailParts): string =>
    read(text ?? convertHtml(html ?? ''))

/** Published parsers of replies. Those for plain text read a mail without a text part after html-to-text. */
export const PEERS: Reader[] = [
  { name: 'email-reply-parser', read: readParts((text) => new EmailReplyParser().read(text).getVisibleText()) },
  { name: 'node-email-reply-parser', read: readParts((text) => parseEmail(text, true)) },
  { name: 'planer', read: readParts((text) => planer.extractFrom(text, 'text/plain')) },
  { name: 'parse-reply', read: readParts((text) => parseReply(text)) },
  {
    name: '@u22n/mailtools',
    read: async ({ html, text }) => {
      if (html === undefined) return text ?? ''
      const options = { cleanQuotations: true, cleanSignatures: true }
      return convertHtml((await parseMessage(html, options)).parsedMessageHtml)
    },
  },
]
