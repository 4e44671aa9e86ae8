import { z } from 'zod'
import { DAY_MS } from '../../../core/clock.ts'
import type { Store } from '../../../store/store.ts'
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
export function createScheduledReplies(store: Store, { findReply }: Pick<ReplyStore, 'findReply'>) {
  const entries = (team: string, user: string) =>
    createTable(store, { partition: `${team}/mail.scheduled-${user}`, schema: scheduledReplySchema, ttlMs: KEPT_MS })
  const timed = (team: string) =>
    createTable(store, { partition: `${team}/mail.timed`, schema: timedReplySchema, ttlMs: KEPT_MS })
  return {
    /** Notes a reply before it is stored, so that none is missing; again, it changes nothing. */
    note: async (team: string, id: string, { user, at, inboxId }: Reply): Promise<void> => {
      await entries(team, user).put(id, { at }, 0)
      await timed(team).put(id, { at, inboxId }, 0)
    },

    /** The ids of those of an inbox that still wait, whoever wrote them. */
    async *listInbox(team: string, inboxId: string): AsyncGenerator<string> {
      for await (const { id, version, value } of timed(team).all()) {
        if (!isSameInbox(value.inboxId, inboxId)) continue
        const reply = await findReply(team, id)
        if (reply && isScheduled(reply)) yield id
        else if (reply && reply.state !== 'awaiting') await timed(team).delete(id, version)
      }
    },

    /** Those that still wait: first what somebody has to decide, then the next one first. */
    list: async (team: string, user: string): Promise<ListedReply[]> => {
      const { rows } = await entries(team, user).list({ limit: MAX_READ })
      const found = await Promise.all(rows.map(async (row) => ({ ...row, reply: await findReply(team, row.id) })))
      const waiting: ListedReply[] = []
      for (const { id, version, reply } of found) {
        if (reply && isScheduled(reply)) waiting.push({ id, reply })
        // What is still to be stored or approved stays.
        else if (reply && reply.state !== 'awaiting') await entries(team, user).delete(id, version)
      }
      return waiting.toSorted(
        ({ reply: one }, { reply: other }) =>
          Number(other.state === 'paused') - Number(one.state === 'paused') || one.dueAt - other.dueAt,
      )
    },
  }
}

export type ScheduledReplies = ReturnType<typeof createScheduledReplies>
