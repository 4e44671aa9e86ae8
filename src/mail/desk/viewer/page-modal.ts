import type { View } from '../../../slack/blocks/slack-message.ts'
import { isQuarantined } from '../../records/mail/mail.ts'
import { type MailPages, paginateMail } from '../../records/mail/mail-preview.ts'
import type { MailText } from '../../text/mail-text.ts'
import { buildHeadersModal, paginateHeaders } from './headers-modal.ts'
import { type PagedContent, showsLinks, showsWhole } from './paged-content.ts'
import { buildMailModal, type PageOptions } from './viewer-modals.ts'

/** Builds one page of a mail or its headers; a number out of range becomes the nearest page. */
export function buildPageModal(
  text: MailText,
  { key, mail, thread, state }: Pick<PageOptions, 'mail' | 'thread' | 'state'> & { key: string },
  content: PagedContent = 'text',
  wanted = 0,
): View {
  const { pages, isCut, hidden }: MailPages =
    content === 'headers'
      ? { pages: paginateHeaders(text, mail), isCut: false }
      : paginateMail(mail, {
          linksOn: showsLinks(content) && !isQuarantined(mail),
          isWhole: showsWhole(content),
        })
  const page = Math.max(0, Math.min(wanted, pages.length - 1))
  const at = { thread: mail.thread, mail: key }
  const options = { text, mail, at, content, pages, page, isCut, thread, state, ...(hidden && { hidden }) }
  return content === 'headers' ? buildHeadersModal(options) : buildMailModal(options)
}
