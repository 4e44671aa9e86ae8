import type { JsonObject } from '../../server/control-routes.ts'

export interface Command {
  command: string
  url?: string
  description: string
  usage_hint: string
  should_escape: boolean
}

export interface Shortcut {
  callback_id: string
  name: string
  type: 'global' | 'message'
  description: string
}

/** The capabilities of an app, as its manifest declares them. */
export interface Manifest {
  name: string
  description: string
  longDescription: string
  homeTab: boolean
  messagesTab: boolean
  messagesReadOnly: boolean
  agent: boolean
  commands: Command[]
  shortcuts: Shortcut[]
  events: string[]
  scopes: string[]
  /** Allowed redirect addresses of the installation; any if empty. */
  redirects?: string[]
  eventsUrl?: string
  interactive: boolean
  interactiveUrl?: string
  optionsUrl?: string
  socketMode: boolean
}

export interface AppPayload {
  kind: 'events_api' | 'slash_commands' | 'interactive'
  payload: JsonObject
  /** The address in the manifest; its path is appended to where the app listens. */
  url: string | undefined
  retry?: { num: number; reason: string }
}

export interface App {
  id: string
  name: string
  botId: string
  botUser: string
  manifest: Manifest
  scopes: Set<string>
  botToken: string
  appToken: string
  clientId: string
  clientSecret: string
  signingSecret: string
  verificationToken: string
  installed: boolean
  tokenRevoked: boolean
  /** Distributed outside the Marketplace: may read history and replies once a minute, 15 messages at most. */
  distributed: boolean
  /** The address at which an app over HTTP listens. */
  address?: () => string
}
