import { type AcceptedSecrets, createAcceptedSecrets } from './webhook/accepted-secrets.ts'
import type { WorkspaceStore } from '../../store/workspace-store.ts'
import { createSenderCounts, type SenderCounts } from './receive/sender-counts.ts'
import {
  createEventCounts,
  createVerifiedDomains,
  type EventCounts,
  type VerifiedDomains,
} from './webhook/event-records.ts'
import { createWebhookAlarm, type WebhookAlarm } from './webhook/webhook-alarm.ts'
import { createWebhookStore, type WebhookStore } from './webhook/webhook-record.ts'
import type { PlacementScope } from '../placement/placement-scope.ts'
import type { MailConfig } from '../mail-scope.ts'

/** Members that only the receiving of mail uses. */
export interface InboundStores {
  readonly senderCounts: SenderCounts
  readonly webhookStore: WebhookStore
  readonly webhookAlarm: WebhookAlarm
  readonly verifiedDomains: VerifiedDomains
  readonly eventCounts: EventCounts
  /** The secrets that deliveries may be signed with. */
  readonly secrets: AcceptedSecrets
  /** The number of failed webhook checks since the last one that succeeded. */
  readonly failedChecks: { count: number }
  /** The operator's configuration of how mail reaches the app. */
  readonly config: MailConfig
}

/** The scope for receiving mail. */
export interface InboundScope extends PlacementScope {
  readonly inbound: InboundStores
}

/** Adds the members for receiving mail to the scope of placement. */
export const createInboundScope = (
  scope: PlacementScope,
  { own, config }: { own: WorkspaceStore; config: MailConfig },
): InboundScope => {
  const webhookStore = createWebhookStore(own)
  return {
    ...scope,
    inbound: {
      senderCounts: createSenderCounts(own, scope.keyedHash),
      webhookStore,
      webhookAlarm: createWebhookAlarm(own),
      verifiedDomains: createVerifiedDomains(own),
      eventCounts: createEventCounts(own),
      secrets: createAcceptedSecrets(scope.clock, { webhookStore, config }),
      failedChecks: { count: 0 },
      config,
    },
  }
}
