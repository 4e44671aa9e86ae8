import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** The mail thread in which a thread of the mailbox began. */
export const threadOriginSchema = z.object({ thread: z.string() })
/** A mail that is being sent, by the id of its reply. */
export const openSendSchema = z.object({ at: z.number() })

/** As long as reports about sent mail are kept. */
const OPEN_MS = 30 * DAY_MS
const MAX_OPEN = 100

/**
 * Records where answers to mail that began in Slack belong: the mailbox names its thread only when it answers the send, or later. Threads of the
 * mailbox have the same key as mail threads.
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
    /** Keeps the first origin. */
    recordOrigin: async (key: string, thread: string): Promise<void> =>
      void (await origins.update(key, (known) => (known ? undefined : { thread }))),
    forgetOrigin: async (key: string): Promise<void> => {
      const row = await origins.get(key)
      if (row) await origins.delete(key, row.version)
    },
    /** Called before each attempt: an answer may come before the mail is known to be sent. */
    recordOpenSend: async (inboxId: string, reply: string, at: number): Promise<void> =>
      void (await openSends(inboxId).update(reply, (known) => (known ? undefined : { at }))),
    /** The replies that may be on their way; some may have stopped since. */
    listOpenSends: async (inboxId: string): Promise<string[]> =>
      (await openSends(inboxId).list({ limit: MAX_OPEN })).rows.map(({ id }) => id),
    removeOpenSend: async (inboxId: string, reply: string): Promise<void> => {
      const row = await openSends(inboxId).get(reply)
      if (row) await openSends(inboxId).delete(reply, row.version)
    },
  }
}

export type ThreadOrigins = ReturnType<typeof createThreadOrigins>
