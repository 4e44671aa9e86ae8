import { questionTimeMs } from '../../../core/question-time.ts'
import type { RichTextBlock } from '../../../slack/blocks/slack-message.ts'
import { askToSend } from '../../access/write-access.ts'
import type { MailTarget } from '../../action-ids.ts'
import type { Address } from '../../records/address.ts'
import { findBroughtBy } from '../../records/mail/mail-thread.ts'
import type { AnswerableClick } from '../../../access/answer-click.ts'
import { refuseClick, replyToClick, replyTooSlow } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { buildSendingFormAct, findMailContext, type FormContext } from './fields/form-context.ts'
import { findFormRecipients, fitInField } from './form/form-recipients.ts'
import type { FormPlace, ReplyFormState } from './fields/reply-form-state.ts'
import { listKnownSendingInboxes } from './fields/sending-inbox.ts'
import { findFormReader, placeOf, showForm, toActor } from './show-form.ts'
import { forwardedSubject } from './fields/subject-field.ts'

/** The initial content of a form. */
export interface FormBeginning {
  written?: RichTextBlock | undefined
  subject?: string | undefined
  /** The recipients of a new mail. */
  to?: Address[]
  /** The placeholders in the text that a saved reply did not fill. */
  placeholders?: string[]
  /** The job whose pull request the form sends. */
  job?: string
  /** Set if the text was typed as a message in the Slack thread. */
  isFromThread?: true
  /** Set if the click may be far from what the person sees next. */
  inModal?: true
}

/** Opens the form that answers or forwards a mail. */
export async function openReplyForm(
  scope: OutboundScope,
  click: AnswerableClick,
  target: MailTarget,
  { kind, isToAll, ...beginning }: FormBeginning & { kind?: 'forward'; isToAll?: boolean } = {},
): Promise<void> {
  const { text } = await findFormReader(scope, click.user)
  const context = await findMailContext(scope, target)
  if (!context) return replyToClick(scope, click, text.forms.gone)
  const { mail, key } = context.answered
  const place = placeOf(click, context)
  const memory: ReplyFormState = {
    ...(kind && { kind }),
    thread: mail.thread,
    mail: key,
    ...(isToAll && { all: true }),
    ...(place && { place }),
  }
  const { subject = kind && forwardedSubject(text, mail.subject) } = beginning
  await openWritingForm(scope, click, { context, memory }, { ...beginning, subject })
}

/** Opens the form for a new mail, from this inbox or the first one that the person may write from. */
export async function openNewMailForm(
  scope: OutboundScope,
  click: AnswerableClick,
  { inboxId, place, ...beginning }: FormBeginning & { inboxId?: string; place?: FormPlace } = {},
): Promise<void> {
  const inboxes = inboxId === undefined ? await listKnownSendingInboxes(scope, click) : [inboxId]
  if (!inboxes) return replyTooSlow(scope, click)
  const [inbox] = inboxes
  if (inbox === undefined)
    return replyToClick(scope, click, (await findFormReader(scope, click.user)).text.compose.noInbox)
  const memory: ReplyFormState = { kind: 'new', thread: '', mail: '', inboxId: inbox, ...(place && { place }) }
  await openWritingForm(scope, click, { context: { inboxId: inbox }, memory }, beginning)
}

/** Opens a form for a person who may send it. Returns whether it is open; if not, the person was notified. */
export async function openWritingForm(
  scope: OutboundScope,
  click: AnswerableClick,
  { context, memory }: { context: FormContext; memory: ReplyFormState },
  beginning: FormBeginning,
): Promise<boolean> {
  const { written, subject, to, job, placeholders, isFromThread, inModal } = beginning
  // Limited, because the form must open within seconds; the task that sends the mail checks again.
  const act = await buildSendingFormAct(scope, toActor(click), context)
  const permission = await askToSend(scope, act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') {
    await refuseClick(scope, click, permission.message, { ...(inModal && { inModal }) })
    return false
  }
  const known = await findFormRecipients(scope, context.answered?.mail, memory)
  const recipients = to ? { ...known, to: fitInField(to) } : known
  const text = nameGiven(scope, beginning)
  const aside = text === undefined ? nameAside(scope, context, memory) : undefined
  const given = text ?? aside
  await showForm(scope, click, context, {
    memory: {
      ...memory,
      ...(given !== undefined && { given }),
      ...(aside !== undefined && { isAside: true as const }),
      ...(job !== undefined && { job }),
      ...(isFromThread && { isFromThread }),
      ...(placeholders && { placeholders }),
    },
    recipients,
    written,
    subject,
  })
  return true
}

/** The draft of an answer to somebody brought in by us alone never ends up in an answer to the customer, or the reverse. */
const nameAside = (
  { keyedHash }: OutboundScope,
  { answered }: FormContext,
  { kind, instead }: ReplyFormState,
): string | undefined =>
  !kind && instead === undefined && answered && findBroughtBy(answered.thread, answered.key)
    ? keyedHash('given', 'aside', answered.mail.from.address.toLowerCase())
    : undefined

/** Identifies a given text, which must not end up in the draft of another one. */
function nameGiven({ keyedHash }: OutboundScope, { written, to, job }: FormBeginning): string | undefined {
  if (job !== undefined) return keyedHash('given', job)
  return written || to ? keyedHash('given', JSON.stringify([written, to])) : undefined
}
