import { UpstreamError } from '../../core/errors.ts'
import type { MailScope } from '../mail-scope.ts'
import { isGone } from '../notify/gone-writer.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findReaderChannel } from '../records/mail/placement.ts'

/** Whether the settings let a person work on the mail of an inbox: claim, answer, finish it. Throws if Slack does not answer. */
export async function mayWorkOn(
  { team, access }: Pick<MailScope, 'team' | 'access'>,
  user: string,
  inbox: string,
): Promise<boolean> {
  return (await access.decide({ team, user, action: 'mail.reply', inbox })).isAllowed
}

/**
 * Whether a person can no longer look after a mail thread: they are gone, or the settings don't let them answer mail of its inbox. Returns false if
 * Slack does not answer.
 */
export async function isUnable(
  scope: MailScope,
  user: string,
  thread: Pick<MailThread, 'inboxId' | 'placement'>,
): Promise<boolean> {
  if (await isGone(scope, user, findReaderChannel(thread))) return true
  return !(await mayWorkOn(scope, user, thread.inboxId).catch(returnIfOutage))
}

const returnIfOutage = (error: unknown): true => {
  if (error instanceof UpstreamError) return true
  throw error
}
