import {
  actionsBlock,
  button,
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
import type { Mail } from '../model/mail.ts'
import type { MailPreview } from '../content/mail-preview.ts'
import { mailTexts } from '../text/en.ts'
import type { MailThread } from '../model/mail-thread.ts'

const LINE_CHARS = 300

export interface MailCardOptions {
  mail: Mail
  reading: MailPreview
  at: MailTarget
  /** The head only: what else there is in the thread. */
  thread?: { facts: MailThread; last?: Mail | undefined }
}

/** One mail as a message: the head of its thread, or a further one in it. */
export function buildMailCard({ mail, reading, at, thread }: MailCardOptions): Message {
  const subject = mail.subject || mailTexts.noSubject
  const from = mail.from.address ? displayAddress(mail.from) : mailTexts.noSender
  const blocks: MessageBlock[] = [
    ...(thread ? [header(subject)] : []),
    ...contextBlock(
      plainText(`✉️ ${from} → ${mail.inboxId}`, LINE_CHARS),
      dateToken(mail.at, '{date_short_pretty} {time}'),
    ),
    ...buildBadgeLine(mail),
    ...bodyOf(mail, reading),
    ...contextBlock(...foldLine(mail, reading)),
    ...(thread ? threadLine(thread.facts, thread.last) : []),
    ...actionsBlock(...buttons(mail, at)),
  ]
  const claimed = mail.from.address ? `${mail.from.name ?? ''} <${mail.from.address}>`.trim() : mailTexts.noSender
  return { text: escapeMrkdwn(truncate(mailTexts.newMail(claimed, subject), LINE_CHARS)), blocks }
}

export function buildBadgeLine(mail: Mail): MessageBlock[] {
  const texts = mail.badges.map((badge) =>
    badge === 'look_alike' && mail.looksLike ? mailTexts.looksLike(mail.looksLike) : mailTexts.badges[badge],
  )
  return texts.length > 0 ? contextBlock(plainText(texts.join(' · '), LINE_CHARS)) : []
}

/** Said of a mail whose body could not be had; nothing of any other. */
export const buildMissingBodyNote = ({ isFetched, isRefused }: Mail): MessageBlock[] =>
  isFetched ? [] : contextBlock(isRefused ? mailTexts.notHandedOut : mailTexts.notFetched)

function bodyOf(mail: Mail, { fresh, isCut, tooComplex }: MailPreview): MessageBlock[] {
  if (!mail.isFetched) return buildMissingBodyNote(mail)
  if (fresh.elements.length === 0) return contextBlock(tooComplex ? mailTexts.tooComplex : mailTexts.noText)
  return [richText(fresh.elements), ...(isCut ? contextBlock(mailTexts.cutHere) : [])]
}

function foldLine(mail: Mail, reading: MailPreview) {
  const files = mail.attachments.filter(({ isInline }) => !isInline)
  const folded = [
    reading.folded > 0 && mailTexts.folded(reading.folded),
    reading.hasSignature && mailTexts.signatureFolded,
  ].filter((part) => part !== false)
  return [files.length > 0 && plainText(mailTexts.files(files), LINE_CHARS), folded.length > 0 && folded.join(' · ')]
}

function threadLine(facts: MailThread, last: Mail | undefined): MessageBlock[] {
  const more = facts.count - 1
  const before = last?.count !== undefined ? last.count - facts.count - facts.replies.length : 0
  const parts = [
    before > 0 && mailTexts.earlier(before),
    more > 0 && mailTexts.more(more),
    more > 0 &&
      last &&
      mailTexts.lastFrom(escapeMrkdwn(last.from.address), dateToken(last.at, '{date_short_pretty} {time}')),
    facts.replies.length > 0 && mailTexts.replied(facts.replies.length),
  ]
  return contextBlock(parts.filter(Boolean).join(' · '))
}

function buttons(mail: Mail, at: MailTarget) {
  const value = formatTarget(at)
  const canReply = mail.restriction === undefined || mail.held?.state === 'released'
  const hasOthers = mail.to.length + mail.cc.length > 1
  return [
    canReply && button({ actionId: actionIds.reply, text: mailTexts.reply, value, style: 'primary' }),
    canReply && hasOthers && button({ actionId: actionIds.replyAll, text: mailTexts.replyAll, value }),
    button({ actionId: actionIds.readAll, text: mailTexts.readAll, value }),
    overflow(actionIds.mailMenu, [
      ...(mail.attachments.length > 0 ? [menuOption(mailTexts.getFiles, `files:${value}`)] : []),
      menuOption(mailTexts.original, `headers:${value}`),
      menuOption(mailTexts.why, `why:${value}`),
    ]),
  ]
}
