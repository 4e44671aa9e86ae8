import type { AccessAnswer, Act, AskOptions } from '../../../../access/authorize.ts'
import {
  type ActingPerson,
  askToReadMail,
  buildMailAct,
  buildNewMailAct,
  listWritingChannels,
  sendingReply,
} from '../../../access/mail-acts.ts'
import { askToReadWriting } from '../../../access/write-access.ts'
import type { MailTarget } from '../../../action-ids.ts'
import { findHeadMail } from '../../../records/mail/head-mail.ts'
import { isAnswerable } from '../../../records/mail/mail.ts'
import type { ReadMail } from '../../../records/mail/mail-reading.ts'
import type { MailThread } from '../../../records/mail/mail-thread.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { ReplyFormState } from './reply-form-state.ts'

/** The mail that a form answers or forwards. */
export interface AnsweredMail {
  thread: MailThread
  newest: string
  key: string
  mail: ReadMail
}

/** The context of a form: the inbox to write from, and the mail that it answers or forwards, unless it writes a new one. */
export interface FormContext {
  inboxId: string
  answered?: AnsweredMail
  /** The thread of the new mail that this one replaces. */
  thread?: string
}

/**
 * Finds the mail that a target names, or the one that the head of its thread shows. Returns undefined if it is gone, restricted, not sent, or not in
 * that thread.
 */
export async function findAnsweredMail(
  { mailStore }: OutboundScope,
  { thread: id, mail }: MailTarget,
): Promise<AnsweredMail | undefined> {
  const thread = await mailStore.findThread(id)
  const newest = thread?.mails.at(-1)
  const key = mail ?? (thread && (await findHeadMail(mailStore, thread))?.key)
  const found = await mailStore.findMail(key)
  if (found?.thread !== id || !isAnswerable(found)) return undefined
  return thread && newest && key ? { thread, newest, key, mail: found } : undefined
}

/** Finds the same mail, as the context of a form. */
export async function findMailContext(
  scope: OutboundScope,
  target: MailTarget,
): Promise<(FormContext & { answered: AnsweredMail }) | undefined> {
  const answered = await findAnsweredMail(scope, target)
  return answered && { inboxId: answered.mail.inboxId, answered }
}

/** Finds the context of an open form; undefined if its mail is gone. */
export async function findFormContext(
  scope: OutboundScope,
  { kind, inboxId, thread, mail }: Pick<ReplyFormState, 'kind' | 'inboxId' | 'thread' | 'mail'>,
): Promise<FormContext | undefined> {
  if (kind === 'new') return inboxId === undefined ? undefined : { inboxId, ...(thread !== '' && { thread }) }
  return findMailContext(scope, { thread, mail })
}

/** Describes the sending of a form for access and audit. */
export const buildSendingFormAct = (
  scope: OutboundScope,
  actor: ActingPerson,
  { inboxId, answered, thread }: FormContext,
): Promise<Act> =>
  answered ? buildMailAct(scope, actor, sendingReply, answered) : buildNewMailAct(scope, actor, inboxId, thread)

/** Whether a person may read the mail or thread of a form. */
export async function askToReadForm(
  scope: OutboundScope,
  user: string,
  { answered, inboxId, thread }: FormContext,
  options: AskOptions,
): Promise<AccessAnswer> {
  if (answered) return askToReadMail(scope, { user }, answered, options)
  const conversation = await listWritingChannels(scope, inboxId, thread)
  return askToReadWriting(scope, { user, inbox: inboxId, conversation }, options)
}
