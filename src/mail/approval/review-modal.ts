import {
  actionsBlock,
  button,
  contextBlock,
  divider,
  plainText,
  richText,
  section,
} from '../../slack/blocks/block-builders.ts'
import { inputBlock, modal, textInput } from '../../slack/blocks/form-fields.ts'
import { dateToken } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { actionIds, callbackIds } from '../action-ids.ts'
import type { RichText } from '../content/rich-text.ts'
import { splitIntoPages } from '../content/rich-text-pages.ts'
import { type Address, displayAddress } from '../model/address.ts'
import { editAfterFailure } from '../model/allowed-actions.ts'
import { joinBodies } from '../model/reply-content.ts'
import type { Reply } from '../model/reply.ts'
import type { MailText } from '../text/mail-text.ts'
import { isolateDirection } from '../../core/isolate-direction.ts'

/** A page of text leaves room for everybody who gets the mail. */
const PAGE_CHARS = 6000
const WHEN = '{date_short_pretty} {time}'
const LIST_CHARS = 2900
const REASON_CHARS = 1000
/** Slack shows a hundred blocks; this many lists of addresses leave room for the rest. */
const LISTS_MAX = 30

/** What an open window remembers: ids and a keyed hash. Its field names are frozen. */
export interface ReviewState {
  reply: string
  /** Names what is shown. */
  mark: string
}

export interface ReviewOptions {
  text: MailText
  state: ReviewState
  reply: Reply
  subject: string
  writer: string
  unusual: string[]
  page: number
  /** Something that the person must know first. */
  notice?: string | undefined
}

/** The mail exactly as it leaves, for somebody who may approve it: recipients, files, what is unusual, and the whole text in pages. */
export function buildReviewModal(options: ReviewOptions): View {
  const { text, state, reply, subject, writer, unusual, notice } = options
  const say = text.approval
  const pages = paginateText(reply, say.noText)
  const page = Math.max(0, Math.min(options.page, pages.length - 1))
  return modal({
    callbackId: callbackIds.approve,
    title: say.title,
    submit: say.approve,
    close: text.forms.close,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...(notice === undefined ? [] : [section(notice)]),
      ...contextBlock(plainText(say.from(writer, reply.inboxId), 300)),
      ...buildUnusual(text, unusual),
      ...buildPeople(text, reply),
      section(plainText(say.subject(isolateDirection(subject || text.noSubject)), LIST_CHARS)),
      ...buildFiles(text, reply),
      divider(),
      ...(pages[page] ? [richText(pages[page].elements)] : []),
      divider(),
      ...(pages.length > 1 ? contextBlock(text.forms.page(page + 1, pages.length)) : []),
      ...contextBlock(
        reply.sendAt === undefined ? say.leaves : text.schedule.onceApproved(dateToken(reply.sendAt, WHEN)),
      ),
      ...actionsBlock(
        ...buildTurnButtons(text, state.reply, page, pages.length),
        button({ actionId: actionIds.declineApproval, text: say.decline, value: state.reply }),
        button({ actionId: editAfterFailure.actionId, text: say.edit, value: state.reply }),
      ),
    ],
  })
}

function paginateText(reply: Reply, empty: string): RichText[] {
  const { text } = joinBodies(reply)
  const part = {
    type: 'rich_text_section' as const,
    elements: [{ type: 'text' as const, text: text.toWellFormed() || empty }],
  }
  return splitIntoPages({ type: 'rich_text', elements: [part] }, PAGE_CHARS)
}

function buildUnusual({ approval: say }: MailText, unusual: string[]): MessageBlock[] {
  if (unusual.length === 0) return []
  const lines = unusual.map((line) => `⚠️ ${line}`).join('\n')
  return [section(plainText(`${say.unusual.title}\n${lines}`, LIST_CHARS))]
}

/** Every address: nobody approves somebody whom they have not seen. */
function buildPeople({ approval: say }: MailText, { to, cc, bcc, replyTo = [] }: Reply): MessageBlock[] {
  const list = (label: string, people: Address[]): MessageBlock[] =>
    splitNames(people.map(displayAddress)).map((names) => section(plainText(say.people(label, names), LIST_CHARS)))
  const { labels } = say
  return [
    ...list(labels.to, to),
    ...list(labels.cc, cc),
    ...list(labels.bcc, bcc),
    ...list(labels.replyTo, replyTo),
  ].slice(0, LISTS_MAX)
}

/** Names in portions that fit a block each; none for nobody. */
function splitNames(names: string[]): string[][] {
  const portions: string[][] = []
  let left = 0
  for (const name of names) {
    left -= name.length + 2
    if (left < 0) {
      portions.push([])
      left = LIST_CHARS - 100 - name.length
    }
    portions.at(-1)?.push(name)
  }
  return portions
}

function buildFiles(text: MailText, { files, mailFiles = [], links = [] }: Reply): MessageBlock[] {
  const named = [...files, ...mailFiles].map(({ name, size }) =>
    size === undefined ? name : `${name} ${text.size(size)}`,
  )
  const all = [...named, ...links.map(({ name, url }) => `${name} (${url})`)]
  return all.length > 0 ? [section(plainText(text.approval.files(all), LIST_CHARS))] : []
}

/** A page button's value is `<reply>.<page>`. */
function buildTurnButtons({ forms }: MailText, id: string, page: number, pages: number) {
  const turn = (name: string, to: number, label: string) =>
    button({ actionId: `${actionIds.turnReview}:${name}`, text: label, value: `${id}.${to}` })
  return [
    page > 0 && turn('back', page - 1, forms.previousPage),
    page < pages - 1 && turn('on', page + 1, forms.nextPage),
  ]
}

/** An answer in place of the window. */
export const buildAnswer = ({ approval: say, forms }: MailText, { blocks }: Message): View =>
  modal({ callbackId: callbackIds.approvals, title: say.title, close: forms.close, blocks })

/** Asks why a mail is declined. */
export const buildDeclineModal = ({ approval: say, forms }: MailText, state: ReviewState): View =>
  modal({
    callbackId: callbackIds.decline,
    title: say.declineTitle,
    submit: say.declineSubmit,
    close: forms.cancel,
    privateMetadata: JSON.stringify(state),
    blocks: [
      inputBlock(
        { blockId: 'reason', label: say.declineReason, hint: say.declineHint },
        textInput({ actionId: 'mail.decline_reason', multiline: true, maxLength: REASON_CHARS, focus: true }),
      ),
    ],
  })
