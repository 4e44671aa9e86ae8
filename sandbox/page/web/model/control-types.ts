/** What the page reads from the control surface, as the simulators tell it; the page shares no code with them. */
import type { Block } from '../slack-types/block-types.ts'

export interface User {
  id: string
  name: string
  real_name?: string
  is_bot?: boolean
  is_admin?: boolean
  is_restricted?: boolean
  is_stranger?: boolean
}

export interface Channel {
  id: string
  name: string
  topic?: string
  is_private?: boolean
  is_archived?: boolean
  is_ext_shared?: boolean
  members?: string[]
  num_members?: number
}

interface Command {
  command: string
  description?: string
  usage_hint?: string
}

interface Shortcut {
  callback_id: string
  name: string
  type: 'global' | 'message'
  description?: string
}

/** `GET /slack/app`: what the installed app's manifest offers to a person. */
export interface InstalledApp {
  name: string
  team?: { id: string; name: string }
  bot_user?: string
  bot_id?: string
  home?: boolean
  commands: Command[]
  shortcuts: Shortcut[]
}

export interface FileRecord {
  id: string
  name?: string
  title?: string
  mimetype?: string
  filetype?: string
  size?: number
}

interface Reaction {
  name: string
  count: number
  users: string[]
}

export interface Message {
  ts: string
  thread_ts?: string
  user?: string
  bot_id?: string
  username?: string
  subtype?: string
  text: string
  blocks?: Block[]
  files?: FileRecord[]
  edited?: object
  reactions?: Reaction[]
  ephemeral_for?: string
  reply_count?: number
  reply_users?: string[]
  latest_reply?: string
}

export interface TextObject {
  type: 'plain_text' | 'mrkdwn'
  text: string
  emoji?: boolean
  verbatim?: boolean
}

export interface View {
  id: string
  type: 'modal' | 'home'
  callback_id?: string
  title?: TextObject
  submit?: TextObject
  close?: TextObject
  blocks: Block[]
  hash?: string
  root_view_id?: string
  previous_view_id?: string
  submit_disabled?: boolean
}

/** How the app answered a command, a shortcut, a click. */
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
  /** The events that were fired for this mail, oldest first, where the simulator tells them. */
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
