import type { Reply } from '../model/reply.ts'
import type { MailServices } from '../services.ts'
import { recordDomains } from '../trust/sender-history.ts'

/** Makes the recipients of a reply known contacts: nobody is warned about them again. */
export async function recordRecipients(services: MailServices, team: string, id: string, reply: Reply): Promise<void> {
  const { inboxId, to, cc, bcc, mail: key } = reply
  const people = [...to, ...cc, ...bcc]
  await services.contacts.recordContacts(team, inboxId, people, id)
  const mail = await services.mailStore.findMail(team, key)
  if (mail) await recordDomains(services, team, { mail, people }, await services.routes.read(team))
}
