import type { ScopedFeature } from '../../scoped-feature.ts'
import type { MailScope } from '../mail-scope.ts'
import { isQuarantined } from '../records/mail/mail.ts'
import { findThreadChannel } from './mail-acts.ts'

/** Names mail in the audit by its subject, for people who can read its channel. */
export const auditNamesFeature: ScopedFeature<MailScope> = {
  auditLinks: [
    { kind: 'mail', findName: findSubject },
    { kind: 'reply', findName: findReplySubject },
  ],
}

/** The subject of a mail; undefined for quarantined mail, which only the policy opens. */
async function findSubject(scope: MailScope, key: string, user: string): Promise<string | undefined> {
  const mail = await scope.mailStore.findMail(key)
  if (!mail || isQuarantined(mail) || !(await mayReadThread(scope, mail.thread, user))) return undefined
  return mail.subject || undefined
}

/** The subject of a mail that was written in Slack; an answer has that of the mail that it answers. */
async function findReplySubject(scope: MailScope, id: string, user: string): Promise<string | undefined> {
  const reply = await scope.replyStore.findReply(id)
  if (!reply) return undefined
  if (reply.subject === undefined) return findSubject(scope, reply.mail, user)
  return (await mayReadThread(scope, reply.thread, user)) ? reply.subject || undefined : undefined
}

async function mayReadThread(scope: MailScope, thread: string, user: string): Promise<boolean> {
  const channel = await findThreadChannel(scope, thread)
  return channel !== undefined && scope.access.mayRead(scope.team, user, channel)
}
