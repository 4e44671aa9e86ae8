import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { isSameInbox } from '../../records/routing/mail-rule.ts'
import { isScheduled, type Reply } from '../../records/replies/reply.ts'
import type { ReplyStore } from '../../records/replies/reply-store.ts'

/** A reply whose writer chose a time. */
export const scheduledReplySchema = z.object({ at: z.number() })

/** The same by its id, for the whole workspace. */
export const timedReplySchema = z.object({ at: z.number(), inboxId: z.string() })

/** Longer than anything can be scheduled ahead and changed a few times. */
const KEPT_MS = 366 * DAY_MS
/** What nobody takes back or sends is looked at with each list. */
const MAX_READ = 200

/** A scheduled reply in a list. */
export interface ListedReply {
  id: string
  reply: Reply
}

/** The replies of each person that leave at a chosen time. */
export function createScheduledReplies({ store, team }: WorkspaceStore, { findReply }: Pick<ReplyStore, 'findReply'>) {
  const entries = (user: string) =>
    createTable(store, { partition: `${team}/mail.scheduled-${user}`, schema: scheduledReplySchema, ttlMs: KEPT_MS })
  const timed = createTable(store, { partition: `${team}/mail.timed`, schema: timedReplySchema, ttlMs: KEPT_MS })
  return {
    /** Notes a reply before it is stored, so that none is missing; again, it changes nothing. */
    note: async (id: string, { user, at, inboxId }: Reply): Promise<void> => {
      await entries(user).put(id, { at }, 0)
      await timed.put(id, { at, inboxId }, 0)
    },

    /** The ids of those of an inbox that still wait, whoever wrote them. */
    async *listInbox(inboxId: string): AsyncGenerator<string> {
      for await (const { id, version, value } of timed.all()) {
        if (!isSameInbox(value.inboxId, inboxId)) continue
        const reply = await findReply(id)
        if (reply && isScheduled(reply)) yield id
        else if (reply && reply.state !== 'awaiting') await timed.delete(id, version)
      }
    },

    /** Those that still wait: first what somebody has to decide, then the next one first. */
    list: async (user: string): Promise<ListedReply[]> => {
      const { rows } = await entries(user).list({ limit: MAX_READ })
      const found = await Promise.all(rows.map(async (row) => ({ ...row, reply: await findReply(row.id) })))
      const waiting: ListedReply[] = []
      for (const { id, version, reply } of found) {
        if (reply && isScheduled(reply)) waiting.push({ id, reply })
        // What is still to be stored or approved stays.
        else if (reply && reply.state !== 'awaiting') await entries(user).delete(id, version)
      }
      return waiting.toSorted(
        ({ reply: one }, { reply: other }) =>
          Number(other.state === 'paused') - Number(one.state === 'paused') || one.dueAt - other.dueAt,
      )
    },
  }
}

export type ScheduledReplies = ReturnType<typeof createScheduledReplies>
