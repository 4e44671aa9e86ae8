import { button, confirmDialog, section } from '../../../../slack/blocks/block-builders.ts'
import { formatMoment } from '../../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { mailActionIds } from '../../../action-ids.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { ReplyFormState } from '../fields/reply-form-state.ts'

/** Shows that the form contains a draft, and offers to start without it. */
export function buildDraftLine(
  { compose }: MailText,
  { draft, draftAt }: Pick<ReplyFormState, 'draft' | 'draftAt'>,
): MessageBlock[] {
  if (!draft || draftAt === undefined) return []
  const { startEmpty, startEmptyAsk, startEmptyText, keepDraft } = compose
  const confirm = confirmDialog(startEmptyAsk, startEmptyText, startEmpty, keepDraft)
  return [
    section(
      compose.draftOf({ time: formatMoment(draftAt) }),
      button({ actionId: mailActionIds.startEmpty, text: startEmpty, confirm }),
    ),
  ]
}
