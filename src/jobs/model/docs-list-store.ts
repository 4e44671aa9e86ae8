import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import type { Quote } from './job-prompt.ts'

const TTL_MS = 90 * 24 * 3_600_000
const MAX_SHOWN = 40

export const collectedMessageSchema = z.object({
  /** The click that added the message. */
  by: z.string().optional(),
  channel: z.string(),
  ts: z.string(),
  name: z.string(),
  atMs: z.number(),
  text: z.string(),
  permalink: z.string().optional(),
})
export type CollectedMessage = z.infer<typeof collectedMessageSchema>

const messageId = ({ ts, channel }: { ts: string; channel: string }): string => `${ts}:${channel}`

/** The docs lists of a workspace: the messages that each person has collected for a later job. */
export interface DocsList {
  /** Returns the messages on a person's list, oldest first. */
  read(this: void, user: string): Promise<{ id: string; value: CollectedMessage }[]>
  find(this: void, user: string, at: { channel: string; ts: string }): Promise<CollectedMessage | undefined>
  /** Adds a message; one already on the list stays unchanged. */
  add(this: void, user: string, message: CollectedMessage): Promise<void>
  remove(this: void, user: string, id: string): Promise<void>
  /** Removes the messages that a job was started with; those added meanwhile stay. */
  removeUsed(this: void, user: string, quotes: Quote[]): Promise<void>
}

export function createDocsList(store: Store, team: string): DocsList {
  const listOf = (user: string) =>
    createTable<CollectedMessage>(store, {
      partition: `${team}/jobs-list-${user}`,
      schema: collectedMessageSchema,
      ttlMs: TTL_MS,
    })

  const read = async (user: string): Promise<{ id: string; value: CollectedMessage }[]> =>
    (await listOf(user).list({ limit: MAX_SHOWN })).rows.toReversed()

  async function remove(user: string, id: string): Promise<void> {
    const row = await listOf(user).get(id)
    if (row) await listOf(user).delete(row.id, row.version)
  }

  return {
    read,
    remove,
    find: async (user, at) => (await listOf(user).get(messageId(at)))?.value,
    add: async (user, message) =>
      void (await listOf(user).update(messageId(message), (found) => (found ? undefined : message))),
    async removeUsed(user, quotes) {
      const used = (await read(user)).filter(({ value }) => quotes.some(({ ts }) => ts === value.ts))
      for (const { id } of used) await remove(user, id)
    },
  }
}
