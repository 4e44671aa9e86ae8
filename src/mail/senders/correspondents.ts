import { z } from 'zod'
import type { KeyedHash } from '../../store/keyed-hash.ts'
import { createTable } from '../../store/typed-table.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { type Address, isSameAddress, uniqueAddresses } from '../records/address.ts'

/** The people of an inbox that its forms complete, the newest first. */
const MAX_PEOPLE = 300
/** The threads in which a person was written to: who can read one of them may see the address. */
const MAX_THREADS = 3

const correspondentSchema = z.object({
  address: z.string(),
  name: z.string().exactOptional(),
  /** The newest threads, the newest first. */
  threads: z.array(z.string()),
})
/** Somebody an inbox has written to. */
export type Correspondent = z.infer<typeof correspondentSchema>

/** Stored by the keyed hash of the inbox; the addresses are sealed. */
export const correspondentsSchema = z.object({ people: z.array(correspondentSchema) })

function withThread({ people }: { people: Correspondent[] }, { name, address }: Address, thread: string) {
  const known = people.find((one) => isSameAddress(one.address, address))
  const others = (known?.threads ?? []).filter((one) => one !== thread)
  const entry = { ...known, address, ...(name && { name }), threads: [thread, ...others].slice(0, MAX_THREADS) }
  return { people: [entry, ...people.filter((one) => one !== known)].slice(0, MAX_PEOPLE) }
}

const isNewest = ({ people }: { people: Correspondent[] }, added: Address[], thread: string): boolean =>
  added.every(({ address }) => {
    const at = people.findIndex((one) => isSameAddress(one.address, address))
    return at >= 0 && at < added.length && people[at]?.threads[0] === thread
  })

/**
 * The people that each inbox has written to, one record for each inbox: reading them costs the same however much mail there is. Senders who were never
 * answered are not among them, because an address that imitates somebody must not be completed.
 */
export function createCorrespondents({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const rows = createTable(store, { partition: `${team}/mail.correspondents`, schema: correspondentsSchema })
  const idOf = (inboxId: string): string => keyedHash('correspondents', inboxId.toLowerCase())
  return {
    /** Records that the inbox has written to these people in a thread. Safe to repeat. */
    async record(inboxId: string, people: Address[], thread: string): Promise<void> {
      const added = uniqueAddresses(people).slice(0, MAX_PEOPLE)
      await rows.update(idOf(inboxId), (known = { people: [] }) =>
        isNewest(known, added, thread)
          ? undefined
          : added.reduceRight((now, one) => withThread(now, one, thread), known),
      )
    },
    /** The newest people that the inbox has written to, the newest first. */
    list: async (inboxId: string): Promise<Correspondent[]> => (await rows.get(idOf(inboxId)))?.value.people ?? [],
    /** Removes a deleted thread, and the people who were written to only in it. */
    async forgetThread(inboxId: string, thread: string): Promise<void> {
      await rows.update(idOf(inboxId), (known) => {
        if (!known?.people.some(({ threads }) => threads.includes(thread))) return undefined
        const people = known.people.map((one) => ({ ...one, threads: one.threads.filter((other) => other !== thread) }))
        return { ...known, people: people.filter(({ threads }) => threads.length > 0) }
      })
    },
  }
}

export type Correspondents = ReturnType<typeof createCorrespondents>
