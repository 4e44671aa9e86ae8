import { createSenderCounts, type SenderCounts } from '../senders/sender-counts.ts'
import { createWebhookStore, type WebhookStore } from './webhook/webhook-record.ts'
import type { PlacementServices } from '../placement/placement-services.ts'
import type { MailConfig, MailOptions } from '../services.ts'

/** What only the receiving of mail uses. */
export interface InboundStores {
  readonly senderCounts: SenderCounts
  readonly webhookStore: WebhookStore
  /** How mail reaches the app, as the operator has set it. */
  readonly config: MailConfig
}

/** Services for receiving mail. */
export interface InboundServices extends PlacementServices {
  readonly inbound: InboundStores
}

/** Adds what only the receiving of mail uses to the services of placement. */
export const createInboundServices = (
  services: PlacementServices,
  { platform: { store }, config }: MailOptions,
): InboundServices => ({
  ...services,
  inbound: {
    senderCounts: createSenderCounts(store, services.keyedHash),
    webhookStore: createWebhookStore(store),
    config,
  },
})
