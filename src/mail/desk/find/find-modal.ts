import { isolateDirection } from '../../../core/isolate-direction.ts'
import { actionsBlock, button, contextBlock, plainText, section } from '../../../slack/blocks/block-builders.ts'
import { inputBlock, modal, textInput } from '../../../slack/blocks/form-fields.ts'
import { channelMention, formatMoment, keepLiteral, mrkdwnLink, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Button, MessageBlock, View } from '../../../slack/blocks/slack-message.ts'
import { mailActionIds, mailCallbackIds, formatMailTarget, type MailTarget } from '../../action-ids.ts'
import { excerptMail } from '../../records/mail/mail-preview.ts'
import { displayAddress } from '../../records/address.ts'
import { findAction } from '../../records/action-row.ts'
import { mailActions } from '../../records/mail-actions.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { findChannel } from '../../records/mail/placement.ts'
import { formatTrail, type PageTrail, previousPage, nextPage } from '../../records/page-trail.ts'
import { describeThreadProgress } from '../../cards/describe-progress.ts'
import { type QueryProblem, showQuery } from './find-query.ts'
import type { FoundMail, FoundPage } from './search-mail.ts'

const EXCERPT_CHARS = 140
const LINE_CHARS = 300
const QUERY_CHARS = 500

export const FIND_BLOCK = 'find'

/** A result, the address of its card if it is posted, and its owner if that is not the reader. */
export interface LinkedMail extends FoundMail {
  link: string | undefined
  ownerName: string | undefined
}

export interface FindView {
  /** The query as the person typed it. */
  typed: string
  /** Identifies the search: turning a page does not need the typed query. */
  search: string
  trail: PageTrail
  /** Whether mail waits that has never had a channel: nobody finds it. */
  isWaiting: boolean
  result: (Omit<FoundPage, 'found'> & { found: LinkedMail[] }) | QueryProblem | 'late'
}

/** Builds the page of `/mail find`: the query, and the mails that match. */
export const buildFindModal = (text: MailText, view: FindView): View =>
  modal({
    callbackId: mailCallbackIds.find,
    title: text.find.title,
    submit: text.find.submit,
    close: text.forms.close,
    privateMetadata: view.search,
    blocks: [
      inputBlock(
        { blockId: FIND_BLOCK, label: text.find.label, hint: text.find.hint },
        textInput({
          actionId: mailActionIds.findWords,
          initial: showQuery(view.typed).slice(0, QUERY_CHARS),
          maxLength: QUERY_CHARS,
        }),
      ),
      ...buildResult(text, view),
      ...contextBlock(view.isWaiting && text.find.waiting),
    ],
  })

function buildResult(text: MailText, { result, trail }: FindView): MessageBlock[] {
  if (result === 'late') return [section(text.find.late)]
  if ('is' in result) return [section(plainText(describeProblem(text, result)))]
  const { found, next } = result
  const isFirst = trail.after === undefined
  const newer = previousPage(trail)
  const none = next === undefined ? (isFirst ? text.find.none : text.find.end) : text.find.further
  return [
    ...found.flatMap((one) => buildRow(text, one)),
    ...(found.length === 0 ? [section(none)] : []),
    ...actionsBlock(
      !isFirst && button({ actionId: mailActionIds.findNewest, text: text.forms.newest, value: 'newest' }),
      newer && button({ actionId: mailActionIds.findNewer, text: text.forms.newer, value: formatTrail(newer) }),
      next !== undefined &&
        button({
          actionId: mailActionIds.findOlder,
          text: text.forms.older,
          value: formatTrail(nextPage(trail, next)),
        }),
    ),
  ]
}

function describeProblem({ find: texts }: MailText, problem: QueryProblem): string {
  if (problem.is === 'state') return texts.unknownState({ word: problem.word })
  if (problem.is === 'filter') return texts.unknownFilter({ word: problem.word })
  return texts[problem.is]
}

/** Opens the mail in a window, where it is read and answered, even if only a list shows it. */
function buildReadButton(text: MailText, target: MailTarget): Button {
  const { actionId } = findAction(mailActions, 'read')
  return button({ actionId, text: text.digest.open, value: formatMailTarget(target) })
}

function buildRow(text: MailText, { mail, thread, link, key, ownerName }: LinkedMail): MessageBlock[] {
  const channel = findChannel(thread)
  const subject = keepLiteral(isolateDirection(truncate(mail.subject || text.noSubject, LINE_CHARS)))
  const shown = mrkdwnLink(link, subject)
  return [
    section(`*${shown}*`, buildReadButton(text, { thread: mail.thread, mail: key })),
    ...contextBlock(
      plainText(mail.from.address ? displayAddress(mail.from) : text.noSender, LINE_CHARS),
      formatMoment(mail.at),
      channel !== undefined && channelMention(channel),
      describeState(text, thread, ownerName),
    ),
    ...contextBlock(plainText(excerptMail(mail, EXCERPT_CHARS) || text.noText, LINE_CHARS)),
  ]
}

/** Returns undefined for mail from programs alone, which nobody has to answer. */
function describeState(text: MailText, thread: MailThread, ownerName: string | undefined): string | undefined {
  const { work, workAt, owner, snooze, muted } = thread
  const words = text.work.list.state
  if (workAt === undefined && !owner && !snooze) return muted && words.muted
  const whose = owner ? (ownerName === undefined ? words.yours : words.owner({ name: ownerName })) : words.unclaimed
  return describeThreadProgress(text, thread, owner || work !== 'done' ? whose : '')
}
