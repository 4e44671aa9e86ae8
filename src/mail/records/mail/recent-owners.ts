import { z } from 'zod'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import { createTable } from '../../../store/typed-table.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'

/** More than a form offers: some may have left, or can't read the channel. */
const MAX_PEOPLE = 8

/** The people who claimed mail of an inbox or were assigned it, the last one first. Stored by the keyed hash of the inbox. */
export const recentOwnersSchema = z.object({ people: z.array(z.string()) })

/** The people who work on the mail of each inbox, one record for each inbox: reading them costs the same however much mail there is. */
export function createRecentOwners({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const rows = createTable(store, { partition: `${team}/mail.recent_owners`, schema: recentOwnersSchema })
  const idOf = (inboxId: string): string => keyedHash('recent_owners', inboxId.toLowerCase())
  return {
    /** Records that a person owns mail of the inbox now. Safe to repeat. */
    async record(inboxId: string, user: string): Promise<void> {
      await rows.update(idOf(inboxId), ({ people } = { people: [] }) =>
        people[0] === user
          ? undefined
          : { people: [user, ...people.filter((one) => one !== user)].slice(0, MAX_PEOPLE) },
      )
    },
    /** The people who claimed mail of the inbox or were assigned it, the last one first. */
    list: async (inboxId: string): Promise<string[]> => (await rows.get(idOf(inboxId)))?.value.people ?? [],
  }
}

export type RecentOwners = ReturnType<typeof createRecentOwners>
