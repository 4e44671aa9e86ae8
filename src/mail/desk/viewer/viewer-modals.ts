import {
  actionsBlock,
  button,
  contextBlock,
  divider,
  plainText,
  richText,
  section,
} from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { dateToken, truncate } from '../../../slack/blocks/mrkdwn.ts'
import { type Address, displayAddress } from '../../records/address.ts'
import { filesAction, forwardAction, mailActions } from '../../records/mail-actions.ts'
import { buildActionButton, buildAllowedButtons, buildThreadButtons } from '../../cards/action-buttons.ts'
import { isolateDirection } from '../../../core/isolate-direction.ts'
import { buildMissingBodyNote, nameAttachments } from '../../cards/mail-body.ts'
import { buildQuietBadges, buildSenderWarnings, nameSomePeople } from '../../cards/mail-people.ts'
import { mailActionIds, mailCallbackIds, type MailTarget, formatMailTarget } from '../../action-ids.ts'
import { hasDisabledLinks, isAnswerable, isQuarantined, type Mail } from '../../records/mail/mail.ts'
import type { MailPages } from '../../records/mail/mail-preview.ts'
import { isOwned, type MailThread } from '../../records/mail/mail-thread.ts'
import { findPosted, findQueued } from '../../records/mail/placement.ts'
import type { ThreadVerb } from '../../records/mail/thread-actions.ts'
import {
  formatPage,
  formatWindow,
  type PagedContent,
  showsLinks,
  showsWhole,
  toggleWhole,
  withLinks,
} from './paged-content.ts'
import type { RichText } from '../../../mail-content/reading/rich-text.ts'
import type { MailText } from '../../text/mail-text.ts'
import { describeHidden } from '../../text/mail-sentences.ts'

const LINE_CHARS = 1300
const SUBJECT_CHARS = 600

export interface PageOptions {
  text: MailText
  mail: Mail
  at: MailTarget
  content?: PagedContent
  pages: RichText[]
  page: number
  /** Whether the mail has a further part that was not read. */
  isCut?: boolean
  /** The parts left out of the pages. */
  hidden?: MailPages['hidden']
  thread?: MailThread | undefined
  /** Who takes care of the thread, and its progress. */
  state?: string | undefined
}

/** Builds one page of a whole mail; the first one with sender and recipients. */
export function buildMailModal(options: PageOptions): View {
  const { text, mail, at, content = 'text', pages, page, isCut, thread } = options
  const words = text.forms
  const shown = pages[page]
  const missing = buildMissingBodyNote(text, mail)
  const canShowLinks = !showsLinks(content) && hasDisabledLinks(mail) && !isQuarantined(mail)
  return modal({
    callbackId: mailCallbackIds.mail,
    title: words.readTitle,
    close: words.close,
    privateMetadata: formatWindow(at, page, content),
    blocks: [
      ...(page === 0 ? [...buildPeople(text, mail), divider()] : buildPageHead(options)),
      ...(shown && shown.elements.length > 0
        ? [richText(shown.elements)]
        : missing.length === 0
          ? [section(plainText(text.noText))]
          : []),
      ...missing,
      ...(missing.length === 0 && page === pages.length - 1
        ? contextBlock(mail.isCut ? words.bodyCut : isCut && text.endNotRead)
        : []),
      ...(page === pages.length - 1 ? contextBlock(...nameAttachments(text, mail)) : []),
      ...contextBlock(canShowLinks && words.linksOff),
      ...buildHiddenLine(options),
      ...buildPageLine(options),
      ...actionsBlock(
        ...buildTurnButtons(options),
        ...buildAllowedButtons(text, replyActions, mail, formatMailTarget(at)),
        forwardAction.isAllowed(mail) && buildActionButton(text, forwardAction, formatMailTarget(at)),
        thread !== undefined &&
          findPosted(thread) !== undefined &&
          !isQuarantined(mail) &&
          filesAction.isAllowed(mail) &&
          buildActionButton(text, filesAction, formatMailTarget(at)),
        canShowLinks &&
          button({
            actionId: `${mailActionIds.turnPage}:links`,
            text: words.showLinks,
            value: formatPage(at, page, withLinks(content)),
          }),
        ...buildFoldButtons(options),
      ),
      ...buildThreadActions(options),
      ...buildThreadPager(options),
    ],
  })
}

const replyActions = mailActions.filter(({ verb }) => verb === 'reply' || verb === 'reply_all')

