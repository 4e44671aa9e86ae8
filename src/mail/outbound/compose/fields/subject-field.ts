import { sanitizeLine } from '../../../../core/sanitize-text.ts'
import { inputBlock, textInput } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { blockIdOf, fieldIds, type OpenForm, type ReplyFormState } from './reply-form-state.ts'

/** The field for the subject; none for an answer, because the mailbox sets its subject. */
export function buildSubjectField(
  { compose }: MailText,
  state: ReplyFormState,
  subject: string | undefined,
): MessageBlock[] {
  if (state.kind === undefined) return []
  const field = textInput({ actionId: fieldIds.subject, reportsTyping: true, ...(subject && { initial: subject }) })
  return [
    inputBlock({ blockId: blockIdOf(state, 'subject'), label: compose.subject, optional: true, dispatch: true }, field),
  ]
}

/** The subject typed so far; undefined for an answer. */
export const readSubject = ({ view, state }: OpenForm): string | undefined =>
  state.kind === undefined
    ? undefined
    : sanitizeLine(view.values[blockIdOf(state, 'subject')]?.[fieldIds.subject]?.value ?? '')

/** The initial subject of a forward. */
export const forwardedSubject = ({ compose }: MailText, subject: string): string =>
  /^(fwd?|wg):/i.test(subject.trim()) ? subject : compose.forwarded({ subject }).trim()
