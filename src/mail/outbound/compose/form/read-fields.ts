import { toJson } from '../../../../core/json.ts'
import type { SubmittedReply } from '../../../tasks/reply-task.ts'
import { readSendTime } from '../../schedule/send-time-field.ts'
import { listOpenPlaceholders } from '../../saved/fill-placeholders.ts'
import type { MailText } from '../../../text/mail-text.ts'
import { type FormRecipients, MAX_RECIPIENTS } from './form-recipients.ts'
import { type KeptFiles, readAllFiles } from '../drafts/kept-files.ts'
import { blockIdOf, listRecipients, type OpenForm, readTypedText, withoutRepeats } from '../fields/reply-form-state.ts'
import { sendTimeIds } from '../../schedule/send-time.ts'
import { readClosingChoice } from '../fields/closing-choice.ts'
import { readMoreFields } from '../fields/more-fields.ts'
import type { OutgoingFiles } from '../fields/outgoing-fields.ts'
import { readSubject } from '../fields/subject-field.ts'
import { readTextChoices } from '../fields/text-choices.ts'

/** The content of a form's fields. */
export type ReplyFields = Omit<
  SubmittedReply,
  'team' | 'user' | 'form' | 'thread' | 'mail' | 'kind' | 'inboxId' | 'instead' | 'takesBack' | 'seen' | 'place' | 'job'
>

/** The limit of a line in a mail. */
const MAX_SUBJECT = 998

/** Returns the fields of the form, or an error for each one that cannot be sent. */
export function readTypedFields(
  text: MailText,
  form: OpenForm,
  { unreadable, isEditing, ...lists }: FormRecipients & { unreadable: Record<string, string> },
  { kept, outgoing }: { kept: KeptFiles; outgoing: OutgoingFiles },
  now: number,
): ReplyFields | { errors: Record<string, string> } {
  const { view, state } = form
  if (Object.keys(unreadable).length > 0) return { errors: unreadable }
  const recipients = withoutRepeats(lists)
  if (isEditing && listRecipients(recipients).length === 0)
    return { errors: { [blockIdOf(state, 'to')]: text.forms.noRecipient } }
  const people = listRecipients(recipients).length
  const limit = { most: MAX_RECIPIENTS, people, surplus: people - MAX_RECIPIENTS }
  if (people > MAX_RECIPIENTS)
    return isEditing
      ? { errors: { [blockIdOf(state, 'to')]: text.compose.tooMany(limit) } }
      : { errors: { [blockIdOf(state, 'text')]: text.compose.tooManyListed(limit) } }
  const written = readTypedText(form)
  const attached = readAllFiles(text, view, kept, outgoing)
  if ('errors' in attached) return attached
  if (!written && Object.keys(attached).length === 1 && attached.files.length === 0 && state.kind !== 'forward')
    return { errors: { [blockIdOf(state, 'text')]: text.forms.noText } }
  // Other words in braces are ordinary text.
  const open = written ? listOpenPlaceholders(written).filter((one) => state.placeholders?.includes(one)) : []
  if (open.length > 0) {
    const sentence = text.saved.open({ count: open.length, words: text.formats.list(open) })
    return { errors: { [blockIdOf(state, 'text')]: sentence } }
  }
  const time = readSendTime(text, sendTimeIds, view, now)
  if ('errors' in time) return time
  const subject = readSubject(form)
  if (subject !== undefined && subject.length > MAX_SUBJECT) {
    const sentence = text.compose.longSubject({ characters: subject.length, most: MAX_SUBJECT })
    return { errors: { [blockIdOf(state, 'subject')]: sentence } }
  }
  const more = readMoreFields(text, form)
  if ('errors' in more) return more
  const { to, cc, bcc } = recipients
  const closes = readClosingChoice(view)
  return {
    to,
    cc,
    bcc,
    written: toJson(written ?? null),
    ...attached,
    ...(subject !== undefined && { subject }),
    ...more,
    ...readTextChoices(form),
    ...(closes !== undefined && { closes }),
    ...time,
  }
}
