import type { MailRoutes } from '../records/routing/mail-routes.ts'
import type { Reply } from '../records/replies/reply.ts'
import { recordDomains, type SenderScope } from './sender-history.ts'

/** Makes the recipients of a reply known contacts: nobody is warned about them again. */
export async function recordRecipients(
  scope: SenderScope & { readonly routes: MailRoutes },
  id: string,
  reply: Reply,
): Promise<void> {
  const { inboxId, to, cc, bcc, mail: key } = reply
  const people = [...to, ...cc, ...bcc]
  await scope.records.contacts.recordContacts(inboxId, people, id)
  const mail = await scope.mailStore.findMail(key)
  if (mail) await recordDomains(scope, { mail, people }, await scope.routes.read())
}
