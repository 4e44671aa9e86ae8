import type { Readable } from 'node:stream'
import type { SlackCall } from '../../control-types.ts'
import type { JsonObject } from '../../server/control-routes.ts'
import type { SandboxServer } from '../../server/sandbox-server.ts'
import type { ViewValues } from '../blocks/form-fields.ts'
import type { SocketConnections } from './socket-connections.ts'

export { isJsonObject, type JsonObject } from '../../server/control-routes.ts'
import { type App } from './app-types.ts'

export interface Block {
  type: string
  block_id?: string
  [field: string]: unknown
}

export interface Person {
  id: string
  team_id: string
  name: string
  real_name: string
  email?: string
  title: string
  tz: string
  tz_label: string
  tz_offset: number
  locale: string
  color: string
  deleted: boolean
  is_admin: boolean
  is_owner: boolean
  is_restricted: boolean
  is_ultra_restricted: boolean
  is_bot: boolean
  /** From another organization; visible in shared channels only. */
  is_stranger: boolean
  /** When the person's data last changed, in seconds. */
  updated: number
  bot_id?: string
  app_id?: string
}

export interface Message {
  type: 'message'
  ts: string
  text: string
  subtype?: string
  user?: string
  bot_id?: string
  app_id?: string
  team?: string
  username?: string
  icons?: JsonObject
  client_msg_id?: string
  blocks?: Block[]
  attachments?: unknown[]
  metadata?: JsonObject
  files?: JsonObject[]
  edited?: { user: string; ts: string }
  reactions?: { name: string; users: string[]; count: number }[]
  thread_ts?: string
  parent_user_id?: string
  ephemeral_for?: string
  inviter?: string
  user_team?: string
  source_team?: string
  /** The app that posted it, with a method or a response_url. */
  author?: App
  /** The blocks were derived from the text, as Slack does; an update may replace them with anything. */
  derived?: boolean
  /** The choices in its menus, by person. */
  picks?: Map<string, ViewValues>
}

export type ChannelKind = 'public' | 'private' | 'im' | 'mpim'

export interface Channel {
  id: string
  name: string
  kind: ChannelKind
  topic: string
  purpose: string
  creator: string
  created: number
  is_archived: boolean
  is_general: boolean
  is_ext_shared: boolean
  members: Set<string>
  /** The person of a direct message with an app. */
  user?: string
  /** The messages in the channel itself, oldest first; thread replies only if broadcast. */
  timeline: Message[]
  byTs: Map<string, Message>
  threads: Map<string, Message[]>
  ephemerals: Message[]
  /** When each person last read the channel, as a timestamp: what was posted later is unread. */
  reads: Map<string, string>
}

interface Token {
  app: App
  kind: 'bot' | 'app'
}

export interface View {
  id: string
  app: App
  user: string
  type: 'modal' | 'home'
  fields: JsonObject
  blocks: Block[]
  hash: string
  root: string
  previous?: string
  /** The person's input so far. */
  typed: ViewValues
  /** The conversation the modal was opened from. */
  origin?: string
}

/** The bytes of a file, wherever they are. */
export interface FileContent {
  size: number
  open(): Readable
}

export interface SlackFile {
  id: string
  name: string
  title: string
  mimetype: string
  filetype: string
  user: string
  created: number
  content: FileContent
  channels: Set<string>
  deleted: boolean
}

/** A user group as the Web API shows it (without its members), and its members. */
export interface UserGroup {
  fields: JsonObject & { id: string; handle: string; name: string; date_update: number; date_delete: number }
  users: string[]
}

export interface Trigger {
  app: App
  user: string
  channel?: string
  view?: string
  at: number
  used: boolean
}

/** An issued `response_url`. */
export interface ResponseHook {
  app: App
  user: string
  channel: Channel
  /** The message whose button was pressed. */
  original?: Message
  uses: number
  /** On the simulators' clock. */
  at: number
}

export interface SentEvent {
  app: App
  envelope: JsonObject
  kind: string
}

export interface Workspace {
  server: SandboxServer
  sockets: SocketConnections
  /** The sandbox's own address, without a slash at the end. */
  baseUrl(): string
  team: { id: string; name: string; domain: string }
  /** The app under test. */
  primary: App
  apps: App[]
  tokens: Map<string, Token>
  people: Map<string, Person>
  groups: Map<string, UserGroup>
  channels: Map<string, Channel>
  views: Map<string, View>
  files: Map<string, SlackFile>
  triggers: Map<string, Trigger>
  /** How long a trigger lives, in real time. It opens one view. */
  triggerMs: number
  responseHooks: Map<string, ResponseHook>
  calls: SlackCall[]
  /** Event envelopes by event_id, newest last. */
  sentEvents: Map<string, SentEvent>
}

/** The value of a field if it is a string. */
export function stringField(fields: JsonObject | undefined, name: string): string | undefined {
  const value = fields?.[name]
  return typeof value === 'string' ? value : undefined
}
