import {
  actions,
  button,
  confirm,
  context,
  header,
  option,
  overflow,
  plain,
  richText,
  section,
} from '../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { cut, dateToken, escape, mention } from '../../slack/blocks/mrkdwn.ts'
import { act, type Target, target } from '../action-ids.ts'
import type { Address } from '../model/address.ts'
import type { Mail, MailThread } from '../model/mail.ts'
import type { Reading } from '../content/mail-preview.ts'
import { words } from '../text/en.ts'

const LINE_CHARS = 300

/** Name and real address, always both; the name is only what the sender claims. */
export const who = ({ name, address }: Address): string => (name ? `${name} <${address}>` : address)

export interface MailCard {
  mail: Mail
  reading: Reading
  at: Target
  /** The head only: what else there is in the thread. */
  thread?: { facts: MailThread; last?: Mail | undefined }
}

/** One mail as a message: the head of its thread, or a further one in it. */
export function mailCard({ mail, reading, at, thread }: MailCard): Message {
  const subject = mail.subject || words.noSubject
  const from = mail.from.address ? who(mail.from) : words.noSender
  const blocks: MessageBlock[] = [
    ...(thread ? [header(subject)] : []),
    ...context(plain(`✉️ ${from} → ${mail.inboxId}`, LINE_CHARS), dateToken(mail.at, '{date_short_pretty} {time}')),
    ...badgeLine(mail),
    ...bodyOf(mail, reading),
    ...context(...foldLine(mail, reading)),
    ...(thread ? threadLine(thread.facts, thread.last) : []),
    ...actions(...buttons(mail, at)),
  ]
  const claimed = mail.from.address ? `${mail.from.name ?? ''} <${mail.from.address}>`.trim() : words.noSender
  return { text: escape(cut(words.newMail(claimed, subject), LINE_CHARS)), blocks }
}

export function badgeLine(mail: Mail): MessageBlock[] {
  const texts = mail.badges.map((badge) =>
    badge === 'look_alike' && mail.looksLike ? words.looksLike(mail.looksLike) : words.badges[badge],
  )
  return texts.length > 0 ? context(plain(texts.join(' · '), LINE_CHARS)) : []
}

/** Said of a mail whose body could not be had; nothing of any other. */
export const missingBody = ({ isFetched, isRefused }: Mail): MessageBlock[] =>
  isFetched ? [] : context(isRefused ? words.notHandedOut : words.notFetched)

function bodyOf(mail: Mail, { fresh, isCut, tooComplex }: Reading): MessageBlock[] {
  if (!mail.isFetched) return missingBody(mail)
  if (fresh.elements.length === 0) return context(tooComplex ? words.tooComplex : words.noText)
  return [richText(fresh.elements), ...(isCut ? context(words.cutHere) : [])]
}

function foldLine(mail: Mail, reading: Reading) {
  const files = mail.attachments.filter(({ isInline }) => !isInline)
  const folded = [
    reading.folded > 0 && words.folded(reading.folded),
    reading.hasSignature && words.signatureFolded,
  ].filter((part) => part !== false)
  return [files.length > 0 && plain(words.files(files), LINE_CHARS), folded.length > 0 && folded.join(' · ')]
}

function threadLine(facts: MailThread, last: Mail | undefined): MessageBlock[] {
  const more = facts.count - 1
  const before = last?.count !== undefined ? last.count - facts.count - facts.replies.length : 0
  const parts = [
    before > 0 && words.earlier(before),
    more > 0 && words.more(more),
    more > 0 && last && words.lastFrom(escape(last.from.address), dateToken(last.at, '{date_short_pretty} {time}')),
    facts.replies.length > 0 && words.replied(facts.replies.length),
  ]
  return context(parts.filter(Boolean).join(' · '))
}

function buttons(mail: Mail, at: Target) {
  const value = target(at)
  const canReply = mail.restriction === undefined || mail.held?.state === 'released'
  const hasOthers = mail.to.length + mail.cc.length > 1
  return [
    canReply && button({ actionId: act.reply, text: words.reply, value, style: 'primary' }),
    canReply && hasOthers && button({ actionId: act.replyAll, text: words.replyAll, value }),
    button({ actionId: act.read, text: words.readAll, value }),
    overflow(act.more, [
      ...(mail.attachments.length > 0 ? [option(words.getFiles, `files:${value}`)] : []),
      option(words.original, `headers:${value}`),
      option(words.why, `why:${value}`),
    ]),
  ]
}

/** Restricted mail: one folded line until a person looks at it. */
export function heldCard(mail: Mail, at: Target, decidedBy?: string): Message {
  const title = words.held.title[mail.restriction ?? 'spam']
  const line = words.held.line(title, who(mail.from), mail.inboxId, mail.subject || words.noSubject)
  const value = target(at)
  const { state = 'held', at: when = mail.at } = mail.held ?? {}
  const end =
    state === 'held'
      ? actions(
          button({ actionId: act.show, text: words.held.show, value }),
          button({
            actionId: act.release,
            text: words.held.release,
            value,
            confirm: confirm(words.held.releaseAsk, words.held.releaseText, words.held.release, words.held.keep),
          }),
          button({
            actionId: act.discard,
            text: words.held.delete,
            value,
            style: 'danger',
            confirm: confirm(words.held.deleteAsk, words.held.deleteText, words.held.delete, words.held.keep),
          }),
        )
      : context(
          plain(
            `${state === 'released' ? words.held.released : words.held.deleted} ${decidedBy ?? ''}`.trim(),
            LINE_CHARS,
          ),
          dateToken(when),
        )
  return {
    text: escape(cut(`${title}: ${mail.from.address}`, LINE_CHARS)),
    blocks: [section(plain(`🚫 ${line}`, 600)), ...badgeLine(mail), ...end],
  }
}

/** A message that calls one person; whatever it quotes is plain text. */
export function calling(user: string, text: string, more: MessageBlock[] = []): Message {
  return {
    text: `${mention(user)}${escape(text)}`,
    blocks: [
      richText([
        {
          type: 'rich_text_section',
          elements: [
            { type: 'user', user_id: user },
            { type: 'text', text },
          ],
        },
      ]),
      ...more,
    ],
  }
}
