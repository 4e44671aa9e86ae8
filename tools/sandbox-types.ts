export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** A channel or a person of the simulated workspace. */
export interface Named {
  id: string
  name: string
}

/** A user group of the simulated workspace. */
export interface UserGroup {
  id: string
  handle: string
  name: string
  description: string
  /** The ids of its members. */
  users: string[]
  is_disabled?: true
}

/** A person's role in the workspace; `external` is from another organization. */
export type Role = 'member' | 'admin' | 'owner' | 'guest' | 'single-channel-guest' | 'external'

/** A file in a message. */
export interface SharedFile extends Fields {
  id: string
  name: string
  title: string
  mimetype: string
  size: number
}

/** A message in Slack, in the form in which the simulator shows it to a person. */
export interface Message {
  ts: string
  thread_ts?: string
  user?: string
  bot_id?: string
  text: string
  blocks?: Fields[]
  metadata?: { event_type: string; event_payload: Fields & { op_id?: string } }
  files?: SharedFile[]
  edited?: Fields
  reactions?: { name: string; count: number; users: string[] }[]
  reply_count?: number
  /** The only person who sees this message. */
  ephemeral_for?: string
}

/** A form on a person's screen, or their Home tab. */
export interface View {
  id: string
  type: 'modal' | 'home'
  callback_id: string
  private_metadata: string
  hash: string
  blocks: Fields[]
  state: Fields
}

/** The app's answer to a person's action; `status` 0 means that no answer came in time. */
export interface ActionAnswer {
  status: number
  ms: number
  body?: unknown
  response_action?: string
  errors?: Record<string, string>
}

/** An option that the app offers in a menu. */
export interface SuggestedOption {
  text: { type: 'plain_text'; text: string }
  value: string
  description?: { type: 'plain_text'; text: string }
}

/** A call that the app made to the Web API, with its outcome. */
export interface SlackCall extends Fields {
  at: number
  method: string
  ok: boolean
  args: Fields
}

/** A job as the agent knows it. */
export interface AgentJob {
  id: string
  status: 'active' | 'completed' | 'failed' | 'archived'
  prompt: string
  projectId: string
  prLink: string | null
  followUps: { prompt: string; at: number }[]
}

/** A mail that left through the mailbox. */
export interface SentMail {
  message_id: string
  thread_id: string
  inbox_id: string
  from: string
  reply_to: string[]
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string
  text: string | null
  html: string | null
  attachments: { filename?: string; content_type?: string; size: number; content?: string }[]
  labels: string[]
  headers: Record<string, string>
  in_reply_to: string | null
  idempotency_key: string | null
  at: number
  events: { event: string }[]
}

/** A webhook event of the mailbox and the attempts to deliver it. */
export interface Delivery {
  webhook_id: string
  delivery_id: string
  event_id: string
  event_type: string
  attempts: { at: number; status: number }[]
}

/** One request between the app and a simulator, in either direction. */
export interface Exchange {
  at: number
  ms: number
  direction: 'from-app' | 'to-app'
  system: string
  method: string
  path: string
  requestBody: string
  status: number
  responseBody: string
  fault?: string
}

/** A fault that a simulator injects; without `times` it stays until the faults are cleared. */
export interface Fault {
  target: 'slack' | 'agent' | 'mail' | 'events'
  /** A part of `METHOD /path`, or of the event's type. */
  match?: string
  mode:
    | 'status'
    | 'delay'
    | 'hang'
    | 'reset'
    | 'accept-then-drop'
    | 'accept-then-hang'
    | 'truncate'
    | 'html'
    | 'wrong-types'
    | 'duplicate'
    | 'reorder'
    | 'drop'
  status?: number
  error?: string
  retryAfterS?: number
  delayMs?: number
  times?: number
  probability?: number
  seed?: number
}
