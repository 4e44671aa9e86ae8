import { questionTimeMs } from '../../core/question-time.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { askToReadMail } from './mail-acts.ts'
import { type MailTarget, parseMailTarget } from '../action-ids.ts'
import { findHeadMail } from '../records/mail/head-mail.ts'
import { isDeleted, type Mail } from '../records/mail/mail.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { refuseClick, replyToClick } from '../notify/requester-reply.ts'
import type { MailScope } from '../mail-scope.ts'
import { type MailText, mailTextIn } from '../text/mail-text.ts'

/** A mail for a person who may read it. */
export interface ShownMail {
  /** The texts in the reader's language. */
  text: MailText
  thread: MailThread | undefined
  key: string
  mail: Mail
}

/** Finds the mail that a target names, or the one that the head of its thread shows; undefined if its text is gone, or the target mixes two threads. */
export async function findShownMail(
  { mailStore }: MailScope,
  { thread: id, mail: named }: MailTarget,
): Promise<Omit<ShownMail, 'text'> | undefined> {
  const thread = await mailStore.findThread(id)
  const key = named ?? (thread && (await findHeadMail(mailStore, thread))?.key)
  const mail = await mailStore.findMail(key)
  return key !== undefined && mail?.thread === id && !isDeleted(mail) ? { thread, key, mail } : undefined
}

/** Finds the mail of a click. Answers the person and returns undefined if they cannot read it. */
export async function findMailForReader(
  scope: MailScope,
  action: Action,
  value: string | undefined,
): Promise<ShownMail | undefined> {
  const { team, user } = action
  const text = mailTextIn(await scope.languages.ofPerson(team, user))
  const target = parseMailTarget(value)
  const found = target && (await findShownMail(scope, target))
  if (!found) {
    await replyToClick(scope, action, text.forms.gone)
    return undefined
  }
  const permission = await askToReadMail(scope, action, found, { withinMs: questionTimeMs() })
  if (permission.is === 'allowed') return { ...found, text }
  await refuseClick(scope, action, permission.message)
  return undefined
}
