import { actionsBlock, button, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import { inputBlock, modal, textInput } from '../../slack/blocks/form-fields.ts'
import { channelMention, dateToken, mrkdwnLink } from '../../slack/blocks/mrkdwn.ts'
import type { MessageBlock, View } from '../../slack/blocks/slack-message.ts'
import { actionIds, callbackIds } from '../action-ids.ts'
import { excerptMail } from '../content/mail-preview.ts'
import { displayAddress } from '../model/address.ts'
import type { MailText } from '../text/mail-text.ts'
import { type QueryProblem, showQuery } from './find-query.ts'
import type { FoundMail, FoundPage } from './search-mail.ts'

const EXCERPT_CHARS = 140
const LINE_CHARS = 300
const QUERY_CHARS = 500

/** The block of the words. */
export const FIND_BLOCK = 'find'

/** A result, and the address of its card, if it is posted. */
export interface LinkedMail extends FoundMail {
  link: string | undefined
}

export interface FindView {
  /** What the person looks for, as they typed it. */
  typed: string
  /** Names the search, so that a page turns without what was typed. */
  search: string
  isFirst: boolean
  result: (Omit<FoundPage, 'found'> & { found: LinkedMail[] }) | QueryProblem | 'late'
}

/** The page of `/mail find`: the words, and the mails with them. */
export const buildFindModal = (text: MailText, view: FindView): View =>
  modal({
    callbackId: callbackIds.find,
    title: text.find.title,
    submit: text.find.submit,
    close: text.forms.close,
    privateMetadata: view.search,
    blocks: [
      inputBlock(
        { blockId: FIND_BLOCK, label: text.find.label, hint: text.find.hint },
        textInput({
          actionId: actionIds.findWords,
          initial: showQuery(view.typed).slice(0, QUERY_CHARS),
          maxLength: QUERY_CHARS,
        }),
      ),
      ...buildResult(text, view),
    ],
  })

function buildResult(text: MailText, { result, isFirst }: FindView): MessageBlock[] {
  if (result === 'late') return [section(text.find.late)]
  if ('is' in result) return [section(plainText(describeProblem(text, result)))]
  const { found, next } = result
  const none = next === undefined ? (isFirst ? text.find.none : text.find.end) : text.find.further
  return [
    ...found.flatMap((one) => buildRow(text, one)),
    ...(found.length === 0 ? [section(none)] : []),
    ...actionsBlock(
      next !== undefined && button({ actionId: actionIds.findOlder, text: text.find.older, value: next }),
      !isFirst && button({ actionId: actionIds.findNewest, text: text.find.newest, value: 'newest' }),
    ),
  ]
}

function describeProblem({ find: texts }: MailText, problem: QueryProblem): string {
  if (problem.is === 'state') return texts.unknownState(problem.word)
  return problem.is === 'common' ? texts.common : texts.empty
}

function buildRow(text: MailText, { mail, thread, link, key }: LinkedMail): MessageBlock[] {
  const subject = mail.subject || text.noSubject
  const open = button({ actionId: actionIds.openListed, text: text.digest.open, value: `${mail.thread}.${key}` })
  return [
    link === undefined
      ? section(plainText(subject, LINE_CHARS), open)
      : section(`*${mrkdwnLink(link, subject.slice(0, LINE_CHARS))}*`),
    ...contextBlock(
      plainText(mail.from.address ? displayAddress(mail.from) : text.noSender, LINE_CHARS),
      dateToken(mail.at, '{date_short_pretty} {time}'),
      thread.channel !== undefined && channelMention(thread.channel),
      thread.work === 'done' && text.find.done,
      thread.work === 'waiting' && text.find.waiting,
    ),
    ...contextBlock(plainText(excerptMail(mail, EXCERPT_CHARS) || text.noText, LINE_CHARS)),
  ]
}
