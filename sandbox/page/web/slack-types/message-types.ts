import type { Block } from './block-types.ts'
import type { TextObject } from './text-types.ts'

export interface User {
  id: string
  name: string
  real_name?: string
  is_bot?: boolean
  is_admin?: boolean
  is_owner?: boolean
  is_restricted?: boolean
  is_ultra_restricted?: boolean
  deleted?: boolean
  is_stranger?: boolean
}

export interface UserGroup {
  id: string
  handle: string
  name: string
  users: string[]
  is_disabled?: boolean
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

/** `GET /slack/app`: the commands and shortcuts that the installed app's manifest declares. */
export interface InstalledApp {
  name: string
  team?: { id: string; name: string }
  bot_user?: string
  bot_id?: string
  description?: string
  long_description?: string
  home?: boolean
  commands: Command[]
  shortcuts: Shortcut[]
}

export interface SlackFile {
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
  files?: SlackFile[]
  edited?: object
  reactions?: Reaction[]
  ephemeral_for?: string
  metadata?: { event_payload?: { state?: string } }
  reply_count?: number
  reply_users?: string[]
  latest_reply?: string
  /** The first message of the thread, if this reply was also sent to the channel. */
  root?: Message
}

/** What a field holds, as Slack's `view.state` says it; the member depends on the type of the element. */
export interface StateEntry {
  type: string
  [member: string]: unknown
}

export interface View {
  id: string
  type: 'modal' | 'home'
  callback_id?: string
  title?: TextObject
  submit?: TextObject
  close?: TextObject
  blocks: Block[]
  state?: { values: Record<string, Record<string, StateEntry>> }
  hash?: string
  root_view_id?: string
  previous_view_id?: string
  submit_disabled?: boolean
}
