import { sanitizeLine } from '../../../../core/sanitize-text.ts'
import { inputBlock, textInput } from '../../../../slack/blocks/form-fields.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { removePrefixes } from '../../../../mail-content/reading/quotations/forwarded-mail.ts'
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

/** Marks such as `[ABC-123]` before a subject. */
const MARKS = /^(?:\[[^\]]{0,40}\]\s*)+/

/** The subject without the prefixes that a mail collects, such as `Re: AW:`, and with its marks. */
export function removeSubjectPrefixes(subject: string): string {
  const whole = subject.trim()
  const [marks = ''] = MARKS.exec(whole) ?? []
  return marks + removePrefixes(whole.slice(marks.length))
}

/** The initial subject of a forward: one prefix, instead of those that the mail has collected. */
export const forwardedSubject = ({ compose }: MailText, subject: string): string =>
  compose.forwarded({ subject: removeSubjectPrefixes(subject) }).trim()
