import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import { createTable, type Table } from '../../store/typed-table.ts'
import type { Quote } from '../model/job-prompt.ts'

const TTL_MS = 90 * 24 * 3_600_000
const MAX_SHOWN = 40

export const collectedMessageSchema = z.object({
  /** The click that added it. */
  by: z.string().optional(),
  channel: z.string(),
  ts: z.string(),
  name: z.string(),
  atMs: z.number(),
  text: z.string(),
  permalink: z.string().optional(),
})
/** A message on somebody's docs list. */
export type CollectedMessage = z.infer<typeof collectedMessageSchema>

const docsListOf = (store: Store, team: string, user: string): Table<CollectedMessage> =>
  createTable<CollectedMessage>(store, {
    partition: `${team}/jobs-list-${user}`,
    schema: collectedMessageSchema,
    ttlMs: TTL_MS,
  })

/** The messages on a person's docs list, oldest first. */
export async function readDocsList(
  store: Store,
  team: string,
  user: string,
): Promise<{ id: string; value: CollectedMessage }[]> {
  const { rows } = await docsListOf(store, team, user).list({ limit: MAX_SHOWN })
  return rows.toReversed()
}

const messageId = ({ ts, channel }: { ts: string; channel: string }): string => `${ts}:${channel}`

export async function findCollected(
  store: Store,
  { team, user, channel, ts }: { team: string; user: string; channel: string; ts: string },
): Promise<CollectedMessage | undefined> {
  return (await docsListOf(store, team, user).get(messageId({ ts, channel })))?.value
}

/** Adds a message; one that is on the list already stays as it is. */
export async function addToDocsList(
  store: Store,
  { team, user }: { team: string; user: string },
  message: CollectedMessage,
): Promise<void> {
  await docsListOf(store, team, user).update(messageId(message), (found) => (found ? undefined : message))
}

export async function removeFromDocsList(store: Store, team: string, user: string, id: string): Promise<void> {
  const list = docsListOf(store, team, user)
  const row = await list.get(id)
  if (row) await list.delete(id, row.version)
}

/** Removes the messages that a job was started with; those that were added meanwhile stay. */
export async function removeUsedMessages(store: Store, team: string, user: string, quotes: Quote[]): Promise<void> {
  const messages = await readDocsList(store, team, user)
  const used = messages.filter(({ value }) => quotes.some(({ ts }) => ts === value.ts))
  for (const { id } of used) await removeFromDocsList(store, team, user, id)
}
