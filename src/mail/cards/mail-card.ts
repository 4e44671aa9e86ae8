import { isolateDirection } from '../../core/isolate-direction.ts'
import {
  actionsBlock,
  contextBlock,
  header,
  menuOption,
  overflow,
  plainText,
} from '../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { escapeMrkdwn, formatMoment, truncate } from '../../slack/blocks/mrkdwn.ts'
import { mailActionIds, type MailTarget, formatMailTarget, MORE_VERB } from '../action-ids.ts'
import { displayAddress } from '../records/address.ts'
import { forwardAction, mailActions } from '../records/mail-actions.ts'
import { findThreadAction, listMenuActions } from '../records/mail/thread-actions.ts'
import { buildAllowedButtons, buildReadButton, buildWorkButtons } from './action-buttons.ts'
import { buildAutomaticLine } from './automatic-mail.ts'
import { buildBody, buildAttachments, buildRest } from './mail-body.ts'
import { isAutomatic, type Mail } from '../records/mail/mail.ts'
import { excerptRichText, type MailPreview } from '../records/mail/mail-preview.ts'
import type { MailText } from '../text/mail-text.ts'
import { describeWritten } from '../text/mail-sentences.ts'
import type { StartedJob } from '../../slice.ts'
import { buildFactsLines } from './facts-lines.ts'
import { buildJobLines } from './job-lines.ts'
import { buildQuietBadges, buildRecipientLine, buildSenderWarnings } from './mail-people.ts'
import { buildStateLine } from './state-line.ts'
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
  /** The state of the thread, which people can also change from here; only for the newest mail below the head. */
  state?: ThreadState | undefined
  /** The docs jobs that were started from the mail. */
  jobs?: StartedJob[]
}

/** Builds a mail as a message: the head of its thread, or a later mail. */
export function buildMailCard({
  text,
  mail,
  preview,
  at,
  thread,
  state = thread,
  jobs = [],
}: MailCardOptions): Message {
  const subject = mail.subject || text.noSubject
  const blocks: MessageBlock[] = [
    ...(thread ? [header(subject)] : []),
    ...(isAutomatic(mail)
      ? [...buildAutomaticLine(text, mail, preview), ...buildSenderWarnings(text, mail)]
      : buildMailBlocks(text, mail, preview, at)),
    ...buildFactsLines(text, mail),
    ...buildJobLines(text, jobs),
    ...(thread ? buildThreadLine(text, thread) : []),
    ...(state ? buildStateLine(text, state) : []),
    ...actionsBlock(...buildMailButtons({ text, mail, at, state })),
  ]
  return { text: summarizeMail(text, nameSender(text, mail), subject, preview), blocks }
}

const nameSender = (text: MailText, { from }: Mail): string => (from.address ? displayAddress(from) : text.noSender)

/** The text of a notification: the sender, the subject, and the first words. */
function summarizeMail(text: MailText, from: string, subject: string, { newContent }: MailPreview): string {
  const words = excerptRichText(newContent, WORDS_CHARS)
  const about = truncate(text.newMail({ from, subject: isolateDirection(subject) }), LINE_CHARS)
  return escapeMrkdwn(words === '' ? about : `${about} · ${isolateDirection(words)}`)
}

const buildMailBlocks = (text: MailText, mail: Mail, preview: MailPreview, at: MailTarget): MessageBlock[] => [
  ...contextBlock(
    plainText(`✉️ ${nameSender(text, mail)} → ${mail.inboxId}`, SENDER_CHARS),
    formatMoment(mail.at),
    buildQuietBadges(text, mail),
  ),
  ...buildRecipientLine(text, mail),
  ...buildSenderWarnings(text, mail),
  ...buildBody(text, mail, preview),
  ...buildRest(text, mail, preview, at),
  ...buildAttachments(text, mail, at),
]

/** Counts the mail that has come and was sent since the first mail of a thread. */
export function buildThreadLine(text: MailText, { record, last, replies }: ThreadSummary): MessageBlock[] {
  const more = record.count - 1
  const repliesBefore = replies.sentAt.filter((at) => last && at <= last.at).length
  const before = last?.count !== undefined ? last.count - record.count - repliesBefore : 0
  const parts = [
    before > 0 && text.earlier({ mails: before }),
    more > 0 && text.more({ mails: more }),
    more > 0 &&
      last &&
      text.lastFrom({
        address: escapeMrkdwn(last.from.address),
        time: formatMoment(last.at),
      }),
    describeWritten(text, replies.counts, replies.fates),
  ]
  return contextBlock(parts.filter(Boolean).join(' · '))
}

/** Buttons beside the ⋯ menu. */
const MAX_BUTTONS = 3
/** The entries of the ⋯ menu besides More…; Slack takes five. */
const MENU_ROOM = 4

/** The room that the ⋯ menu of a mail has for acts on its thread. */
export const findThreadRoom = (mail: Mail): number => MENU_ROOM - (forwardAction.isAllowed(mail) ? 1 : 0)

const replyActions = mailActions.filter(({ verb }) => verb.startsWith('reply'))

/** Menu entries that make sense in every state: a mail that is neither the first nor the newest does not follow the state of the thread. */
const laterEntries = ['done', 'snooze', 'hand_over'].flatMap((verb) => findThreadAction(verb) ?? [])

/** The buttons of a mail, and its ⋯ menu. An automatic mail is answered only from its text. */
export function buildMailButtons({ text, mail, at, state }: Pick<MailCardOptions, 'text' | 'mail' | 'at' | 'state'>) {
  const value = formatMailTarget(at)
  const record = state?.record
  const room = findThreadRoom(mail)
  const entries = record ? listMenuActions(record, room) : laterEntries
  const isReadOnly = isAutomatic(mail) && mail.reply === undefined
  const work = record ? buildWorkButtons(text, record, value) : []
  const first = isReadOnly
    ? [buildReadButton(text, at)]
    : buildAllowedButtons(text, replyActions, mail, value).slice(0, MAX_BUTTONS - work.length)
  return [
    ...first,
    ...work,
    overflow(mailActionIds.mailMenu, [
      ...entries.map(({ verb, label }) => menuOption(label(text), `${verb}:${value}`)),
      ...(forwardAction.isAllowed(mail)
        ? [menuOption(forwardAction.label(text), `${forwardAction.verb}:${value}`)]
        : []),
      menuOption(text.openMore, `${MORE_VERB}:${value}`),
    ]),
  ]
}
