import { z } from 'zod'
import { type Clock, DAY_MS, isRecent } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createTable } from '../../store/typed-table.ts'
import { type Address, uniqueAddresses } from '../records/address.ts'
import type { Mail } from '../records/mail/mail.ts'
import { createDailyLimit } from './daily-limit.ts'

/** Limit of people that one mail makes known contacts: each is a record. */
const MAX_CONTACTS = 400
/** The most people of one inbox that received mail makes known in a day by naming them. Its senders are not counted. */
export const DAILY_PEOPLE = 1_000

/** Stored by the keyed hash of the address; the address itself is not stored. */
export const contactSchema = z.object({
  /** The mail or reply in which this address was first seen. */
  seenIn: z.string(),
  /** The first mail from this address. */
  wroteIn: z.string().optional(),
})

/** Known contacts of an inbox: senders, recipients, and anyone copied. */
export function createContactStore(
  own: WorkspaceStore,
  keyedHash: KeyedHash,
  { clock, log }: { clock: Clock; log: Log },
) {
  const { store, team } = own
  const contacts = createTable(store, { partition: `${team}/mail.contacts`, schema: contactSchema })
  const people = createDailyLimit(own, keyedHash, { name: 'contact-day', limit: DAILY_PEOPLE })
  const contactId = (inboxId: string, address: string): string =>
    keyedHash('contact', inboxId.toLowerCase(), address.toLowerCase())

  async function recordContacts(inboxId: string, addresses: Address[], seenIn: string): Promise<void> {
    for (const { address } of uniqueAddresses(addresses))
      await contacts.update(contactId(inboxId, address), (contact) => (contact ? undefined : { seenIn }))
  }

  async function findNewRecipients(inboxId: string, addresses: Address[]): Promise<string[]> {
    const checked = await Promise.all(
      uniqueAddresses(addresses).map(async ({ address }) => ({
        address,
        isKnown: (await contacts.get(contactId(inboxId, address))) !== undefined,
      })),
    )
    return checked.filter(({ isKnown }) => !isKnown).map(({ address }) => address)
  }

  /** Counts people who are named in a mail for the first time. Returns how many of them may still be recorded today. */
  async function takeNamed(inboxId: string, count: number): Promise<number> {
    const { allowed, isFirstOver } = await people.take(inboxId.toLowerCase(), clock.now(), count)
    if (isFirstOver)
      log.warn({ team, inboxId, most: DAILY_PEOPLE }, 'mail named more new people today than become known contacts')
    return allowed
  }

  /** Records the people that a mail names, up to a number a day. Earlier mail, as in an import, is not counted. */
  async function recordNamed(key: string, { inboxId, at, replyTo, to, cc }: Mail): Promise<void> {
    const fresh = await findNewRecipients(inboxId, [...replyTo, ...to, ...cc].slice(0, MAX_CONTACTS))
    if (fresh.length === 0) return
    const count = isRecent(clock, at, DAY_MS) ? await takeNamed(inboxId, fresh.length) : fresh.length
    const named = fresh.slice(0, count).map((address) => ({ address }))
    await recordContacts(inboxId, named, key)
  }

  return {
    recordContacts,
    /** The addresses among these that this inbox has never seen. */
    findNewRecipients,

    /** The key of the first trusted mail from this sender; undefined if there was none. */
    findFirstMail: async ({ inboxId, from }: Mail): Promise<string | undefined> =>
      (await contacts.get(contactId(inboxId, from.address)))?.value.wroteIn,

    /**
     * Records the sender of a trusted mail as a contact, and everyone else in it, unless mail named too many new people that day. Returns the key of the
     * first trusted mail from its sender.
     */
    recordMail: async (key: string, mail: Mail): Promise<string | undefined> => {
      const { inboxId, from } = mail
      const sender = await contacts.update(contactId(inboxId, from.address), (contact) =>
        contact?.wroteIn ? undefined : { seenIn: contact?.seenIn ?? key, wroteIn: key },
      )
      await recordNamed(key, mail)
      return sender?.wroteIn
    },
  }
}

export type ContactStore = ReturnType<typeof createContactStore>
