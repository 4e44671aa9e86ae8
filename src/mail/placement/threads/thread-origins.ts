import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** The mail thread in which a thread of the mailbox began. */
export const threadOriginSchema = z.object({ thread: z.string() })
/** A mail that is on its way, by the id of its reply. */
export const openSendSchema = z.object({ at: z.number() })

/** What was reported about a mail that left is kept as long. */
const OPEN_MS = 30 * DAY_MS
const MAX_OPEN = 100

/**
 * Where answers belong to mail that began in Slack: the mailbox names its thread only when it answers the send, or later. Threads of the mailbox are
 * known by the same key as mail threads.
 */
export function createThreadOrigins({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const origins = createTable(store, { partition: `${team}/mail.origins`, schema: threadOriginSchema })
  const openSends = (inboxId: string) =>
    createTable(store, {
      partition: `${team}/mail.leaving-${keyedHash('inbox', inboxId)}`,
      schema: openSendSchema,
      ttlMs: OPEN_MS,
    })
  return {
    findOrigin: async (key: string): Promise<string | undefined> => (await origins.get(key))?.value.thread,
    /** The first one stays. */
    recordOrigin: async (key: string, thread: string): Promise<void> =>
      void (await origins.update(key, (known) => (known ? undefined : { thread }))),
    /** Before each attempt: an answer to it may come before it is known to have left. */
    recordOpenSend: async (inboxId: string, reply: string, at: number): Promise<void> =>
      void (await openSends(inboxId).update(reply, (known) => (known ? undefined : { at }))),
    /** The replies that may be on their way; some of them may have stopped since. */
    listOpenSends: async (inboxId: string): Promise<string[]> =>
      (await openSends(inboxId).list({ limit: MAX_OPEN })).rows.map(({ id }) => id),
    removeOpenSend: async (inboxId: string, reply: string): Promise<void> => {
      const row = await openSends(inboxId).get(reply)
      if (row) await openSends(inboxId).delete(reply, row.version)
    },
  }
}

export type ThreadOrigins = ReturnType<typeof createThreadOrigins>
