import { isDeepStrictEqual } from 'node:util'
import { toJson } from '../../../../core/json.ts'
import type { RichTextBlock } from '../../../../slack/blocks/slack-message.ts'
import type { Action, ClosedForm } from '../../../../slack/inbound/listeners.ts'
import { mailActionIds } from '../../../action-ids.ts'
import { readRichText, slackToMail } from '../../../../mail-content/writing/slack-to-mail.ts'
import { CLOSED_MARK, type DraftKey, type ReplyDraft } from './reply-drafts.ts'
import {
  formatSendChoice,
  parseSendChoice,
  readSendChoice,
  type SendTimeChoice,
} from '../../schedule/send-time-field.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { readClosingChoice } from '../fields/closing-choice.ts'
import { readForwardedTicks } from '../fields/forwarded-files.ts'
import { readLinksText } from '../fields/links-field.ts'
import {
  blockIdOf,
  fieldIds,
  formatRecipientFields,
  type OpenForm,
  readFormState,
  readTypedFiles,
  readTypedText,
  type RecipientLists,
  type ReplyFormState,
} from '../fields/reply-form-state.ts'
import { sendTimeIds } from '../../schedule/send-time.ts'
import { readThreadFileValues } from '../fields/thread-files-field.ts'
import { readQuoteChoice, readSignatureChoice } from '../fields/text-choices.ts'

/** Identifies a draft: one for each thread and kind of mail, and a separate one for a given text. Frozen: records and buttons contain it. */
export const draftSlot = ({
  kind,
  thread,
  instead,
  given,
}: Pick<ReplyFormState, 'kind' | 'thread' | 'instead' | 'given'>) =>
  [kind ?? 'reply', kind === 'new' ? '' : thread, instead ?? given ?? ''].join(':')

/** The key of the draft that a form belongs to. */
export const draftKeyOf = (user: string, state: Parameters<typeof draftSlot>[0]): DraftKey => ({
  user,
  slot: draftSlot(state),
})

/**
 * Finds the key for the content of an open form. Two texts for the same thread, or two new mails, that are open at the same time are two drafts: the
 * second one gets a key of its own, like a given text.
 */
export async function findDraftKey(
  { outbound: { replyDrafts } }: OutboundScope,
  user: string,
  state: ReplyFormState,
  viewId: string,
): Promise<DraftKey> {
  const key = draftKeyOf(user, state)
  if (state.draft || state.given !== undefined || state.instead !== undefined) return key
  const own = draftKeyOf(user, { ...state, given: viewId })
  if (await replyDrafts.isKnown(own, viewId)) return own
  if (await replyDrafts.isKnown(key, viewId)) return key
  const draft = await replyDrafts.find(key)
  return draft && hasWriting(draft) ? own : key
}

/** Identifies the text of a form: every form that continues it has the same session. */
export const sessionOf = ({ draft }: Pick<ReplyFormState, 'draft'>, viewId: string): string => draft || viewId

/** The field of a draft with the send time; frozen. */
const SEND_FIELD = 'send'

/** The send time chosen in a draft. */
export const recallSendChoice = ({ fields }: Pick<ReplyDraft, 'fields'>): SendTimeChoice | undefined =>
  parseSendChoice(fields[SEND_FIELD] ?? '')

/** The plain fields of a draft, and their action ids. */
const recipientsField = (name: string): string => `${mailActionIds.recipients}:${name}`
const plainFields = {
  to: recipientsField('to'),
  cc: recipientsField('cc'),
  bcc: recipientsField('bcc'),
  subject: fieldIds.subject,
  labels: fieldIds.labels,
  replyTo: fieldIds.replyTo,
  headers: fieldIds.headers,
} as const

function readPlainFields({ view, state }: OpenForm): Record<string, string> {
  const found = Object.entries(plainFields).flatMap(([name, actionId]) => {
    const block = view.values[blockIdOf(state, name as keyof typeof plainFields)]
    return block ? [[name, block[actionId]?.value ?? ''] as const] : []
  })
  return Object.fromEntries(found)
}

/** Keeps the typed content of an open form. Returns the previous draft. */
export async function keepTypedDraft(scope: OutboundScope, action: Action): Promise<ReplyDraft | undefined> {
  const { view, actionTs } = action
  const state = view && readFormState(view)
  if (!view || !state || actionTs === undefined) return undefined
  const key = await findDraftKey(scope, action.user, state, view.id)
  return scope.outbound.replyDrafts.keep(key, readDraft(scope, { view, state }, key, actionTs))
}

/** The changes that a click in a form makes. */
interface FormChange {
  isEmptied?: true
  written?: RichTextBlock
  subject?: string
  recipients?: RecipientLists & { isEditing: boolean; typed?: Record<'to' | 'cc' | 'bcc', string> }
  memory?: Partial<Pick<ReplyFormState, 'all' | 'isMore' | 'placeholders' | 'mail'>>
}

/** Keeps the changes of a click in a form, together with the typed content. */
export async function keepChange(
  scope: OutboundScope,
  { view, actionTs, ...person }: Action,
  state: ReplyFormState,
  { isEmptied, written, subject, recipients, memory = {} }: FormChange,
): Promise<void> {
  if (!view || actionTs === undefined || isEmptied) return undefined
  const key = await findDraftKey(scope, person.user, state, view.id)
  const draft = readDraft(scope, { view, state }, key, actionTs)
  const { all = draft.all, isMore = draft.isMore, placeholders = draft.placeholders, mail = draft.mail } = memory
  const lists = recipients?.isEditing ? (recipients.typed ?? formatRecipientFields(recipients)) : {}
  await scope.outbound.replyDrafts.keep(key, {
    ...draft,
    mail,
    ...(all !== undefined && { all }),
    ...(isMore !== undefined && { isMore }),
    ...(placeholders !== undefined && { placeholders }),
    ...(written && { written: toJson(written) }),
    fields: { ...draft.fields, ...(subject !== undefined && { subject }), ...lists },
  })
}

