import { createWebhookDeliveries, type WebhookDeliveries, type EventEnvelope } from './webhook-deliveries.ts'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import { type MailboxState, type Webhook } from '../api/mailbox-types.ts'
import { newMailId } from '../api/mailbox-state.ts'

/** An event of a message and its time, for the metrics. */
export interface MailOccurrence {
  type: string
  at: number
  inbox_id?: string
}

export interface MailboxEvents {
  deliveries: WebhookDeliveries
  occurrences: MailOccurrence[]
  /** Sends an event to every enabled webhook that is subscribed and watches the inbox. Returns the event's id. */
  fire(eventType: string, inboxId: string | undefined, stage: Record<string, unknown>): string
  /** Sends an event to every enabled webhook, subscribed or not. */
  broadcast(event: Partial<EventEnvelope> & { event_type: string }): string
  /** Counts an event without sending it. */
  note(type: string, inboxId: string): void
  reset(): void
}

export function createMailboxEvents(server: SandboxServer, state: MailboxState): MailboxEvents {
  const sent = createWebhookDeliveries(server, state)
  const occurrences: MailOccurrence[] = []

  function watches(webhook: Webhook, inboxId: string | undefined, podId: string | undefined): boolean {
    const { inbox_ids: inboxes, pod_ids: pods } = webhook
    if (inboxes.length + pods.length === 0) return true
    return (inboxId !== undefined && inboxes.includes(inboxId)) || (podId !== undefined && pods.includes(podId))
  }

  function note(type: string, inboxId?: string): void {
    occurrences.push({ type, at: Date.now(), ...(inboxId !== undefined && { inbox_id: inboxId }) })
  }

  return {
    deliveries: sent,
    occurrences,
    note,
    fire(eventType, inboxId, stage) {
      const event: EventEnvelope = { type: 'event', event_type: eventType, event_id: newMailId('evt'), ...stage }
      note(eventType, inboxId)
      const podId = inboxId === undefined ? undefined : state.inboxes.get(inboxId)?.pod_id
      for (const webhook of state.webhooks.values())
        if (webhook.enabled && webhook.event_types.includes(eventType) && watches(webhook, inboxId, podId))
          sent.send(webhook, event)
      server.emit({ type: 'mail.event', event_type: eventType, event_id: event.event_id })
      return event.event_id
    },
    broadcast(fields) {
      const event: EventEnvelope = { event_id: newMailId('evt'), ...fields, type: 'event' }
      for (const webhook of state.webhooks.values()) if (webhook.enabled) sent.send(webhook, event)
      server.emit({ type: 'mail.event', event_type: event.event_type, event_id: event.event_id })
      return event.event_id
    },
    reset() {
      occurrences.length = 0
      sent.reset()
    },
  }
}
