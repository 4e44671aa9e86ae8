import { z } from 'zod'
import type { WorkspaceStore } from '../../../store/workspace-store.ts'
import { createTable } from '../../../store/typed-table.ts'

/** Stored once per workspace. */
export const webhookRecordSchema = z.object({
  /** Hash of the URL and the events that were first requested. A different hash means that the configuration changed. */
  wanted: z.string(),
  n: z.number(),
  webhookId: z.string(),
  secret: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  isEnabled: z.boolean(),
  /** Restricted events that the key may not receive. */
  missing: z.array(z.object({ event: z.string(), permission: z.string() })),
  askedAllAt: z.number(),
  checkedAt: z.number(),
  /** The error of the last check, if it failed. */
  fault: z.string().optional(),
  /** Replaced webhooks; their secrets stay valid for a while. */
  replaced: z.array(z.object({ webhookId: z.string(), secret: z.string(), at: z.number(), isGone: z.boolean() })),
})
/** The app's own webhook, as last seen in the mailbox. */
export type WebhookRecord = z.infer<typeof webhookRecordSchema>

const OWN = 'own'

/** Stores one record per workspace about the app's own webhook. */
export function createWebhookStore({ store, team }: WorkspaceStore) {
  const records = createTable(store, { partition: `${team}/mail.webhook`, schema: webhookRecordSchema })
  return {
    find: async (): Promise<WebhookRecord | undefined> => (await records.get(OWN))?.value,
    replace: (record: WebhookRecord) => records.update(OWN, () => record),
    /** Does nothing if there is no record. */
    update: (change: (record: WebhookRecord) => WebhookRecord) =>
      records.update(OWN, (record) => record && change(record)),
  }
}

export type WebhookStore = ReturnType<typeof createWebhookStore>
