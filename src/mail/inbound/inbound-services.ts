import { createSenderCounts, type SenderCounts } from '../senders/sender-counts.ts'
import { createWebhookStore, type WebhookStore } from './webhook/webhook-record.ts'
import type { PlacementServices } from '../placement/placement-services.ts'
import type { MailOptions } from '../services.ts'

/** Services for receiving mail. */
export interface InboundServices extends PlacementServices {
  readonly senderCounts: SenderCounts
  readonly webhookStore: WebhookStore
}

/** Adds what only the receiving of mail uses to the services of placement. */
export const createInboundServices = (services: PlacementServices, { store }: MailOptions): InboundServices => ({
  ...services,
  senderCounts: createSenderCounts(store, services.keyedHash),
  webhookStore: createWebhookStore(store),
})
