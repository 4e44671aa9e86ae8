import { isolateDirection } from '../../core/isolate-direction.ts'
import {
  actionsBlock,
  contextBlock,
  header,
  menuOption,
  overflow,
  plainText,
  richText,
} from '../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { truncate, dateToken, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { actionIds, type MailTarget, formatTarget } from '../action-ids.ts'
import { displayAddress } from '../model/address.ts'
import { mailActions, mailMenu } from '../model/allowed-actions.ts'
import { buildAllowedButtons } from './action-buttons.ts'
import type { Mail } from '../model/mail.ts'
import type { MailPreview } from '../content/mail-preview.ts'
import { mailTexts } from '../text/en.ts'
import { buildQuietBadges, buildRecipientLine, buildSenderWarnings } from './mail-people.ts'
import type { ThreadSummary } from './thread-summary.ts'

const LINE_CHARS = 300
/** Room for the longest name and two of the longest addresses. */
const SENDER_CHARS = 900

/** A mail, and what its card shows of it. */
export interface MailCardOptions {
  mail: Mail
  preview: MailPreview
  at: MailTarget
  /** Head only: the rest of the thread. */
  thread?: ThreadSummary
}

/** One mail as a message: the head of its thread, or a later mail in it. */
export function buildMailCard({ mail, preview, at, thread }: MailCardOptions): Message {
  const subject = mail.subject || mailTexts.noSubject
  const from = mail.from.address ? displayAddress(mail.from) : mailTexts.noSender
  const blocks: MessageBlock[] = [
    ...(thread ? [header(subject)] : []),
    ...contextBlock(
      plainText(`✉️ ${from} → ${mail.inboxId}`, SENDER_CHARS),
      dateToken(mail.at, '{date_short_pretty} {time}'),
      buildQuietBadges(mail),
    ),
    ...buildRecipientLine(mail),
    ...buildSenderWarnings(mail),
    ...buildBody(mail, preview),
    ...contextBlock(...describeCollapsed(mail, preview)),
    ...(thread ? buildThreadLine(thread) : []),
    ...actionsBlock(...buildButtons(mail, at)),
  ]
  return { text: escapeMrkdwn(truncate(mailTexts.newMail(from, isolateDirection(subject)), LINE_CHARS)), blocks }
}

/** Says why the text of a mail is missing; empty for every other mail. */
export function buildMissingBodyNote({ isFetched, isRefused, isCut, text, html }: Mail): MessageBlock[] {
  if (!isFetched) return contextBlock(isRefused ? mailTexts.notHandedOut : mailTexts.notFetched)
  return isCut && text === undefined && html === undefined ? contextBlock(mailTexts.notReadWhole) : []
}

function buildBody(
  mail: Mail,
  { newContent: fresh, isTruncated: isCut, hasDeadLinks, tooComplex }: MailPreview,
): MessageBlock[] {
  const note = buildMissingBodyNote(mail)
  if (!mail.isFetched) return note
  if (fresh.elements.length > 0)
    return [
      richText(fresh.elements),
      ...contextBlock(isCut && mailTexts.cutHere, hasDeadLinks && mailTexts.linksOff),
      ...note,
    ]
  return note.length > 0 ? note : contextBlock(tooComplex ? mailTexts.tooComplex : mailTexts.noText)
}

const isolateName = ({ name, size }: Mail['attachments'][number]) => ({ name: isolateDirection(name), size })

function describeCollapsed(mail: Mail, preview: MailPreview) {
  const files = mail.attachments.filter(({ isInline }) => !isInline)
  const collapsed = [
    preview.collapsedMails > 0 && mailTexts.collapsedMails(preview.collapsedMails),
    preview.hasSignature && mailTexts.signatureCollapsed,
  ].filter((part) => part !== false)
  return [
    files.length > 0 && plainText(mailTexts.files(files.map(isolateName)), LINE_CHARS),
    collapsed.length > 0 && collapsed.join(' · '),
  ]
}

function buildThreadLine({ record, last, replies }: ThreadSummary): MessageBlock[] {
  const more = record.count - 1
  const repliesBefore = replies.sentAt.filter((at) => last && at <= last.at).length
  const before = last?.count !== undefined ? last.count - record.count - repliesBefore : 0
  const parts = [
    before > 0 && mailTexts.earlier(before),
    more > 0 && mailTexts.more(more),
    more > 0 &&
      last &&
      mailTexts.lastFrom(escapeMrkdwn(last.from.address), dateToken(last.at, '{date_short_pretty} {time}')),
    replies.count > 0 && mailTexts.replied(replies.count, replies.fates),
  ]
  return contextBlock(parts.filter(Boolean).join(' · '))
}

function buildButtons(mail: Mail, at: MailTarget) {
  const value = formatTarget(at)
  const entries = mailMenu.filter((entry) => entry.isAllowed(mail))
  return [
    ...buildAllowedButtons(mailActions, mail, value),
    overflow(
      actionIds.mailMenu,
      entries.map(({ verb, label }) => menuOption(label, `${verb}:${value}`)),
    ),
  ]
}
