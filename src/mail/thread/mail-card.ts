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
import type { Badge, Mail } from '../model/mail.ts'
import type { MailPreview } from '../content/mail-preview.ts'
import { mailTexts } from '../text/en.ts'
import type { MailThread } from '../model/mail-thread.ts'

const LINE_CHARS = 300

/** A mail, and what its card shows of it. */
export interface MailCardOptions {
  mail: Mail
  preview: MailPreview
  at: MailTarget
  /** Head only: the rest of the thread. */
  thread?: { record: MailThread; last?: Mail | undefined }
}

/** One mail as a message: the head of its thread, or a later mail in it. */
export function buildMailCard({ mail, preview, at, thread }: MailCardOptions): Message {
  const subject = mail.subject || mailTexts.noSubject
  const from = mail.from.address ? displayAddress(mail.from) : mailTexts.noSender
  const blocks: MessageBlock[] = [
    ...(thread ? [header(subject)] : []),
    ...contextBlock(
      plainText(`✉️ ${from} → ${mail.inboxId}`, LINE_CHARS),
      dateToken(mail.at, '{date_short_pretty} {time}'),
    ),
    ...buildBadgeLine(mail),
    ...buildBody(mail, preview),
    ...contextBlock(...describeCollapsed(mail, preview)),
    ...(thread ? buildThreadLine(thread.record, thread.last) : []),
    ...actionsBlock(...buildButtons(mail, at)),
  ]
  const claimed = mail.from.address ? `${mail.from.name ?? ''} <${mail.from.address}>`.trim() : mailTexts.noSender
  return { text: escapeMrkdwn(truncate(mailTexts.newMail(claimed, subject), LINE_CHARS)), blocks }
}

const badgeTexts: Record<Badge, string> = mailTexts.badges

/** What a person should know about the sender before they believe a mail. Badges of a later version are left out. */
export function buildBadgeLine({ badges, looksLike }: Mail): MessageBlock[] {
  const known: Partial<Record<string, string>> = badgeTexts
  const texts = badges.flatMap((badge) =>
    badge === 'look_alike' && looksLike ? mailTexts.looksLike(looksLike) : (known[badge] ?? []),
  )
  return texts.length > 0 ? contextBlock(plainText(texts.join(' · '), LINE_CHARS)) : []
}

/** Says why the text of a mail is missing; empty for every other mail. */
export function buildMissingBodyNote({ isFetched, isRefused, isCut, text, html }: Mail): MessageBlock[] {
  if (!isFetched) return contextBlock(isRefused ? mailTexts.notHandedOut : mailTexts.notFetched)
  return isCut && text === undefined && html === undefined ? contextBlock(mailTexts.notReadWhole) : []
}

function buildBody(mail: Mail, { newContent: fresh, isTruncated: isCut, tooComplex }: MailPreview): MessageBlock[] {
  const note = buildMissingBodyNote(mail)
  if (!mail.isFetched) return note
  if (fresh.elements.length > 0)
    return [richText(fresh.elements), ...(isCut ? contextBlock(mailTexts.cutHere) : []), ...note]
  return note.length > 0 ? note : contextBlock(tooComplex ? mailTexts.tooComplex : mailTexts.noText)
}

function describeCollapsed(mail: Mail, preview: MailPreview) {
  const files = mail.attachments.filter(({ isInline }) => !isInline)
  const collapsed = [
    preview.collapsedMails > 0 && mailTexts.collapsedMails(preview.collapsedMails),
    preview.hasSignature && mailTexts.signatureCollapsed,
  ].filter((part) => part !== false)
  return [
    files.length > 0 && plainText(mailTexts.files(files), LINE_CHARS),
    collapsed.length > 0 && collapsed.join(' · '),
  ]
}

function buildThreadLine(thread: MailThread, last: Mail | undefined): MessageBlock[] {
  const more = thread.count - 1
  const before = last?.count !== undefined ? last.count - thread.count - thread.replies.length : 0
  const parts = [
    before > 0 && mailTexts.earlier(before),
    more > 0 && mailTexts.more(more),
    more > 0 &&
      last &&
      mailTexts.lastFrom(escapeMrkdwn(last.from.address), dateToken(last.at, '{date_short_pretty} {time}')),
    thread.replies.length > 0 && mailTexts.replied(thread.replies.length),
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
