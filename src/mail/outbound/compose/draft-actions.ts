import { questionTimeMs, withinDeadline } from '../../../core/question-time.ts'
import { readRichText } from '../../../mail-content/writing/slack-to-mail.ts'
import { actionsBlock, button, section } from '../../../slack/blocks/block-builders.ts'
import { modal } from '../../../slack/blocks/form-fields.ts'
import type { View } from '../../../slack/blocks/slack-message.ts'
import { escapeMrkdwn, keepLiteral, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Action, ClosedForm } from '../../../slack/inbound/listeners.ts'
import { askToReadMail, findThreadChannel } from '../../access/mail-acts.ts'
import { mailActionIds, mailCallbackIds } from '../../action-ids.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { refreshDrafts } from './drafts/drafts-list.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { changeForm } from './change-form.ts'
import type { FormNews } from './form/form-content.ts'
import { findFormContext } from './fields/form-context.ts'
import { findDraftKey, keepClosed, keepTypedDraft, sessionOf } from './drafts/form-drafts.ts'
import type { FormReader } from './fields/form-reader.ts'
import { findFormRecipients } from './form/form-recipients.ts'
import { openWritingForm } from './open-form.ts'
import { type OpenForm, readFormState, type ReplyFormState } from './fields/reply-form-state.ts'
import type { ReplyDraft } from './drafts/reply-drafts.ts'
import { forwardedSubject } from './fields/subject-field.ts'

const SUBJECT_CHARS = 100

/** Keeps a change in a recipients field as a draft. The same text again means Enter, and shows the recipients; Slack reports both alike. */
export async function typeRecipients(scope: OutboundScope, action: Action): Promise<void> {
  const before = await keepTypedDraft(scope, action)
  const field = action.actionId.slice(action.actionId.indexOf(':') + 1)
  const typed = action.view?.values[action.blockId]?.[action.actionId]?.value ?? ''
  if (before?.form === action.view?.id && before?.fields[field] === typed) await changeForm(scope, action, () => ({}))
}

/** Offers the draft of a closed form where the person opened it, visible only to them. */
export async function offerDraft(scope: OutboundScope, closing: ClosedForm): Promise<void> {
  const { team, user, eventId, view } = closing
  const state = readFormState(view)
  if (!state) return undefined
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const { compose } = text
  const answered = (await findFormContext(scope, state))?.answered
  const mail = answered?.mail
  const kept = await keepClosed(
    scope,
    closing,
    state.kind === 'forward' && mail ? forwardedSubject(text, mail.subject) : '',
  )
  // A person who may not use Bellhop now finds the draft once they may again.
  if (!kept || (await withinDeadline(scope.access.mayUse(team, user))) === false) return undefined
  await scope.slices.refreshHome(team, [user])
  // The form names the mail, and the person may no longer read it: the offer then has no subject.
  const limit = { withinMs: questionTimeMs() }
  const isReader = answered && (await askToReadMail(scope, closing, answered, limit)).is === 'allowed'
  const ofMail = isReader ? answered.mail.subject : ''
  const subject = state.kind ? (kept.draft.fields['subject'] ?? '') : ofMail
  const notice = describeKeptDraft(text, state.kind, keepLiteral(escapeMrkdwn(truncate(subject, SUBJECT_CHARS))))
  const value = kept.key.slot
  const blocks = [
    section(notice),
    ...actionsBlock(
      button({ actionId: mailActionIds.continueDraft, text: compose.continueDraft, value, style: 'primary' }),
      button({ actionId: mailActionIds.dropDraft, text: compose.dropDraft, value }),
    ),
  ]
  const requester = { team, user, opId: `mail.draft:${eventId}`, ...state.place }
  return replyToRequester(scope, requester, { text: notice, blocks })
}

/** Names a draft by its kind and subject; the subject is mrkdwn and may be empty. */
function describeKeptDraft({ compose }: MailText, kind: ReplyFormState['kind'], subject: string): string {
  const { reply, untitledReply, mail, untitledMail } = compose.draftKept
  if (kind === undefined) return subject === '' ? untitledReply : reply({ subject })
  return subject === '' ? untitledMail : mail({ subject })
}

