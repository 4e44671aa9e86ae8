import type { KeyedHash } from '../../store/keyed-hash.ts'
import type { Store } from '../../store/store.ts'
import { createTable } from '../../store/typed-table.ts'
import { type DeliveryReport, deliveryReportSchema, emptyDeliveryReport } from './delivery-status.ts'
import { mailKey } from './mail.ts'
import { replySchema } from './reply.ts'

/** Mails that were sent elsewhere are forgotten after this time. */
const STRANGERS_MS = 30 * 24 * 60 * 60_000

export function createReplyStore(store: Store, fingerprint: KeyedHash) {
  const factsTable = (team: string) =>
    createTable(store, { partition: `${team}/mail.outgoing`, schema: deliveryReportSchema, ttlMs: STRANGERS_MS })
  const kept = (team: string) =>
    createTable(store, { partition: `${team}/mail.outgoing`, schema: deliveryReportSchema })
  return {
    replies: (team: string) => createTable(store, { partition: `${team}/mail.replies`, schema: replySchema }),

    facts: async (team: string, inboxId: string, messageId: string): Promise<DeliveryReport> => {
      return (await kept(team).get(mailKey(fingerprint, inboxId, messageId)))?.value ?? emptyDeliveryReport
    },

    /** Adds to what is known, whatever came first, and answers what stands then. */
    learn: async (
      team: string,
      inboxId: string,
      messageId: string,
      add: (known: DeliveryReport) => DeliveryReport,
    ): Promise<DeliveryReport> => {
      const id = mailKey(fingerprint, inboxId, messageId)
      for (;;) {
        const row = await kept(team).get(id)
        const next = add(row?.value ?? emptyDeliveryReport)
        const rows = next.reply === undefined ? factsTable(team) : kept(team)
        if ((await rows.put(id, next, row?.version ?? 0)) !== undefined) return next
      }
    },
  }
}

export type ReplyStore = ReturnType<typeof createReplyStore>
