import { actionsBlock, contextBlock, header, plainText } from '../../slack/blocks/block-builders.ts'
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
import { buildMailButtons, buildThreadLine } from './mail-card.ts'
import { buildBody, buildRest } from './mail-body.ts'
import { buildReplyState, nameReplyFiles, type ReplyCardOptions, sayWhoWrote } from './replies/reply-card.ts'
import { buildStateLine } from './state-line.ts'
import type { ThreadSummary } from './thread-summary.ts'

const LINE_CHARS = 300
/** Room for a name and ten of the longest addresses. */
const PEOPLE_CHARS = 2_000

/** A mail that someone wrote in Slack, and the rest of its card. */
export interface SentHeadCardOptions {
  text: MailText
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
 * Builds the head of a thread that began in Slack: the writer, the recipients, and the outcome. Buttons for work appear once the mail has been sent.
 */
export function buildSentHeadCard({
  text,
  mail,
  preview,
  at,
  sending,
  shown,
  thread,
  jobs,
}: SentHeadCardOptions): Message {
  const { reply, report } = sending
  const subject = mail.subject || text.noSubject
  const line = sayWhoWrote(text, reply, deriveDeliveryStatus(reply, report))
  return {
    text: escapeMrkdwn(truncate(`${line}: ${subject}`, LINE_CHARS)),
    blocks: [
      header(subject),
      ...contextBlock(
        plainText(`✉️ ${line}`, PEOPLE_CHARS),
        formatMoment(mail.at),
        plainText(text.compose.fromInbox({ inbox: mail.inboxId }), LINE_CHARS),
      ),
      ...buildBody(text, mail, preview),
      ...buildRest(text, mail, preview, at),
      ...nameReplyFiles(text, reply),
      ...buildReplyState(text, sending, shown),
      ...buildJobLines(text, jobs),
      ...(isAnswerable(mail) ? buildWork({ text, mail, at, thread }) : []),
    ],
  }
}

const buildWork = (options: Pick<SentHeadCardOptions, 'text' | 'mail' | 'at' | 'thread'>): MessageBlock[] => [
  ...buildThreadLine(options.text, options.thread),
  ...buildStateLine(options.text, options.thread),
  ...actionsBlock(...buildMailButtons({ ...options, state: options.thread })),
]
