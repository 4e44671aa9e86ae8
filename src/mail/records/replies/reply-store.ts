import type { KeyedHash } from '../../../store/keyed-hash.ts'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'
import { type DeliveryReport, deliveryReportSchema, emptyDeliveryReport } from './delivery-status.ts'
import { createMailKey } from '../mail/mail.ts'
import { type Reply, replySchema } from './reply.ts'

/** How long reports about mail that other programs sent are kept. */
const FOREIGN_REPORT_MS = 30 * 24 * 60 * 60_000

/** The replies that people wrote, and the delivery reports about sent mail. */
export function createReplyStore({ store, team }: WorkspaceStore, keyedHash: KeyedHash) {
  const partition = `${team}/mail.outgoing`
  const foreignReports = createTable(store, {
    partition,
    schema: deliveryReportSchema,
    ttlMs: FOREIGN_REPORT_MS,
  })
  const reports = createTable(store, { partition, schema: deliveryReportSchema })
  const replies = createTable(store, { partition: `${team}/mail.replies`, schema: replySchema })

  /** Finds the report about one sent mail; undefined before the first event. */
  const findDeliveryReport = async ({
    inboxId,
    messageId,
  }: {
    inboxId: string
    messageId: string
  }): Promise<DeliveryReport | undefined> => (await reports.get(createMailKey(keyedHash, inboxId, messageId)))?.value

  return {
    replies,
    findReply: async (id: string): Promise<Reply | undefined> => (await replies.get(id))?.value,

    findDeliveryReport,

    /** Reads the delivery report of a reply; an empty one before it was sent. */
    readDeliveryReport: async ({ inboxId, sentId }: Reply): Promise<DeliveryReport> =>
      (sentId ? await findDeliveryReport({ inboxId, messageId: sentId }) : undefined) ?? emptyDeliveryReport,

    /** Removes the report about a sent mail, by the key of the mail. */
    forgetDelivery: async (key: string): Promise<void> => {
      const row = await reports.get(key)
      if (row) await reports.delete(key, row.version)
    },

    /** Adds to the report about one mail, in whatever order the events come. Returns the report as stored. */
    recordDelivery: async (
      { inboxId, messageId }: { inboxId: string; messageId: string },
      add: (report: DeliveryReport) => DeliveryReport,
    ): Promise<DeliveryReport> => {
      const id = createMailKey(keyedHash, inboxId, messageId)
      for (;;) {
        const row = await reports.get(id)
        const next = add(row?.value ?? emptyDeliveryReport)
        const table = next.reply === undefined ? foreignReports : reports
        if ((await table.put(id, next, row?.version ?? 0)) !== undefined) return next
      }
    },
  }
}

export type ReplyStore = ReturnType<typeof createReplyStore>
