/** How the app answered a command, a shortcut or a click. */
export interface AppAnswer {
  status: number
  ms: number
  body?: unknown
  error?: string
}

export interface SubmitAnswer extends AppAnswer {
  response_action?: string
  errors?: Record<string, string>
}

export interface Job {
  id: string
  status: string
  prompt: string
  projectId?: string
  prLink?: string | null
  source?: { repository: string; ref: string | null }
  model?: string | null
  createdAt?: string
  archivedAt?: string | null
  followUps?: { prompt: string; at: number | string }[]
}

export interface SentMail {
  message_id: string
  thread_id: string
  inbox_id: string
  from: string | string[]
  reply_to?: string[]
  to?: string[]
  cc?: string[]
  bcc?: string[]
  subject?: string
  text?: string
  html?: string
  attachments?: { filename?: string; size?: number; content_type?: string }[]
  labels?: string[]
  headers?: Record<string, string>
  in_reply_to?: string | null
  at: number | string
  /** The delivery events reported for this mail, oldest first, if the simulator lists them. */
  events?: { event: string; at: number | string }[]
}

export interface Inbox {
  inbox_id: string
  email?: string
  display_name?: string
}

export interface ServiceScript {
  outcome: string
  afterMs: number
}

export interface WebhookDelivery {
  webhook_id: string
  delivery_id: string
  event_id: string
  event_type: string
  attempts: { at: number | string; status: number }[]
}

export interface Exchange {
  id: number
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

export interface Fault {
  id: string
  target: 'slack' | 'agent' | 'mail' | 'events'
  match?: string
  mode: string
  status?: number
  error?: string
  retryAfterS?: number
  delayMs?: number
  times?: number
  probability?: number
}

export interface ControlEvent {
  type: string
  action?: string
  channel?: string
  user?: string
  ts?: string
  thread_ts?: string
  ephemeral_for?: string
  status?: string
  exchange?: Exchange
}

export interface AppProcess {
  state: string
  pid?: number | null
  url?: string
}