/** Opens the form of a draft again. The message that offers it loses its buttons: closing the form offers the draft again. */
export async function continueDraft(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, value: slot = '' } = action
  const { compose, forms } = mailTextIn(await scope.languages.ofPerson(team, user))
  const draft = await scope.outbound.replyDrafts.find({ user, slot })
  if (!draft) return closeOffer(scope, action, compose.noDraft)
  const { kind, thread, mail, inboxId, all, instead, takesBack, given, job } = draft
  const { message } = action
  const memory: ReplyFormState = {
    ...(kind === 'forward' && { kind }),
    ...(kind === 'new' && { kind, ...(inboxId !== undefined && { inboxId }) }),
    thread,
    mail,
    ...(all && { all }),
    ...(instead !== undefined && { instead }),
    ...(takesBack && { takesBack }),
    ...(given !== undefined && { given }),
    ...(job !== undefined && { job }),
    ...(message && {
      place: { channel: message.channel, ...(message.threadTs !== undefined && { threadTs: message.threadTs }) },
    }),
  }
  const context = await findFormContext(scope, memory)
  if (!context) return closeOffer(scope, action, forms.gone)
  if (context.answered && !(await mayReadThread(scope, user, thread)))
    return scope.views.push(action, buildTextWindow(mailTextIn(await scope.languages.ofPerson(team, user)), draft))
  if (await openWritingForm(scope, action, { context, memory }, {}))
    await closeOffer(scope, action, compose.draftOpened)
}

async function mayReadThread(scope: OutboundScope, user: string, thread: string): Promise<boolean> {
  const channel = await findThreadChannel(scope, thread)
  // Without a channel, the form asks who may read the mail.
  return channel === undefined || scope.access.mayRead(scope.team, user, channel)
}

/** Shows the text of a draft that its writer can no longer continue: the form would name the mail. */
function buildTextWindow({ compose: { drafts }, forms }: MailText, { written }: ReplyDraft): View {
  const text = readRichText(written)
  return modal({
    callbackId: mailCallbackIds.draftText,
    title: drafts.title,
    close: forms.close,
    blocks: [section(drafts.textOnly), ...(text ? [text] : [])],
  })
}

/** Replaces the message that offers a draft, because its buttons were used. A list of drafts and Home are refreshed. */
async function closeOffer(scope: OutboundScope, action: Action, answer: string): Promise<void> {
  const { team, user, view, message, responseUrl, eventId } = action
  await scope.slices.refreshHome(team, [user])
  if (view?.callbackId === mailCallbackIds.drafts) return refreshDrafts(scope, user, view.id, plainTextMessage(answer))
  if (view) return undefined
  const { channel, threadTs } = message ?? {}
  const requester = { team, user, channel, threadTs, responseUrl, replacesOriginal: true }
  return replyToRequester(scope, { ...requester, opId: `mail.draft:${eventId}` }, answer)
}

/** Discards a draft from the message that offers it. */
export async function dropDraft(scope: OutboundScope, action: Action): Promise<void> {
  const { team, user, value: slot = '' } = action
  const { compose } = mailTextIn(await scope.languages.ofPerson(team, user))
  const key = { team, user, slot }
  const draft = await scope.outbound.replyDrafts.find(key)
  if (draft) await scope.outbound.replyDrafts.drop(key, draft.session)
  return closeOffer(scope, action, compose.draftDropped)
}

/** Discards the draft, and shows the form without it. */
export async function startEmpty(
  scope: OutboundScope,
  reader: FormReader,
  { view, state }: OpenForm,
): Promise<FormNews | undefined> {
  const { text } = reader
  const context = await findFormContext(scope, state)
  if (!context) return undefined
  await scope.outbound.replyDrafts.drop(
    await findDraftKey(scope, reader.user, state, view.id),
    sessionOf(state, view.id),
  )
  const { mail } = context.answered ?? {}
  return {
    memory: { draft: '' },
    isEmptied: true,
    subject: state.kind === 'forward' && mail ? forwardedSubject(text, mail.subject) : '',
    recipients: await findFormRecipients(scope, mail, state),
  }
}
