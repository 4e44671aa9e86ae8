import { actionsBlock, richText } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import type { RichText } from '../../../mail-content/reading/rich-text.ts'
import { splitIntoPages } from '../../../mail-content/reading/rich-text-pages.ts'
import { mailCallbackIds } from '../../action-ids.ts'
import { type Address, displayAddress } from '../../records/address.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { MailText } from '../../text/mail-text.ts'
import { buildPageLine, buildSubject, buildTurnButtons, type PageOptions } from './viewer-modals.ts'

const HEADERS_PAGE_CHARS = 5000

/** Splits the headers as received, and all people named in them, into pages. */
export function paginateHeaders({ forms: words, formats }: MailText, mail: Mail): RichText[] {
  const list = (label: string, addresses: Address[]) =>
    addresses.length > 0 && words.peopleList({ label, people: formats.list(addresses.map(displayAddress), 'comma') })
  const lines = [
    list(words.from, [mail.from]),
    list(words.to, mail.to),
    list(words.cc, mail.cc),
    mail.leftOut !== undefined && words.moreRecipients({ count: mail.leftOut }),
    list('Reply-To', mail.replyTo),
    `Message-ID: ${mail.messageId}`,
    '',
    ...Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`),
  ]
  const written = lines
    .filter((line) => line !== false)
    .join('\n')
    .toWellFormed()
  const part = { type: 'rich_text_preformatted' as const, elements: [{ type: 'text' as const, text: written }] }
  return splitIntoPages({ type: 'rich_text', elements: [part] }, HEADERS_PAGE_CHARS)
}

export function buildHeadersModal(options: PageOptions): View {
  const { text, mail, pages, page } = options
  const words = text.forms
  return modal({
    callbackId: mailCallbackIds.mail,
    title: words.headersTitle,
    close: words.close,
    blocks: [
      buildSubject(mail.subject || text.noSubject),
      ...(pages[page] ? [richText(pages[page].elements)] : []),
      ...buildPageLine(options),
      ...actionsBlock(...buildTurnButtons(options)),
    ],
  })
}