/** Builds the head of a further page: one line with sender and subject. */
const buildPageHead = ({ text, mail }: PageOptions): MessageBlock[] =>
  contextBlock(
    plainText(`${displayAddress(mail.from)} · ${isolateDirection(mail.subject || text.noSubject)}`, LINE_CHARS),
  )

export const buildPageLine = ({ text, pages, page }: PageOptions): MessageBlock[] =>
  pages.length > 1 ? contextBlock(text.forms.page({ page: page + 1, pages: pages.length })) : []

const buildHiddenLine = ({ text, hidden }: PageOptions): MessageBlock[] =>
  contextBlock(hidden && describeHidden(text, hidden.mails, hidden.signature))

/** Builds the button that shows or hides quoted text, from the first page on. */
function buildFoldButtons({ text: { forms }, at, content = 'text', hidden }: PageOptions) {
  const isWhole = showsWhole(content)
  if (!hidden && !isWhole) return []
  const label = isWhole ? forms.hideQuoted : forms.showQuoted
  return [
    button({ actionId: `${mailActionIds.turnPage}:fold`, text: label, value: formatPage(at, 0, toggleWhole(content)) }),
  ]
}

/** The acts on the thread of a mail, and the button that posts its card while only a list shows it. */
function buildThreadActions({ text, mail, at, thread, state }: PageOptions): MessageBlock[] {
  if (!thread || !isAnswerable(mail)) return []
  const verbs: ThreadVerb[] = isOwned(thread) ? ['done', 'reopen'] : ['claim', 'done', 'reopen']
  return [
    ...contextBlock(state),
    ...actionsBlock(
      ...buildThreadButtons(text, verbs, thread, formatMailTarget(at)),
      findQueued(thread) !== undefined &&
        button({ actionId: mailActionIds.postListed, text: text.digest.post, value: at.thread }),
    ),
  ]
}

/** Shows the position of the mail in its thread, with buttons for the previous and next mail. */
function buildThreadPager({ text: { forms }, at, thread }: PageOptions): MessageBlock[] {
  const mails = thread?.mails ?? []
  const index = mails.indexOf(at.mail ?? '')
  if (index < 0 || mails.length < 2) return []
  const turn = (mail: string | undefined, name: string, label: string) =>
    mail !== undefined &&
    button({
      actionId: `${mailActionIds.turnPage}:${name}`,
      text: label,
      value: formatPage({ thread: at.thread, mail }, 0, 'text'),
    })
  return [
    ...contextBlock(forms.mailOf({ mail: index + 1, mails: mails.length })),
    ...actionsBlock(
      turn(mails[index - 1], 'earlier', forms.earlierMail),
      turn(mails[index + 1], 'later', forms.laterMail),
    ),
  ]
}

export function buildTurnButtons({ text: { forms }, at, content = 'text', pages, page }: PageOptions) {
  const turn = (to: number, label: string) =>
    button({
      actionId: `${mailActionIds.turnPage}:${to < page ? 'back' : 'on'}`,
      text: label,
      value: formatPage(at, to, content),
    })
  return [page > 0 && turn(page - 1, forms.previousPage), page < pages.length - 1 && turn(page + 1, forms.nextPage)]
}

/** Shows the whole subject; a header block would cut it. */
export const buildSubject = (subject: string): MessageBlock =>
  richText([
    {
      type: 'rich_text_section',
      elements: [{ type: 'text', text: truncate(subject, SUBJECT_CHARS), style: { bold: true } }],
    },
  ])

function buildPeople(text: MailText, mail: Mail): MessageBlock[] {
  const words = text.forms
  const line = (label: string, addresses: Address[]) =>
    addresses.length > 0 && plainText(`${label} ${nameSomePeople(text, addresses)}`, LINE_CHARS)
  return [
    buildSubject(mail.subject || text.noSubject),
    ...contextBlock(line(words.from, [mail.from])),
    ...contextBlock(line(words.to, mail.to.length > 0 ? mail.to : [{ address: mail.inboxId }])),
    ...contextBlock(line(words.cc, mail.cc)),
    ...contextBlock(mail.leftOut !== undefined && words.moreRecipients({ count: mail.leftOut })),
    ...contextBlock(dateToken(mail.at, '{date_long} {time}'), buildQuietBadges(text, mail)),
    ...buildSenderWarnings(text, mail),
  ]
}

/** Builds a modal with a few sentences. */
export function buildTextModal({ forms: words }: MailText, title: string, lines: string[]): View {
  return modal({
    callbackId: mailCallbackIds.mail,
    title,
    close: words.close,
    blocks: lines.map((line) => section(line)),
  })
}
