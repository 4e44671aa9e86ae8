/**
 * The requests and answers of the control surface (docs/sandbox.md): types without code, shared by the simulators, the page and every program that
 * uses it.
 */

export type Fields = Record<string, unknown>

/** A channel or a person of the simulated workspace. */
export interface Named {
  id: string
  name: string
}

/** A person's role in the workspace; `external` is from another organization. */
export type Role = 'member' | 'admin' | 'owner' | 'guest' | 'single-channel-guest' | 'external'

/** A person, or the bot user of an app. */
export interface User extends Named {
  real_name?: string
  /** The name of a time zone: `Europe/Madrid`. */
  tz?: string
  /** `en-US`. */
  locale?: string
  is_bot?: boolean
  is_admin?: boolean
  is_owner?: boolean
  is_restricted?: boolean
  is_ultra_restricted?: boolean
  deleted?: boolean
  is_stranger?: boolean
}

/** A user group of the simulated workspace. */
export interface UserGroup extends Named {
  handle: string
  description: string
  /** The ids of its members. */
  users: string[]
  is_disabled?: true
}

export interface Channel extends Named {
  topic?: string
  is_private?: boolean
  is_archived?: boolean
  is_ext_shared?: boolean
  members?: string[]
  num_members?: number
}

/** The installed app, with the commands and shortcuts that its manifest declares. */
export interface InstalledApp {
  name: string
  team: Named
  bot_user: string
  bot_id: string
  description?: string
  long_description?: string
  home?: boolean
  commands: { command: string; description?: string; usage_hint?: string }[]
  shortcuts: { callback_id: string; name: string; type: 'global' | 'message'; description?: string }[]
}

/** A file in a message. */
export interface SharedFile extends Fields {
  id: string
  name: string
  title: string
  mimetype: string
  filetype?: string
  size: number
}

/** A message in Slack, in the form in which the simulator shows it to a person. `Block`: its blocks, as far as the reader knows them. */
export interface Message<Block = Fields> {
  ts: string
  thread_ts?: string
  user?: string
  bot_id?: string
  username?: string
  subtype?: string
  text: string
  blocks?: Block[]
  metadata?: { event_type: string; event_payload: Fields & { op_id?: string; state?: string } }
  files?: SharedFile[]
  edited?: Fields
  reactions?: { name: string; count: number; users: string[] }[]
  reply_count?: number
  reply_users?: string[]
  latest_reply?: string
  /** The first message of the thread, if this reply was also sent to the channel. */
  root?: Message<Block>
  /** The only person who sees this message. */
  ephemeral_for?: string
}

export interface PlainText {
  type: 'plain_text'
  text: string
}

/** The value of a field, in the form of Slack's `view.state`; the member depends on the type of the element. */
export interface StateEntry {
  type: string
  [member: string]: unknown
}

/** A form on a person's screen, or their Home tab. `Block`: its blocks, as far as the reader knows them. */
export interface View<Block = Fields> {
  id: string
  type: 'modal' | 'home'
  callback_id: string
  private_metadata: string
  hash: string
  title?: PlainText
  submit?: PlainText
  close?: PlainText
  blocks: Block[]
  state: { values: Record<string, Record<string, StateEntry>> }
  root_view_id?: string
  previous_view_id?: string
  submit_disabled?: boolean
}

/** The app's answer to a person's action; `status` 0 means that no answer came in time. */
export interface ActionAnswer {
  status: number
  ms: number
  body?: unknown
  /** The error that the person would see. */
  error?: string
  /** Of a submitted form. */
  response_action?: string
  errors?: Record<string, string>
}

/** An option that the app offers in a menu. */
export interface SuggestedOption {
  text: PlainText
  value: string
  description?: PlainText
}

/** A call that an app made to the Web API, with its outcome. */
export interface SlackCall {
  at: number
  method: string
  token: string
  args: Fields
  ok: boolean
  error?: string
}

/** A job as the API returns it, with the fields that only the agent knows. */
export interface AgentJob {
  id: string
  status: 'active' | 'completed' | 'failed' | 'archived'
  source: { repository: string; ref: string | null }
  model: string
  prLink: string | null
  createdAt: string
  archivedAt: string | null
  projectId: string
  prompt: string
  followUps: { prompt: string; at: number }[]
}

/** How jobs or mails end from now on, `afterMs` after their start. */
export interface ServiceScript<Outcome extends string = string> {
  outcome: Outcome
  afterMs: number
}

export interface Inbox {
  inbox_id: string
  email: string
  display_name?: string
}

/** A mail that was sent through the mailbox. */
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
  /** The content is base64; it is absent if it is large. */
  attachments: { filename?: string; content_type?: string; size: number; content?: string }[]
  labels: string[]
  headers: Record<string, string>
  in_reply_to: string | null
  idempotency_key: string | null
  /** In milliseconds. */
  at: number
  /** The delivery events reported for this mail, oldest first. */
  events: { event: string; at: number }[]
}

/** A webhook event of the mailbox and the attempts to deliver it to one webhook; `status` 0 means that no answer came in time. */
export interface Delivery {
  webhook_id: string
  delivery_id: string
  event_id: string
  event_type: string
  attempts: { at: number; status: number }[]
}

/** A request between the app and a simulator, in either direction. */
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

/** A fault of a simulator; without `times` until the faults are cleared. */
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

/** A fault that a simulator was given. */
export interface InjectedFault extends Fault {
  id: string
}

/** A fault that acts, with the number of requests that it keeps without an answer. */
export interface ActiveFault extends InjectedFault {
  held: number
}

/** The app's process; `by hand` if the sandbox did not start it. */
export interface AppState {
  state: 'running' | 'stopped' | 'by hand'
  pid?: number | null
  url?: string
}

/** Something that happened in the sandbox, as `/control/events` streams it. The page reads only the named fields. */
export interface ControlEvent extends Fields {
  type: string
  action?: string
  channel?: string
  user?: string
  ts?: string
  thread_ts?: string
  ephemeral_for?: string
  exchange?: Exchange
}
