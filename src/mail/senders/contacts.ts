import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createTable } from '../../store/typed-table.ts'
import { type Address, uniqueAddresses } from '../records/address.ts'
import type { Mail } from '../records/mail/mail.ts'

/** Limit of people that one mail makes known contacts: each is a record. */
const MAX_CONTACTS = 400

/** Stored by the keyed hash of the address; the address itself is not stored. */
export const contactSchema = z.object({
  /** The mail or reply in which this address was first seen. */
  seenIn: z.string(),
  /** The first mail from this address. */
  wroteIn: z.string().optional(),
})

/** Known contacts of an inbox: senders, recipients, and anyone copied. */
export function createContactStore({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const contacts = createTable(store, { partition: `${team}/mail.contacts`, schema: contactSchema })
  const contactId = (inboxId: string, address: string): string =>
    keyedHash('contact', inboxId.toLowerCase(), address.toLowerCase())

  async function recordContacts(inboxId: string, addresses: Address[], seenIn: string): Promise<void> {
    for (const { address } of uniqueAddresses(addresses))
      await contacts.update(contactId(inboxId, address), (contact) => (contact ? undefined : { seenIn }))
  }

  return {
    recordContacts,

    /** The addresses among these that this inbox has never seen. */
    findNewRecipients: async (inboxId: string, addresses: Address[]): Promise<string[]> => {
      const checked = await Promise.all(
        uniqueAddresses(addresses).map(async ({ address }) => ({
          address,
          isKnown: (await contacts.get(contactId(inboxId, address))) !== undefined,
        })),
      )
      return checked.filter(({ isKnown }) => !isKnown).map(({ address }) => address)
    },

    /** The key of the first trusted mail from this sender; undefined if there was none. */
    findFirstMail: async ({ inboxId, from }: Mail): Promise<string | undefined> =>
      (await contacts.get(contactId(inboxId, from.address)))?.value.wroteIn,

    /** Records everyone in a trusted mail as a contact. Returns the key of the first trusted mail from its sender. */
    recordMail: async (key: string, mail: Mail): Promise<string | undefined> => {
      const { inboxId, from, replyTo, to, cc } = mail
      const sender = await contacts.update(contactId(inboxId, from.address), (contact) =>
        contact?.wroteIn ? undefined : { seenIn: contact?.seenIn ?? key, wroteIn: key },
      )
      await recordContacts(inboxId, [...replyTo, ...to, ...cc].slice(0, MAX_CONTACTS), key)
      return sender?.wroteIn
    },
  }
}

export type ContactStore = ReturnType<typeof createContactStore>
