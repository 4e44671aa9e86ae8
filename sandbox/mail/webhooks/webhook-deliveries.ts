import type { Delivery } from '../../control-types.ts'
import { createHmac, randomBytes } from 'node:crypto'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import { sendWithFaults, postToApp } from '../../server/app-requests.ts'
import type { MailboxState, Webhook } from '../api/mailbox-types.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** After each failed attempt, on the simulated clock. */
const RETRY_DELAYS_MS = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  10 * HOUR_MS,
]
const DISABLED_AFTER_MS = 5 * DAY_MS
const DEADLINE_MS = 15 * SECOND_MS

export interface EventEnvelope {
  type: 'event'
  event_type: string
  event_id: string
  [stage: string]: unknown
}

interface StoredDelivery extends Delivery {
  body: string
  acknowledged: boolean
  retries: number
  timer?: { cancel(): void }
}

/** Standard Webhooks: HMAC-SHA256 over `id.timestamp.body` under the decoded secret. */
function signature(secret: string, deliveryId: string, seconds: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${deliveryId}.${seconds}.${body}`).digest('base64')}`
}

export interface WebhookDeliveries {
  send(webhook: Webhook, event: EventEnvelope): void
  again(eventId: string, times: number): Promise<Delivery[]>
  list(): Delivery[]
  /** Deliveries to a deleted or disabled webhook stop immediately. */
  stop(webhook: Webhook): void
  reset(): void
}

const toDelivery = ({ webhook_id, delivery_id, event_id, event_type, attempts }: StoredDelivery): Delivery => ({
  webhook_id,
  delivery_id,
  event_id,
  event_type,
  attempts,
})

/** The real address of a delivery for a public host. */
function addressFor(state: MailboxState, url: string): string {
  const { host: name, hostname, pathname, search } = new URL(url)
  const base = state.account.hosts[name] ?? state.account.hosts[hostname]
  return base ? `${base.replace(/\/$/, '')}${pathname}${search}` : url
}

/** Sends one signed request, subject to the faults of target `events`. */
function postDelivery(server: SandboxServer, state: MailboxState, kept: StoredDelivery, webhook: Webhook, at: number) {
  const seconds = `${Math.floor(at / 1000)}`
  const { header_prefix: prefix } = state.account
  const url = addressFor(state, webhook.url)
  return sendWithFaults(server, `POST ${new URL(url).pathname} ${kept.event_type}`, () =>
    postToApp(server, {
      url,
      system: 'mail',
      headers: {
        ...webhook.headers,
        'content-type': 'application/json',
        [`${prefix}id`]: kept.delivery_id,
        [`${prefix}timestamp`]: seconds,
        [`${prefix}signature`]: signature(webhook.secret, kept.delivery_id, seconds, kept.body),
      },
      body: kept.body,
      deadlineMs: DEADLINE_MS,
    }),
  )
}

const newDelivery = (webhook: Webhook, event: EventEnvelope): StoredDelivery => ({
  webhook_id: webhook.webhook_id,
  delivery_id: `msg_${randomBytes(16).toString('base64url')}`,
  event_id: event.event_id,
  event_type: event.event_type,
  attempts: [],
  body: JSON.stringify(event),
  acknowledged: false,
  retries: 0,
})

/** Signed deliveries with the documented retries. An acknowledged delivery is never repeated automatically. */
export function createWebhookDeliveries(server: SandboxServer, state: MailboxState): WebhookDeliveries {
  const all: StoredDelivery[] = []
  const failing = new Map<string, { cancel(): void }>()
  let era = 0

  function healthy(webhookId: string): void {
    failing.get(webhookId)?.cancel()
    failing.delete(webhookId)
  }

  function disable(webhook: Webhook): void {
    webhook.enabled = false
    webhook.updated_at = new Date().toISOString()
    stop(webhook)
    server.emit({ type: 'mail.webhook', webhook_id: webhook.webhook_id, enabled: false })
  }

  async function attempt(kept: StoredDelivery, webhook: Webhook): Promise<void> {
    const started = era
    const mark = { at: Date.now(), status: 0 }
    const result = await postDelivery(server, state, kept, webhook, mark.at)
    if (started !== era) return
    mark.status = result.status
    kept.attempts.push(mark)
    server.emit({ type: 'mail.delivery', ...toDelivery(kept) })
    if (mark.status >= 200 && mark.status < 300) {
      kept.acknowledged = true
      kept.timer?.cancel()
      healthy(webhook.webhook_id)
    } else if (webhook.enabled && !failing.has(webhook.webhook_id)) {
      failing.set(
        webhook.webhook_id,
        server.clock.after(DISABLED_AFTER_MS, () => disable(webhook)),
      )
    }
  }

  /** Follows the retry schedule. Attempts by hand are additional and only end it early by succeeding. */
  async function go(kept: StoredDelivery): Promise<void> {
    const webhook = state.webhooks.get(kept.webhook_id)
    if (!webhook?.enabled || kept.acknowledged) return
    const started = era
    await attempt(kept, webhook)
    const delayMs = RETRY_DELAYS_MS[kept.retries]
    if (started !== era || kept.acknowledged || delayMs === undefined) return
    kept.retries += 1
    kept.timer = server.clock.after(delayMs, () => void go(kept))
  }

  function stop(webhook: Webhook): void {
    healthy(webhook.webhook_id)
    for (const kept of all) if (kept.webhook_id === webhook.webhook_id) kept.timer?.cancel()
  }

  return {
    send(webhook, event) {
      const kept = newDelivery(webhook, event)
      all.push(kept)
      void go(kept)
    },
    async again(eventId, times) {
      const found = all.filter((kept) => kept.event_id === eventId)
      const repeats = found.flatMap((kept) => {
        const webhook = state.webhooks.get(kept.webhook_id)
        return webhook ? Array.from({ length: times }, () => attempt(kept, webhook)) : []
      })
      await Promise.all(repeats)
      return found.map(toDelivery)
    },
    list: () => all.map(toDelivery),
    stop,
    reset() {
      era += 1
      for (const kept of all) kept.timer?.cancel()
      for (const timer of failing.values()) timer.cancel()
      all.length = 0
      failing.clear()
    },
  }
}
