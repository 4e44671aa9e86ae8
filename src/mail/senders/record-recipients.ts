import type { MailRoutes } from '../records/routing/mail-routes.ts'
import type { Reply } from '../records/replies/reply.ts'
import { recordDomains, type SenderStores } from './sender-history.ts'

/** Makes the recipients of a reply known contacts: nobody is warned about them again. */
export async function recordRecipients(
  stores: SenderStores & { readonly routes: MailRoutes },
  team: string,
  id: string,
  reply: Reply,
): Promise<void> {
  const { inboxId, to, cc, bcc, mail: key } = reply
  const people = [...to, ...cc, ...bcc]
  await stores.records.contacts.recordContacts(inboxId, people, id)
  const mail = await stores.mailStore.findMail(key)
  if (mail) await recordDomains(stores, team, { mail, people }, await stores.routes.read())
}