/**
 * Keeps the content of a closed form, if Slack reports it. Without an earlier draft, keeps only text that a person wrote, not the form's initial
 * content. Returns the resulting draft, if it has any content.
 */
export async function keepClosed(
  scope: OutboundScope,
  closing: ClosedForm,
  firstSubject: string,
): Promise<{ key: DraftKey; draft: ReplyDraft } | undefined> {
  const { view } = closing
  const state = readFormState(view)
  if (!state) return undefined
  const key = await findDraftKey(scope, closing.user, state, view.id)
  const known = await scope.outbound.replyDrafts.find(key)
  const form = { view, state }
  const hasValues = Object.keys(view.values).length > 0
  const isBegun =
    known !== undefined ||
    ((state.given === undefined || state.isAside) &&
      (await hasNewWriting(scope, readDraft(scope, form, key, ''), firstSubject)))
  // Sorts after every change reported before, and before any change in a later form.
  const order = `${known?.order ?? '0'}${CLOSED_MARK}`
  // A form that continues a draft may have closed before it reported its first change.
  const isContinued = known !== undefined && known.session === state.draft && known.at === state.draftAt
  const isOwn = known === undefined || known.form === view.id || isContinued
  const closed = readDraft(scope, form, key, order)
  // A draft that was only looked at keeps its time, and its place in the lists.
  const isUnchanged = isContinued && hasSameContent(known, closed)
  if (hasValues && isBegun && isOwn)
    await scope.outbound.replyDrafts.keep(key, { ...closed, ...(isUnchanged && { at: known.at }) })
  const draft = await scope.outbound.replyDrafts.find(key)
  return draft && hasWriting(draft, firstSubject) ? { key, draft } : undefined
}

/** Whether a form has in it exactly what its draft had, and no new file. */
function hasSameContent(known: ReplyDraft, closed: Omit<ReplyDraft, 'kept'>): boolean {
  const others = { at: 0, order: '', form: '', given: '', files: [], kept: [] }
  return closed.files.length === 0 && isDeepStrictEqual({ ...known, ...others }, { ...closed, ...others })
}

/** Whether a form that reported no change has content that a person wrote there. The text of the reply that it replaces counts once it is corrected. */
async function hasNewWriting(
  { replyStore }: OutboundScope,
  draft: Omit<ReplyDraft, 'kept'>,
  firstSubject: string,
): Promise<boolean> {
  if (draft.instead === undefined) return hasWriting(draft, firstSubject)
  const reply = await replyStore.findReply(draft.instead)
  const typed = readPlain(draft.written)
  return reply !== undefined && typed !== '' && typed !== readPlain(reply.written)
}

const readPlain = (written: unknown): string => slackToMail(written, new Map()).text.trim()

function readDraft(scope: OutboundScope, form: OpenForm, { slot }: DraftKey, order: string): Omit<ReplyDraft, 'kept'> {
  const { view, state } = form
  const { kind, thread, mail, inboxId, all, instead, takesBack, job, isMore, placeholders } = state
  const given = slot === draftSlot(state) ? state.given : view.id
  const isQuoted = readQuoteChoice(view)
  const closes = readClosingChoice(view)
  const chosen = readSendChoice(sendTimeIds, view)
  const signature = readSignatureChoice(form)
  const threadFiles = readThreadFileValues(view)
  const forwarded = readForwardedTicks(form)
  const links = readLinksText(view)
  return {
    at: scope.clock.now(),
    order,
    session: sessionOf(state, view.id),
    form: view.id,
    ...(kind && { kind }),
    thread,
    mail,
    ...(inboxId !== undefined && { inboxId }),
    ...(all && { all }),
    ...(instead !== undefined && { instead }),
    ...(takesBack && { takesBack }),
    ...(given !== undefined && { given }),
    ...(job !== undefined && { job }),
    ...(isMore && { isMore }),
    ...(placeholders && { placeholders }),
    ...(signature && { signature }),
    ...(isQuoted !== undefined && { isQuoted }),
    ...(closes !== undefined && { closes }),
    written: toJson(readTypedText(form) ?? null),
    fields: {
      ...readPlainFields(form),
      ...(chosen && { [SEND_FIELD]: formatSendChoice(chosen) }),
      ...(links !== undefined && { links }),
    },
    ...(threadFiles && { threadFiles }),
    ...(forwarded && { forwarded }),
    files: readTypedFiles(view),
  }
}

/** Whether a draft contains anything that a person would miss. `firstSubject` is the form's initial subject. */
export const hasWriting = (
  { written, files, fields, threadFiles = [] }: Pick<ReplyDraft, 'written' | 'files' | 'fields' | 'threadFiles'>,
  firstSubject?: string,
): boolean =>
  readRichText(written) !== undefined || files.length + threadFiles.length > 0 || isTyped(fields, firstSubject)

const writtenFields = ['to', 'cc', 'bcc', 'subject', 'labels', 'replyTo', 'headers', 'links']

const isTyped = (fields: Record<string, string>, firstSubject = ''): boolean =>
  writtenFields.some((name) => {
    const typed = fields[name]?.trim() ?? ''
    return typed !== '' && (name !== 'subject' || typed !== firstSubject.trim())
  })
