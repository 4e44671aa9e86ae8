import type { MailRoutes } from '../records/routing/mail-routes.ts'
import type { Reply } from '../records/replies/reply.ts'
import type { Address } from '../records/address.ts'
import { findNameKey, hostOf, writtenKey } from './known-names.ts'
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
  await recordWrittenNames(scope, inboxId, people)
  const mail = await scope.mailStore.findMail(key)
  if (mail) await recordDomains(scope, { mail, people }, await scope.routes.read())
}

/** Records that the inbox has written to these people: later mail with one of their names from elsewhere is suspicious. */
async function recordWrittenNames(
  { records: { knownDomains } }: SenderScope,
  inboxId: string,
  people: Address[],
): Promise<void> {
  for (const { name = '', address } of people) {
    const host = hostOf(address)
    if (host === undefined) continue
    await knownDomains.recordName(inboxId, writtenKey(address), host)
    const key = findNameKey(name)
    if (key !== undefined) await knownDomains.recordName(inboxId, key, host)
  }
}
