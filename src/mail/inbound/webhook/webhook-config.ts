import { createHash } from 'node:crypto'
import { removeTrailing } from '../../../core/remove-trailing.ts'
import type { WebhookRecord, WebhookStore } from './webhook-record.ts'
import type { MailConfig } from '../../mail-scope.ts'

/** The path for deliveries to the home workspace, below the app's public address. Other workspaces add `?team=` and their id. */
export const WEBHOOK_PATH = '/webhooks/mail'
export const TEAM_PARAMETER = 'team'

/** All events available to a webhook; `message.opened` is not. */
export const subscribedEvents = [
  'message.received',
  'message.received.spam',
  'message.received.blocked',
  'message.received.unauthenticated',
  'message.sent',
  'message.delivered',
  'message.bounced',
  'message.complained',
  'message.rejected',
  'domain.verified',
]

/** The webhook that this process wants; undefined where an operator registers it by hand. */
export function wantedWebhook({
  publicUrl,
  deliveryTeam,
}: MailConfig): { url: string; configHash: string } | undefined {
  if (publicUrl === undefined) return undefined
  const query = deliveryTeam === undefined ? '' : `?${TEAM_PARAMETER}=${deliveryTeam}`
  const url = `${removeTrailing(publicUrl, '/')}${WEBHOOK_PATH}${query}`
  return { url, configHash: configHash(url, subscribedEvents) }
}

/** Frozen with the prefix `bellhop-hook-`: the same URL and events find the same webhook again. */
export function configHash(url: string, events: string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([url, [...events].sort()]))
    .digest('hex')
    .slice(0, 16)
}

/** The part of a workspace's scope that holds its webhook. */
interface OwnWebhook {
  inbound: { webhookStore: WebhookStore; config: MailConfig }
}

/** The app's own webhook, as last seen; undefined before it was registered. */
export const findWebhook = ({ inbound: { webhookStore } }: OwnWebhook): Promise<WebhookRecord | undefined> =>
  webhookStore.find()

/** Whether mail reaches the app, according to the last check. */
export async function isWebhookReady({ inbound: { webhookStore, config } }: OwnWebhook): Promise<boolean> {
  const wanted = wantedWebhook(config)
  if (!wanted) return config.webhookSecrets.length > 0
  const own = await webhookStore.find()
  return own !== undefined && own.wanted === wanted.configHash && own.isEnabled
}
