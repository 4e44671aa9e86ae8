import { z } from 'zod'
import { type Clock, DAY_MS } from '../../../core/clock.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { isSameInbox } from '../../records/routing/mail-rule.ts'
import { canBePaused, isScheduled, type Reply } from '../../records/replies/reply.ts'
import type { ReplyStore } from '../../records/replies/reply-store.ts'

/** A scheduled reply, by person and id. */
export const scheduledReplySchema = z.object({ at: z.number() })

/** A scheduled reply, by its id for the whole workspace. */
export const timedReplySchema = z.object({ at: z.number(), inboxId: z.string() })

/** Longer than a reply can be scheduled ahead and changed a few times. */
const KEPT_MS = 366 * DAY_MS
/** The most rows read for a list: replies that nobody decides about stay among them. */
const MAX_READ = 200

export interface ListedReply {
  id: string
  reply: Reply
}

/** Stores the scheduled replies of each person. */
export function createScheduledReplies(
  { store, team }: WorkspaceStore,
  { findReply }: Pick<ReplyStore, 'findReply'>,
  clock: Clock,
) {
  const entries = (user: string) =>
    createTable(store, { partition: `${team}/mail.scheduled-${user}`, schema: scheduledReplySchema, ttlMs: KEPT_MS })
  const timed = createTable(store, { partition: `${team}/mail.timed`, schema: timedReplySchema, ttlMs: KEPT_MS })
  return {
    /** Records a reply before it is stored: none may be missing from the lists. Safe to repeat. */
    note: async (id: string, { user, at, inboxId }: Reply): Promise<void> => {
      await entries(user).put(id, { at }, 0)
      await timed.put(id, { at, inboxId }, 0)
    },

    /** Lists the ids of the waiting replies by any writer from an inbox, or from all, those included that wait for approval. */
    async *listInbox(inboxId?: string): AsyncGenerator<string> {
      for await (const { id, version, value } of timed.all()) {
        if (inboxId !== undefined && !isSameInbox(value.inboxId, inboxId)) continue
        const reply = await findReply(id)
        if (reply && (isScheduled(reply) || reply.state === 'awaiting')) yield id
        else if (reply && !canBePaused(reply, clock)) await timed.delete(id, version)
      }
    },

    /** Lists the waiting replies: those that need a decision first, then by time. */
    list: async (user: string): Promise<ListedReply[]> => {
      const { rows } = await entries(user).list({ limit: MAX_READ })
      const found = await Promise.all(rows.map(async (row) => ({ ...row, reply: await findReply(row.id) })))
      const waiting: ListedReply[] = []
      for (const { id, version, reply } of found) {
        if (reply && isScheduled(reply)) waiting.push({ id, reply })
        // A reply that is not stored yet, not yet approved, or can still be paused stays.
        else if (reply && reply.state !== 'awaiting' && !canBePaused(reply, clock))
          await entries(user).delete(id, version)
      }
      return waiting.toSorted(
        ({ reply: one }, { reply: other }) =>
          Number(other.state === 'paused') - Number(one.state === 'paused') || one.dueAt - other.dueAt,
      )
    },
  }
}

export type ScheduledReplies = ReturnType<typeof createScheduledReplies>
