import { findChannel } from '../../records/mail/placement.ts'
import type { RichTextBlock } from '../../../slack/blocks/slack-message.ts'
import type { ActingPerson } from '../../access/mail-acts.ts'
import { readRichText } from '../../../mail-content/writing/slack-to-mail.ts'
import { parseTypedAddresses } from '../../records/address.ts'
import type { ReplyDraft } from './drafts/reply-drafts.ts'
import { signatureNames } from '../../records/writing-settings.ts'
import type { AnswerableClick } from '../../../access/answer-click.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { sendWriting } from '../../tasks/writing-task.ts'
import { buildReplyFormModal } from './form/build-form.ts'
import type { FormContent } from './form/form-content.ts'
import { findFormContext, type FormContext } from './fields/form-context.ts'
import { draftKeyOf, hasWriting, recallSendChoice } from './drafts/form-drafts.ts'
import type { FormReader } from './fields/form-reader.ts'
import { findFormRecipients, type FormRecipients } from './form/form-recipients.ts'
import { findEarlierFiles, findGoneFiles, listKeptFiles } from './drafts/kept-files.ts'
import { recallOutgoingDraft } from './fields/outgoing-fields.ts'
import type { FormPlace, ReplyFormState } from './fields/reply-form-state.ts'

/** The initial content of a form without a draft. */
export type FirstContent = Pick<
  FormContent,
  'memory' | 'recipients' | 'isQuoted' | 'closes' | 'sendTime' | 'outgoing' | 'forwarded' | 'more'
> & {
  written?: RichTextBlock | undefined
  subject?: string | undefined
}

/** Opens a form for a person who may send it, with their draft if there is one. */
export async function showForm(
  scope: OutboundScope,
  click: AnswerableClick,
  pressed: FormContext,
  given: FirstContent,
): Promise<void> {
  const reader = await findFormReader(scope, click.user)
  const known = await scope.outbound.replyDrafts.find(draftKeyOf(click.user, given.memory))
  const draft = known && hasWriting(known, given.subject) ? known : undefined
  const { context, first } = (draft && (await findOlderAnswer(scope, pressed, given, draft))) ?? {
    context: pressed,
    first: given,
  }
  const recalled = draft
    ? {
        ...continueFrom(reader, first, draft),
        outgoing: await recallOutgoingDraft(scope, reader, context, draft),
      }
    : { ...first, warnings: [] }
  const openedAt = recalled.memory.draftAt ?? scope.clock.now()
  const content = { ...recalled, memory: { ...recalled.memory, openedAt } }
  const files = await findEarlierFiles(scope, click.user, content.memory)
  const kept = listKeptFiles(files, await findGoneFiles(scope, files))
  const view = await buildReplyFormModal(scope, reader, context, { ...content, kept })
  await scope.views.push(click, view)
  return sendOpened(scope, click, content.memory)
}

/**
 * The form for the mail that a draft was written for, if that is older than the one whose Reply was pressed: the text must not silently go to the writer
 * of a later mail. The form then names the newer mail and offers to answer it.
 */
async function findOlderAnswer(
  scope: OutboundScope,
  { answered }: FormContext,
  first: FirstContent,
  { mail }: ReplyDraft,
): Promise<{ context: FormContext; first: FirstContent } | undefined> {
  const { kind, instead } = first.memory
  if (!answered || kind !== undefined || instead !== undefined) return undefined
  const { mails } = answered.thread
  if (!mails.includes(mail) || mails.lastIndexOf(mail) >= mails.lastIndexOf(answered.key)) return undefined
  const memory = { ...first.memory, mail }
  const context = await findFormContext(scope, memory)
  if (!context) return undefined
  return {
    context,
    first: { ...first, memory, recipients: await findFormRecipients(scope, context.answered?.mail, memory) },
  }
}

/**
 * Continues a draft. The place comes from the click, as does the mail, unless the draft answers an older one; everything else comes from the draft. A
 * draft of Reply all that is opened with Reply, and the reverse, gets the recipients of the button that was pressed.
 */
function continueFrom(
  { text: { compose } }: FormReader,
  first: FirstContent,
  draft: ReplyDraft,
): FirstContent & Pick<FormContent, 'warnings'> {
  const { session, at, all = false, isMore, signature, isQuoted, closes, job, inboxId, placeholders, fields } = draft
  const chosen = signatureNames.find((name) => name === signature)
  const memory: ReplyFormState = {
    ...first.memory,
    draft: session,
    draftAt: at,
    ...(isMore !== undefined && { isMore }),
    ...(chosen && { signature: chosen }),
    ...(job !== undefined && { job }),
    ...(placeholders && { placeholders }),
    ...(first.memory.kind === 'new' && inboxId !== undefined && { inboxId }),
  }
  const { kind, instead, all: isToAll = false } = first.memory
  const isOtherList = kind === undefined && instead === undefined && all !== isToAll
  return {
    ...first,
    memory,
    recipients: isOtherList ? first.recipients : recallRecipients(first.recipients, fields),
    warnings: isOtherList ? [isToAll ? compose.draftToSender : compose.draftToAll] : [],
    written: readRichText(draft.written),
    subject: fields['subject'] ?? first.subject,
    more: { ...first.more, labels: fields['labels'], replyTo: fields['replyTo'], headers: fields['headers'] },
    isQuoted: isQuoted ?? first.isQuoted,
    closes: closes ?? first.closes,
    sendTime: recallSendChoice(draft) ?? first.sendTime,
    forwarded: draft.forwarded ?? first.forwarded,
  }
}

/** Restores the typed fields, including text that cannot be read. */
function recallRecipients(first: FormRecipients, fields: Record<string, string>): FormRecipients {
  const { to, cc = '', bcc = '' } = fields
  if (to === undefined) return first
  const read = (text: string) => parseTypedAddresses(text).addresses
  return {
    to: read(to),
    cc: read(cc),
    bcc: read(bcc),
    typed: { to, cc, bcc },
    isEditing: true,
    leftOut: 0,
    isPartOfEarlier: false,
  }
}

/** Shows others that this person is writing an answer, and keeps the thread. A new mail has no thread yet. */
const sendOpened = async (
  { team, queue }: OutboundScope,
  { user, eventId }: AnswerableClick,
  { kind, thread }: ReplyFormState,
): Promise<void> =>
  kind === 'new'
    ? undefined
    : sendWriting(queue, eventId, { team, user, thread, form: 'opened', ...(kind && { isForward: true }) })

/** The person who opens a form, for the access policy and the audit. */
export const toActor = ({ user, eventId, message }: AnswerableClick): ActingPerson => ({
  user,
  opId: `mail.form:${eventId}`,
  channel: message?.channel,
  threadTs: message?.threadTs,
})

/** A person with the texts of their language. */
export const findFormReader = async ({ team, languages }: OutboundScope, user: string): Promise<FormReader> => ({
  user,
  text: mailTextIn(await languages.ofPerson(team, user)),
})

/** The person's location; for a window with the whole mail, the channel that shows it. */
export function placeOf({ message }: AnswerableClick, { answered }: FormContext): FormPlace | undefined {
  const { channel = answered && findChannel(answered.thread), threadTs } = message ?? {}
  return channel === undefined ? undefined : { channel, ...(threadTs && { threadTs }) }
}
