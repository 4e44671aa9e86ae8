import type { ScopedFeature } from '../../scoped-feature.ts'
import { returnIfRefused } from '../../core/errors.ts'
import { nameRule } from '../cards/rule-name.ts'
import type { MailScope } from '../mail-scope.ts'
import { isQuarantined } from '../records/mail/mail.ts'
import { mailTextIn } from '../text/mail-text.ts'
import { findThreadChannel, formatInboxId, readMoveId, WAITING_MAIL } from '../access/mail-acts.ts'

/** Names mail in the audit by its subject, for people who can read its channel, rules by their names, and channels by which waiting mail moved. */
export const auditNamesFeature: ScopedFeature<MailScope> = {
  auditLinks: [
    { kind: 'mail', findName: findSubject },
    { kind: 'reply', findName: findReplySubject },
    { kind: 'rule', findName: findRuleName },
    { kind: WAITING_MAIL, findName: findMoveName },
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

/** The name of a rule as it is now; undefined once it is deleted. */
async function findRuleName(
  { team, routes, languages }: MailScope,
  id: string,
  user: string,
): Promise<string | undefined> {
  const rule = (await routes.read()).mailRules.find((one) => one.id === id)
  if (!rule) return undefined
  const text = mailTextIn(await languages.ofPerson(team, user))
  return text.audit.rule({ name: nameRule(text, rule) })
}

/** Where waiting mail moved, by the channels that the person can read. */
async function findMoveName(scope: MailScope, id: string, user: string): Promise<string | undefined> {
  const { from, to } = readMoveId(id)
  if (from === undefined || to === undefined) return undefined
  const { routes, languages } = scope
  const text = mailTextIn(await languages.ofPerson(scope.team, user))
  const inbox = (await routes.read()).seen.find((one) => formatInboxId(scope, one) === from)
  return text.audit.move({
    from: inbox ?? (await nameChannel(scope, from, user)) ?? text.audit.privateChannel,
    to: (await nameChannel(scope, to, user)) ?? text.audit.privateChannel,
  })
}

async function nameChannel({ team, access, people }: MailScope, id: string, user: string): Promise<string | undefined> {
  if (!(await access.mayRead(team, user, id))) return undefined
  const facts = await people.channel(team, id).catch(returnIfRefused(undefined))
  return facts && `#${facts.name}`
}
