import { actionsBlock, button, section } from '../../../slack/blocks/block-builders.ts'
import { escapeMrkdwn, truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { Action, ClosedForm } from '../../../slack/inbound/listeners.ts'
import { mailActionIds } from '../../action-ids.ts'
import { replyToRequester } from '../../notify/requester-reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { changeForm } from './change-form.ts'
import type { FormMemory, FormNews } from './form/form-content.ts'
import { findFormContext } from './fields/form-context.ts'
import { findDraftKey, keepClosed, keepTypedDraft, sessionOf } from './drafts/form-drafts.ts'
import type { FormReader } from './fields/form-reader.ts'
import { findFormRecipients } from './form/form-recipients.ts'
import { openWritingForm } from './open-form.ts'
import { type OpenForm, readFormState } from './fields/reply-form-state.ts'
import { forwardedSubject } from './fields/subject-field.ts'

const SUBJECT_CHARS = 100

/** A change in a recipients field is kept; the same text again is Enter, and shows who gets the mail now. Slack does not tell one from the other. */
export async function typeRecipients(services: OutboundServices, action: Action): Promise<void> {
  const before = await keepTypedDraft(services, action)
  const field = action.actionId.slice(action.actionId.indexOf(':') + 1)
  const typed = action.view?.values[action.blockId]?.[action.actionId]?.value ?? ''
  if (before?.form === action.view?.id && before?.fields[field] === typed)
    await changeForm(services, action, () => ({}))
}

/** Tells somebody who has closed a form that their text is kept, where they opened it and for their eyes only. */
export async function offerDraft(services: OutboundServices, closing: ClosedForm): Promise<void> {
  const { team, user, eventId, view } = closing
  const state = readFormState(view)
  if (!state) return undefined
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const { compose } = text
  const { mail } = (await findFormContext(services, team, state))?.answered ?? {}
  const kept = await keepClosed(
    services,
    closing,
    state.kind === 'forward' && mail ? forwardedSubject(text, mail.subject) : '',
  )
  if (!kept) return undefined
  const subject = state.kind ? (kept.draft.fields['subject'] ?? '') : (mail?.subject ?? '')
  const notice = compose.draftKept(state.kind, escapeMrkdwn(truncate(subject, SUBJECT_CHARS)))
  const value = kept.key.slot
  const blocks = [
    section(notice),
    ...actionsBlock(
      button({ actionId: mailActionIds.continueDraft, text: compose.continueDraft, value, style: 'primary' }),
      button({ actionId: mailActionIds.dropDraft, text: compose.dropDraft, value }),
    ),
  ]
  const requester = { team, user, opId: `mail.draft:${eventId}`, ...state.place }
  return replyToRequester(services, requester, { text: notice, blocks })
}

/** Opens the form of a draft again. The message that offers it loses its buttons: closing the form offers the draft anew. */
export async function continueDraft(services: OutboundServices, action: Action): Promise<void> {
  const { team, user, value: slot = '' } = action
  const { compose, forms } = mailTextIn(await services.languages.ofPerson(team, user))
  const draft = await services.outbound.replyDrafts.find({ team, user, slot })
  if (!draft) return closeOffer(services, action, compose.noDraft)
  const { kind, thread, mail, inboxId, instead, takesBack, given, job } = draft
  const { message } = action
  const memory: FormMemory = {
    ...(kind === 'forward' && { kind }),
    ...(kind === 'new' && { kind, ...(inboxId !== undefined && { inboxId }) }),
    thread,
    mail,
    ...(instead !== undefined && { instead }),
    ...(takesBack && { takesBack }),
    ...(given !== undefined && { given }),
    ...(job !== undefined && { job }),
    ...(message && {
      place: { channel: message.channel, ...(message.threadTs !== undefined && { threadTs: message.threadTs }) },
    }),
  }
  const context = await findFormContext(services, team, memory)
  if (!context) return closeOffer(services, action, forms.gone)
  if (await openWritingForm(services, action, { context, memory }, {}))
    await closeOffer(services, action, compose.draftOpened)
}

/** Answers in the place of the message that offers a draft, whose buttons are done with. */
function closeOffer(services: OutboundServices, action: Action, answer: string): Promise<void> {
  const { team, user, message, responseUrl, eventId } = action
  const { channel, threadTs } = message ?? {}
  const requester = { team, user, channel, threadTs, responseUrl, replacesOriginal: true }
  return replyToRequester(services, { ...requester, opId: `mail.draft:${eventId}` }, answer)
}

/** Throws a draft away from the message that offers it. */
export async function dropDraft(services: OutboundServices, action: Action): Promise<void> {
  const { team, user, value: slot = '' } = action
  const { compose } = mailTextIn(await services.languages.ofPerson(team, user))
  const key = { team, user, slot }
  const draft = await services.outbound.replyDrafts.find(key)
  if (draft) await services.outbound.replyDrafts.drop(key, draft.session)
  return closeOffer(services, action, compose.draftDropped)
}

/** The form as it is without the draft, which is thrown away. */
export async function startEmpty(
  services: OutboundServices,
  reader: FormReader,
  { view, state }: OpenForm,
): Promise<FormNews | undefined> {
  const { team, text } = reader
  const context = await findFormContext(services, team, state)
  if (!context) return undefined
  await services.outbound.replyDrafts.drop(
    await findDraftKey(services, reader, state, view.id),
    sessionOf(state, view.id),
  )
  const { mail } = context.answered ?? {}
  return {
    memory: { draft: '' },
    isEmptied: true,
    subject: state.kind === 'forward' && mail ? forwardedSubject(text, mail.subject) : '',
    recipients: await findFormRecipients(services, team, mail, state),
  }
}
