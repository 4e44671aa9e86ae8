import type { CallArguments } from './call-arguments.ts'
import { SlackError } from './slack-errors.ts'
import type { App } from '../workspace/app-types.ts'
import type { Channel, ChannelKind, JsonObject, Workspace } from '../workspace/workspace-types.ts'
import type { RateLimit, RateLimiter } from './rate-limits.ts'

export interface MethodCall {
  workspace: Workspace
  app: App
  args: CallArguments
  rates: RateLimiter
  warn: (warning: string) => void
}

/** A Web API method. */
export interface ApiMethod {
  rate: RateLimit
  /** Any one of these scopes is enough; absent if no scope is needed. */
  scopes?: string[]
  /** The kind of token: a bot token by default; `none` for methods without one. */
  token?: 'app' | 'none'
  run(call: MethodCall): JsonObject | Promise<JsonObject>
}

export type ApiMethods = Record<string, ApiMethod>

/** Refuses with `missing_scope`, naming what is needed and what the token has. */
export function requireScope(app: App, ...scopes: string[]): void {
  if (scopes.length === 0 || scopes.some((scope) => app.scopes.has(scope))) return
  throw new SlackError('missing_scope', { needed: scopes.join(','), provided: [...app.scopes].join(',') })
}

const PREFIX = { public: 'channels', private: 'groups', im: 'im', mpim: 'mpim' } as const

/** `channels:history`, `groups:read`, … as the kind of conversation asks for. */
export const scopeForKind = (kind: ChannelKind, what: string): string => `${PREFIX[kind]}:${what}`

/** All four scopes of a family, for methods whose need depends on the conversation. */
export const scopeFamily = (what: string): string[] => Object.values(PREFIX).map((prefix) => `${prefix}:${what}`)

/** The conversation of an argument. A private one is unknown to an app that is not in it. */
export function visibleChannel({ workspace, app, args }: MethodCall, name = 'channel'): Channel {
  const channel = workspace.channels.get(args.required(name))
  if (!channel || (channel.kind !== 'public' && !channel.members.has(app.botUser)))
    throw new SlackError('channel_not_found')
  return channel
}
