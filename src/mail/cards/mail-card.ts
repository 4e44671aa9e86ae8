import { isolateDirection } from '../../core/isolate-direction.ts'
import {
  actionsBlock,
  dottedBlock,
  header,
  menuOption,
  overflow,
  plainText,
  section,
} from '../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { escapeMrkdwn, formatMoment, keepLiteral, truncate } from '../../slack/blocks/mrkdwn.ts'
import { mailActionIds, type MailTarget, formatMailTarget, MORE_VERB } from '../action-ids.ts'
import { displayAddress } from '../records/address.ts'
import { forwardAction, mailActions } from '../records/mail-actions.ts'
import type { BroughtIn, MailThread } from '../records/mail/mail-thread.ts'
import { findAction } from '../records/action-row.ts'
import { findThreadAction, listMenuActions, type ThreadAction } from '../records/mail/thread-actions.ts'
import { buildAllowedButtons, buildReadButton, buildReadSafelyButton, buildWorkButtons } from './action-buttons.ts'
import { buildAutomaticLine } from './automatic-mail.ts'
import { buildAttachments, buildBody, buildFirstWords, buildRest } from './mail-body.ts'
import { isAutomatic, isImitation, type Mail } from '../records/mail/mail.ts'
import { excerptRichText, type MailPreview } from '../records/mail/mail-preview.ts'
import type { MailText } from '../text/mail-text.ts'
import { nameBroughtIn } from '../text/name-people.ts'
import type { StartedJob } from '../../slice.ts'
import { buildFactsLines } from './facts-lines.ts'
import { buildJobLines } from './job-lines.ts'
import { buildQuietBadges, nameOtherRecipients, splitSenderWarnings } from './mail-people.ts'
import { buildStateLine } from './state-line.ts'
import { buildTroubles } from './replies/reply-troubles.ts'
import type { ThreadState, ThreadSummary } from './thread-summary.ts'

const LINE_CHARS = 300
const WORDS_CHARS = 150
/** Room for the longest name and two of the longest addresses. */
const SENDER_CHARS = 900

/** A mail, and the rest of its card. */
export interface MailCardOptions {
  text: MailText
  mail: Mail
  preview: MailPreview
  at: MailTarget
  /** The rest of the thread; only for the head. */
  thread?: ThreadSummary
  /** The subject of the thread, if not that of the mail. */
  subject?: string
  /** The state of the thread, which people can also change from here; only for the newest mail below the head. */
  state?: ThreadState | undefined
  /** How its sender was brought into the thread, if only our own mail did that; not for the head. */
  by?: BroughtIn | undefined
  /** The docs jobs that were started from the mail. */
  jobs?: StartedJob[]
}

/** Builds a mail as a message: the head of its thread, or a later mail. */
export function buildMailCard(options: MailCardOptions): Message {
  const { text, mail, preview, at, thread, subject = mail.subject, state = thread, by, jobs = [] } = options
  const title = subject || text.noSubject
  const { aboveSubject, belowSubject } = splitSenderWarnings(text, mail)
  const isShort = thread !== undefined && isPutAside(thread.record)
  return {
    text: summarizeMail(text, nameFrom(text, mail), title, preview),
    blocks: [
      ...(thread ? buildTroubles(text, thread.replies) : []),
      ...(isShort ? [] : aboveSubject),
      ...(thread ? [header(title)] : []),
      ...(isShort ? [] : belowSubject),
      ...buildShownMail(options, { isShort }),
      ...buildJobLines(text, jobs),
      ...(state ? buildMailState(text, mail, { thread, state }) : []),
      ...actionsBlock(
        ...buildMailButtons({ text, mail, at, state, isAside: by !== undefined, ...(thread && { thread }) }),
      ),
    ],
  }
}

const nameFrom = ({ noSender }: MailText, { from }: Mail): string => (from.address ? displayAddress(from) : noSender)

/** The sender and the text of a mail; of a short card, the sender and the first words. */
export function buildShownMail(
  { text, mail, preview, at, thread, by }: Pick<MailCardOptions, 'text' | 'mail' | 'preview' | 'at' | 'thread' | 'by'>,
  { isShort }: { isShort: boolean },
): MessageBlock[] {
  if (isAutomatic(mail))
    return [...buildAutomaticLine(text, mail, preview), ...(isShort ? [] : buildFactsLines(text, mail))]
  const sender = buildSenderLine(text, mail, { from: nameFrom(text, mail), thread, isShort, by })
  if (isShort) return [...sender, ...buildFirstWords(text, mail, preview, at, thread?.earlier)]
  return [
    ...sender,
    ...buildBody(text, mail, preview, { isHead: thread !== undefined }),
    ...buildRest(text, mail, preview, at, thread?.earlier),
    ...buildAttachments(text, mail, at),
    ...buildFactsLines(text, mail),
    ...buildAsideLines(text, at, thread),
  ]
}

/** Names answers to our forwards, or of people we copied: the head still shows the customer's mail. */
const buildAsideLines = (text: MailText, at: MailTarget, thread: ThreadSummary | undefined): MessageBlock[] =>
  (thread?.asides ?? []).map(({ key, mail, by }) => {
    const isDoubtful = isImitation(mail)
    const target = { thread: at.thread, mail: key }
    const line = text.headCard.aside({
      by: nameBroughtIn(by),
      sender: keepLiteral(escapeMrkdwn(truncate(isDoubtful ? mail.from.address : nameFrom(text, mail), LINE_CHARS))),
      when: formatMoment(mail.at),
    })
    // Its own message shows the warnings about its sender.
    return section(line, isDoubtful ? buildReadSafelyButton(text, target) : buildReadButton(text, target))
  })

