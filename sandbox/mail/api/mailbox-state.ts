import { randomBytes } from 'node:crypto'
import { type Pod, type Inbox, type ApiKey, type MailAccount, type MailboxState } from './mailbox-types.ts'

export const MAIL_DOMAIN = 'sandbox.test'

export const API_KEY_PREFIX = 'mbx_'

export const newMailId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const newTimestamps = (): { created_at: string; updated_at: string } => {
  const now = new Date().toISOString()
  return { created_at: now, updated_at: now }
}

const account = (): MailAccount => ({
  suspended_reason: null,
  verifying_human: null,
  region_blocked: false,
  unverified_domains: [],
  taken: [`admin@${MAIL_DOMAIN}`],
  inbox_limit: 100,
  webhook_limit: 50,
  requests_per_minute: null,
  sends_per_day: null,
  send_ms: 0,
  sends_dying: 0,
  metrics_range_days: 90,
  header_prefix: 'webhook-',
  secret_in_lists: false,
  hosts: {},
})

export function createApiKey(fields: Partial<ApiKey> & { name: string }): ApiKey {
  const key = `${API_KEY_PREFIX}${randomBytes(32).toString('hex')}`
  return { key, api_key_id: newMailId('key'), prefix: key.slice(0, 10), ...newTimestamps(), ...fields }
}

/** Creates an organization with one pod, one inbox and one unrestricted key. */
export function createMailboxState(): MailboxState {
  const pod: Pod = { pod_id: newMailId('pod'), name: 'Default Pod', ...newTimestamps() }
  const inbox: Inbox = {
    inbox_id: `support@${MAIL_DOMAIN}`,
    pod_id: pod.pod_id,
    email: `support@${MAIL_DOMAIN}`,
    display_name: 'Support',
    ...newTimestamps(),
  }
  return {
    organization_id: newMailId('org'),
    pods: new Map([[pod.pod_id, pod]]),
    inboxes: new Map([[inbox.inbox_id, inbox]]),
    deleting: new Set(),
    domains: new Map(),
    keys: [createApiKey({ name: 'Bellhop' })],
    webhooks: new Map(),
    mails: [],
    drafts: new Map(),
    lists: [],
    clientIds: new Map(),
    account: account(),
  }
}

/** Clears mails, drafts, lists and settings; keeps inboxes, keys and webhooks. */
export function clearMailboxState(kept: MailboxState): void {
  kept.mails.length = 0
  kept.lists.length = 0
  kept.drafts.clear()
  kept.deleting.clear()
  for (const [client, { kind }] of kept.clientIds) if (kind === 'draft') kept.clientIds.delete(client)
  Object.assign(kept.account, account())
}
