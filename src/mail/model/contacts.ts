import type { KeyedHash } from '../../store/keyed-hash.ts'
import { type Address, uniqueAddresses } from './address.ts'
import type { MailStore } from './mail-store.ts'

const contactId = (fingerprint: KeyedHash, inboxId: string, address: string): string =>
  fingerprint('contact', inboxId.toLowerCase(), address.toLowerCase())

/** Whom an inbox has had to do with: those who wrote to it or were written to, and those beside them. */
export function createContacts(bag: MailStore, fingerprint: KeyedHash) {
  return {
    /** Those among the addresses that this inbox has never seen. */
    strangers: async (team: string, inboxId: string, addresses: Address[]): Promise<string[]> => {
      const contacts = bag.contacts(team)
      const checked = await Promise.all(
        uniqueAddresses(addresses).map(async ({ address }) => ({
          address,
          isKnown: (await contacts.get(contactId(fingerprint, inboxId, address))) !== undefined,
        })),
      )
      return checked.filter(({ isKnown }) => !isKnown).map(({ address }) => address)
    },

    meet: async (team: string, inboxId: string, addresses: Address[], seenIn: string): Promise<void> => {
      for (const { address } of uniqueAddresses(addresses))
        await bag
          .contacts(team)
          .update(contactId(fingerprint, inboxId, address), (one) => (one ? undefined : { seenIn }))
    },

    /** The first mail that came from this address; a mail that counts is noted as such. */
    wrote: async (
      team: string,
      inboxId: string,
      { address }: Address,
      key: string,
      counts: boolean,
    ): Promise<string | undefined> => {
      const contacts = bag.contacts(team)
      const id = contactId(fingerprint, inboxId, address)
      if (!counts) return (await contacts.get(id))?.value.wroteIn
      const after = await contacts.update(id, (one) =>
        one?.wroteIn ? undefined : { seenIn: one?.seenIn ?? key, wroteIn: key },
      )
      return after?.wroteIn
    },
  }
}

export type Contacts = ReturnType<typeof createContacts>
