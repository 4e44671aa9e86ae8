import { actionsBlock, dottedBlock, header, plainText, quoteBlock } from '../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, formatMoment, truncate } from '../../slack/blocks/mrkdwn.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import type { StartedJob } from '../../slice.ts'
import type { MailTarget } from '../action-ids.ts'
import type { MailPreview } from '../records/mail/mail-preview.ts'
import { type DeliveryReport, deriveDeliveryStatus } from '../records/replies/delivery-status.ts'
import { isAnswerable, type Mail } from '../records/mail/mail.ts'
import type { Reply } from '../records/replies/reply.ts'
import type { MailText } from '../text/mail-text.ts'
import { buildJobLines } from './job-lines.ts'
import { buildMailButtons, buildMailState, buildShownMail, isPutAside } from './mail-card.ts'
import { buildBody, buildFirstWords, buildRest } from './mail-body.ts'
import { splitSenderWarnings } from './mail-people.ts'
import { buildReplyState, nameReplyFiles, type ReplyCardOptions, sayWhoWrote } from './replies/reply-card.ts'
import { buildTroubles } from './replies/reply-troubles.ts'
import type { ThreadSummary } from './thread-summary.ts'

const LINE_CHARS = 300
const QUOTE_CHARS = 300
/** Room for a name and ten of the longest addresses. */
const PEOPLE_CHARS = 2_000

/** A mail that someone wrote in Slack, and the rest of its card. */
export interface SentHeadCardOptions {
  text: MailText
  /** The mail that began the thread. */
  first: Mail
  /** The mail that the head shows: that one, or the newest that came since. */
  mail: Mail
  preview: MailPreview
  at: MailTarget
  /** The reply that sends the mail. */
  sending: { id: string; reply: Reply; report: DeliveryReport }
  shown: ReplyCardOptions
  thread: ThreadSummary
  /** The docs jobs that were started from the mail. */
  jobs: StartedJob[]
}

/**
 * Builds the head of a thread that began in Slack: the writer, the recipients, the text, and the outcome. The newest mail that has come since stands
 * below them, and then the beginning of the text is enough. Buttons for work appear once the mail has been sent.
 */
export function buildSentHeadCard(options: SentHeadCardOptions): Message {
  const { text, first, mail, preview, at, sending, shown, thread, jobs } = options
  const { reply, report } = sending
  const subject = first.subject || text.noSubject
  const line = sayWhoWrote(text, reply, deriveDeliveryStatus(reply, report))
  const isAnswered = mail.reply === undefined
  const warnings = isAnswered ? splitSenderWarnings(text, mail) : undefined
  const isShort = isPutAside(thread.record)
  return {
    text: escapeMrkdwn(truncate(`${line}: ${subject}`, LINE_CHARS)),
    blocks: [
      ...buildTroubles(text, thread.replies),
      ...(isShort ? [] : (warnings?.aboveSubject ?? [])),
      header(subject),
      ...dottedBlock(
        plainText(`✉️ ${line}`, PEOPLE_CHARS),
        formatMoment(first.at),
        plainText(text.compose.fromInbox({ inbox: first.inboxId }), LINE_CHARS),
      ),
      ...(isAnswered ? buildOwnQuote(reply, { isShort }) : buildOwnText(text, { first, preview, at, reply, isShort })),
      ...buildReplyState(text, sending, shown),
      ...(isShort ? [] : (warnings?.belowSubject ?? [])),
      ...(isAnswered ? buildShownMail(options, { isShort }) : []),
      ...buildJobLines(text, jobs),
      ...(isAnswerable(mail) ? buildWork({ text, mail, at, thread }) : []),
    ],
  }
}

/** Quotes the beginning of what we wrote, which nothing else in the thread shows once the head shows an answer. */
const buildOwnQuote = ({ text }: Reply, { isShort }: { isShort: boolean }): MessageBlock[] =>
  isShort || text === '' ? [] : [quoteBlock(truncate(text, QUOTE_CHARS))]

const buildOwnText = (
  text: MailText,
  {
    first,
    preview,
    at,
    reply,
    isShort,
  }: { first: Mail; preview: MailPreview; at: MailTarget; reply: Reply; isShort: boolean },
): MessageBlock[] =>
  isShort
    ? buildFirstWords(text, first, preview, at)
    : [
        ...buildBody(text, first, preview, { isHead: true }),
        ...buildRest(text, first, preview, at),
        ...nameReplyFiles(text, reply),
      ]

const buildWork = ({
  text,
  mail,
  at,
  thread,
}: Pick<SentHeadCardOptions, 'text' | 'mail' | 'at' | 'thread'>): MessageBlock[] => [
  ...buildMailState(text, mail, { thread, state: thread }),
  ...actionsBlock(...buildMailButtons({ text, mail, at, state: thread, thread })),
]
