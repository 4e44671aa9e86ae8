import {
  actionsBlock,
  button,
  contextBlock,
  divider,
  plainText,
  richText,
  section,
} from '../../slack/blocks/block-builders.ts'
import { modal } from '../../slack/blocks/form-fields.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { dateToken, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import { type Address, displayAddress } from '../model/address.ts'
import { buildBadgeLine, buildMissingBodyNote } from '../thread/mail-card.ts'
import { actionIds, callbackIds, type MailTarget, formatTarget } from '../action-ids.ts'
import type { Mail } from '../model/mail.ts'
import type { RichText } from '../content/rich-text.ts'
import { formTexts as say } from '../text/en-forms.ts'

const HEADER_CHARS = 2500

/** A mail, and the page that its modal shows. */
export interface MailModalOptions {
  mail: Mail
  at: MailTarget
  pages: RichText[]
  page: number
}

/** A whole mail, page by page, with its sender and recipients. */
export function buildMailModal({ mail, at: place, pages, page }: MailModalOptions): View {
  const shown = pages[page]
  const missing = buildMissingBodyNote(mail)
  const turn = (to: number, text: string) =>
    button({
      actionId: `${actionIds.turnPage}:${to < page ? 'back' : 'on'}`,
      text,
      value: `${formatTarget(place)}.${to}`,
    })
  return modal({
    callbackId: callbackIds.mail,
    title: say.readTitle,
    close: say.close,
    blocks: [
      ...people(mail),
      ...buildBadgeLine(mail),
      divider(),
      ...(shown && shown.elements.length > 0
        ? [richText(shown.elements)]
        : missing.length === 0
          ? [section(plainText(say.empty))]
          : []),
      ...missing,
      ...(mail.isCut && missing.length === 0 && page === pages.length - 1 ? contextBlock(say.bodyCut) : []),
      ...(pages.length > 1 ? contextBlock(say.page(page + 1, pages.length)) : []),
      ...actionsBlock(
        page > 0 && turn(page - 1, say.previousPage),
        page < pages.length - 1 && turn(page + 1, say.nextPage),
      ),
    ],
  })
}

const people = (mail: Mail): MessageBlock[] => {
  const list = (addresses: Address[]) => addresses.map(displayAddress).join(', ')
  const line = (label: string, addresses: Address[]) =>
    addresses.length > 0 && plainText(`${label} ${list(addresses)}`, 600)
  return [
    section(plainText(mail.subject || say.noSubject, 600)),
    ...contextBlock(line(say.from, [mail.from])),
    ...contextBlock(line(say.to, mail.to.length > 0 ? mail.to : [{ address: mail.inboxId }])),
    ...contextBlock(line(say.cc, mail.cc)),
    ...contextBlock(mail.leftOut !== undefined && say.moreRecipients(mail.leftOut)),
    ...contextBlock(line(say.replyTo, mail.replyTo)),
    ...contextBlock(dateToken(mail.at, '{date_long} {time}')),
  ]
}

/** The headers as received. */
export function buildHeadersModal(mail: Mail): View {
  const lines = Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`)
  const text = [`Message-ID: ${mail.messageId}`, ...lines].join('\n').slice(0, HEADER_CHARS * 4)
  const parts = text.match(new RegExp(`[\\s\\S]{1,${HEADER_CHARS}}`, 'g')) ?? []
  return modal({
    callbackId: callbackIds.mail,
    title: say.headersTitle,
    close: say.close,
    blocks: [
      ...people(mail),
      divider(),
      ...parts.map((part) =>
        richText([{ type: 'rich_text_preformatted', elements: [{ type: 'text', text: part.toWellFormed() }] }]),
      ),
    ],
  })
}

/** The link to one attachment, or why there is none; undefined while the mailbox is being asked. */
export type FileLink = { url: string } | { failed: string } | undefined

/** The attachments of a mail, each with its link. */
export function buildFilesModal(mail: Mail, states: FileLink[]): View {
  return modal({
    callbackId: callbackIds.mail,
    title: say.filesTitle,
    close: say.close,
    blocks: [
      ...mail.attachments.flatMap((one, index): MessageBlock[] => {
        const state = states[index]
        const about = [one.name, one.size !== undefined && say.size(one.size), one.type].filter(Boolean).join(' · ')
        return [
          section(plainText(about, 300)),
          ...contextBlock(
            state === undefined
              ? say.asking
              : 'url' in state
                ? mrkdwnLink(state.url, say.download)
                : plainText(say.noFile(state.failed), 300),
          ),
        ]
      }),
      ...contextBlock(say.filesNote),
    ].slice(0, 98),
  })
}

/** A modal with a few sentences. */
export function buildTextModal(title: string, lines: string[]): View {
  return modal({
    callbackId: callbackIds.mail,
    title,
    close: say.close,
    blocks: lines.map((line) => section(line)),
  })
}
