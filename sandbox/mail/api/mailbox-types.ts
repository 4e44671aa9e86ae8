import type { Inbox as ListedInbox } from '../../control-types.ts'

export interface Pod {
  pod_id: string
  name: string
  client_id?: string
  created_at: string
  updated_at: string
}

export interface Inbox extends ListedInbox {
  pod_id: string
  client_id?: string
  metadata?: Record<string, unknown>
  created_at: string
  updated_at: string
}

export interface Domain {
  domain_id: string
  pod_id?: string
  domain: string
  status: 'PENDING' | 'VERIFIED'
  feedback_enabled: boolean
  subdomains_enabled: boolean
  tracking_enabled: boolean
  records: { type: string; name: string; value: string; status: string; priority?: number }[]
  client_id?: string
  created_at: string
  updated_at: string
}

/** A key without `permissions` is unrestricted; otherwise only those that are `true` are granted. */
export interface ApiKey {
  key: string
  api_key_id: string
  prefix: string
  name: string
  pod_id?: string
  inbox_id?: string
  permissions?: Record<string, boolean>
  expires_at?: string
  used_at?: string
  created_at: string
  updated_at: string
}

/** `scope` is the level at which the webhook was created: an inbox, a pod or the organization. */
export interface Webhook {
  webhook_id: string
  scope: { pod_id?: string; inbox_id?: string }
  url: string
  event_types: string[]
  inbox_ids: string[]
  pod_ids: string[]
  headers: Record<string, string>
  secret: string
  enabled: boolean
  client_id?: string
  created_at: string
  updated_at: string
}

export interface Attachment {
  attachment_id: string
  filename?: string
  size: number
  content_type?: string
  content_disposition?: string
  content_id?: string
  inline?: boolean
  content: Buffer
}

export interface Mail {
  inbox_id: string
  thread_id: string
  message_id: string
  labels: string[]
  timestamp: string
  from: unknown
  reply_to: string[]
  to: string[]
  cc: string[]
  bcc: string[]
  subject?: string
  text?: string
  html?: string
  extracted_text?: string
  extracted_html?: string
  attachments: Attachment[]
  in_reply_to?: string
  references: string[]
  headers: Record<string, string>
  /** The id that the mail has in the inbox that sent it, if that is another inbox of the account. */
  origin?: string
  /** The mail as it came, where it has parts that are no attachments. */
  raw?: string
  created_at: string
  updated_at: string
  /** Set on sent mail. Times are epoch milliseconds. */
  sent?: { at: number; idempotencyKey?: string; events: { event: string; at: number }[] }
}

export interface Draft {
  draft_id: string
  inbox_id: string
  client_id?: string
  fields: Record<string, unknown>
  attachments: Attachment[]
  created_at: string
  updated_at: string
}

export interface AddressListEntry {
  entry: string
  entry_type: 'email' | 'domain'
  direction: string
  list_type: string
  reason?: string
  inbox_id?: string
  pod_id?: string
  created_at: string
}

/** Settings of the account that a test can change with `/control/mail/account`. */
export interface MailAccount {
  suspended_reason: string | null
  /** While set, the organization is unverified and may send to this address only. */
  verifying_human: string | null
  region_blocked: boolean
  unverified_domains: string[]
  /** Addresses that belong to another organization. */
  taken: string[]
  inbox_limit: number
  webhook_limit: number
  requests_per_minute: number | null
  sends_per_day: number | null
  /** Milliseconds that a send takes on the simulated clock; it is in flight meanwhile. */
  send_ms: number
  /** The number of sends that will break down: no mail is sent, no answer comes, and the key stays taken for a short while. */
  sends_dying: number
  metrics_range_days: number
  header_prefix: string
  secret_in_lists: boolean
  /** Where deliveries for a host really go: `{ "receiver.test": "http://127.0.0.1:1234" }`. */
  hosts: Record<string, string>
}

export interface MailboxState {
  organization_id: string
  pods: Map<string, Pod>
  inboxes: Map<string, Inbox>
  /** Inboxes that are being deleted: known, but not usable. */
  deleting: Set<string>
  domains: Map<string, Domain>
  keys: ApiKey[]
  webhooks: Map<string, Webhook>
  mails: Mail[]
  drafts: Map<string, Draft>
  lists: AddressListEntry[]
  /** A `client_id` names one resource of one kind. */
  clientIds: Map<string, { kind: string; id: string }>
  account: MailAccount
}