/** Whether nobody needs to read the thread now: its card is short. */
export const isPutAside = ({ work, snooze }: MailThread): boolean => work === 'done' || snooze !== undefined

/** The line about the progress of the thread; only the head follows its replies. */
export const buildMailState = (
  text: MailText,
  mail: Mail,
  { thread, state }: { thread: ThreadSummary | undefined; state: ThreadState },
): MessageBlock[] =>
  buildStateLine(text, state, {
    ...(thread && { replies: thread.replies, mailAt: mail.reply === undefined ? mail.at : 0 }),
    namesUnclaimed: thread !== undefined && !isAutomatic(mail),
  })

/** The text of a notification: the sender, the subject, and the first words. */
function summarizeMail(text: MailText, from: string, subject: string, { newContent }: MailPreview): string {
  const words = excerptRichText(newContent, WORDS_CHARS)
  const about = truncate(text.newMail({ from, subject: isolateDirection(subject) }), LINE_CHARS)
  return escapeMrkdwn(words === '' ? about : `${about} · ${isolateDirection(words)}`)
}

/** Names the sender, the time, the other recipients, and how many mails came before in another channel. */
function buildSenderLine(
  text: MailText,
  mail: Mail,
  {
    from,
    thread,
    isShort,
    by,
  }: { from: string; thread: ThreadSummary | undefined; isShort: boolean; by: BroughtIn | undefined },
): MessageBlock[] {
  const { headCard } = text
  const { elsewhere = 0, isOnlyInbox = false } = thread ?? {}
  return dottedBlock(
    plainText(`✉️ ${from}${isOnlyInbox ? '' : ` → ${mail.inboxId}`}`, SENDER_CHARS),
    formatMoment(mail.at),
    by !== undefined && headCard.broughtBy({ by: nameBroughtIn(by) }),
    !isShort && buildQuietBadges(text, mail),
    !isShort && nameOtherRecipients(text, mail),
    elsewhere > 0 && headCard.elsewhere({ mails: elsewhere }),
  )
}

/** Buttons beside the ⋯ menu. */
const MAX_BUTTONS = 3
/** The entries of the ⋯ menu besides More…; Slack takes five. */
const MENU_ROOM = 4

/** The room that the ⋯ menu of a mail has for acts on its thread. */
export const findThreadRoom = (mail: Mail): number => MENU_ROOM - (forwardAction.isAllowed(mail) ? 1 : 0)

const replyActions = mailActions.filter(({ verb }) => verb.startsWith('reply'))
const quietReplies: typeof mailActions = replyActions.map((action) => {
  const { style, ...quiet } = action
  return style === 'danger' ? action : quiet
})

/** Whether a reply is the next thing to do in a thread, not a mend, an answer of the other side, or nothing. */
const isNextReply = ({ record: { work = 'open', snooze }, replies }: ThreadSummary): boolean =>
  work === 'open' && !snooze && replies.troubles.length === 0

/** Menu entries that make sense in every state: a mail that is neither the first nor the newest does not follow the state of the thread. */
const laterEntries = ['done', 'snooze', 'hand_over'].flatMap((verb) => findThreadAction(verb) ?? [])

const closesNothing = ({ verb }: ThreadAction): boolean => verb !== 'done'

/** The buttons of a mail, and its ⋯ menu. An automatic mail is answered only from its text. */
export function buildMailButtons({
  text,
  mail,
  at,
  state,
  thread,
  isAside = false,
}: Pick<MailCardOptions, 'text' | 'mail' | 'at' | 'state' | 'thread'> & { isAside?: boolean }) {
  const value = formatMailTarget(at)
  const seen = thread ? formatMailTarget(thread.seen === undefined ? at : { ...at, mail: thread.seen }) : value
  const record = state?.record
  const room = findThreadRoom(mail)
  const entries = record ? listMenuActions(record, room) : isAside ? laterEntries.filter(closesNothing) : laterEntries
  const isReadOnly = isAutomatic(mail) && mail.reply === undefined
  // Done beside an answer to our forward would take the customer's mail off every list.
  const work = record && !isAside ? buildWorkButtons(text, record, seen) : []
  const first = isReadOnly
    ? [buildReadButton(text, at)]
    : isImitation(mail)
      ? [buildReadSafelyButton(text, at)]
      : buildAllowedButtons(text, thread && !isNextReply(thread) ? quietReplies : replyActions, mail, value).slice(
          0,
          MAX_BUTTONS - work.length,
        )
  // Nobody should answer an imitation, or send it on, in one click.
  const sending = !isImitation(mail) ? forwardAction : isReadOnly ? undefined : findAction(mailActions, 'reply')
  return [
    ...first,
    ...work,
    overflow(mailActionIds.mailMenu, [
      ...entries.map(({ verb, label }) => menuOption(label(text), `${verb}:${seen}`)),
      ...(sending?.isAllowed(mail) ? [menuOption(sending.label(text), `${sending.verb}:${value}`)] : []),
      menuOption(text.openMore, `${MORE_VERB}:${value}`),
    ]),
  ]
}
