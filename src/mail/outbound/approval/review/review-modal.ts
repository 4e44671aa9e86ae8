import {
  actionsBlock,
  button,
  contextBlock,
  divider,
  plainText,
  section,
} from '../../../../slack/blocks/block-builders.ts'
import { inputBlock, modal, textInput } from '../../../../slack/blocks/form-fields.ts'
import type { Message, MessageBlock, View } from '../../../../slack/blocks/slack-message.ts'
import { mailActionIds, mailCallbackIds } from '../../../action-ids.ts'
import { editAfterFailure } from '../../../records/reply-actions.ts'
import type { Mail } from '../../../records/mail/mail.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { describeApprovedTime } from '../../../cards/replies/describe-request.ts'
import { describeSuppressed } from '../../suppression/describe-reason.ts'
import type { Suppressed } from '../../suppression/find-suppressed.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { ReviewedAt } from '../news.ts'
import {
  buildPreviewBlocks,
  hasTwoBodies,
  paginatePreview,
  type PreviewBody,
  type PreviewPage,
} from '../../../cards/replies/preview-blocks.ts'

const LINES_CHARS = 2900
const REASON_CHARS = 1000

/** The state of an open window: ids, keyed hashes and a time. Its field names are frozen. */
export interface ReviewState extends ReviewedAt {
  reply: string
  /** Identifies the shown content. */
  mark: string
  /** Set if the list of approvals is below: an approval shows it again. A decline closes all: Slack stacks three modals at most. */
  isListed?: true
}

export interface ReviewOptions {
  text: MailText
  state: ReviewState
  reply: Reply
  original: Mail | undefined
  unusual: string[]
  /** The earlier decision about another version or time. */
  earlier: MessageBlock[]
  suppressed: Suppressed[]
  shown: PreviewPage
  /** A sentence to show first. */
  notice?: string | undefined
  /** A link to the mail's thread, in mrkdwn. */
  threadLink?: string | undefined
  /** Names a person who is writing in the thread, in mrkdwn. */
  writing?: string | undefined
  /** The warning that the writer can no longer send the mail, which then can't be approved. */
  writerGone?: string | undefined
}

/** Shows a person who may approve a mail its exact content, below unusual facts about it. */
export function buildReviewModal(options: ReviewOptions): View {
  const { text, state, reply, original, notice, writerGone, shown } = options
  const words = text.approval
  return modal({
    callbackId: mailCallbackIds.approve,
    title: words.title,
    ...(writerGone === undefined && { submit: words.approve }),
    close: text.forms.close,
    privateMetadata: JSON.stringify(state),
    blocks: [
      ...[notice, writerGone].flatMap((line) => (line === undefined ? [] : [section(line)])),
      ...contextBlock(options.writing),
      ...contextBlock(plainText(words.from({ writer: reply.userName, inbox: reply.inboxId }), 300), options.threadLink),
      ...options.earlier,
      ...buildUnusual(options),
      divider(),
      ...buildPreviewBlocks(text, { content: reply, original }, shown),
      ...buildTurnButtons(options),
      divider(),
      ...(writerGone === undefined ? contextBlock(words.leaves, describeApprovedTime(text, reply, state.at ?? 0)) : []),
      ...actionsBlock(
        button({ actionId: mailActionIds.declineApproval, text: words.decline, value: state.reply }),
        button({ actionId: editAfterFailure.actionId, text: words.edit, value: state.reply }),
        [...reply.files, ...(reply.mailFiles ?? [])].length > 0 &&
          button({ actionId: mailActionIds.reviewFiles, text: words.files, value: state.reply }),
      ),
    ],
  })
}

function buildUnusual({ text, unusual, suppressed }: ReviewOptions): MessageBlock[] {
  if (unusual.length === 0) return []
  const lines = unusual.map((line) => `⚠️ ${line}`).join('\n')
  return [section(plainText(lines, LINES_CHARS)), ...describeSuppressed(text, suppressed)]
}

/** A page button's value is `<reply>.<body>.<page>`. */
function buildTurnButtons({ text: { forms, preview }, state, reply, original, shown: { body, page } }: ReviewOptions) {
  const pages = paginatePreview({ content: reply, original }, body).length
  const at = Math.max(0, Math.min(page, pages - 1))
  const turn = (name: string, label: string, to: { body: PreviewBody; page: number }) =>
    button({
      actionId: `${mailActionIds.turnReview}:${name}`,
      text: label,
      value: `${state.reply}.${to.body}.${to.page}`,
    })
  const other = body === 'plain' ? 'formatted' : 'plain'
  return actionsBlock(
    at > 0 && turn('back', forms.previousPage, { body, page: at - 1 }),
    at < pages - 1 && turn('on', forms.nextPage, { body, page: at + 1 }),
    hasTwoBodies({ content: reply, original }) && turn('body', preview[other], { body: other, page: 0 }),
  )
}

/** Shows an answer in place of the window. */
export const buildAnswer = ({ approval: words, forms }: MailText, { blocks }: Message): View =>
  modal({ callbackId: mailCallbackIds.approvals, title: words.title, close: forms.close, blocks })

/** Asks for the reason for a decline, which goes to the writer, or if they are gone to those who can take over. */
export const buildDeclineModal = (
  { approval: words, forms }: MailText,
  state: ReviewState,
  { isWriterGone }: { isWriterGone: boolean },
): View =>
  modal({
    callbackId: mailCallbackIds.decline,
    title: words.declineTitle,
    submit: words.declineSubmit,
    close: forms.cancel,
    privateMetadata: JSON.stringify(state),
    blocks: [
      inputBlock(
        {
          blockId: 'reason',
          label: words.declineReason,
          hint: isWriterGone ? words.declineHintGone : words.declineHint,
        },
        textInput({ actionId: 'mail.decline_reason', multiline: true, maxLength: REASON_CHARS, focus: true }),
      ),
    ],
  })
