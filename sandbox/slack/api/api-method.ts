import type { Args } from './call-arguments.ts'
import { SlackError } from './slack-errors.ts'
import type { App, Channel, ChannelKind, Fields, World } from '../workspace/workspace-types.ts'
import type { Rate, Rates } from './rate-limits.ts'

export interface Asked {
  world: World
  app: App
  args: Args
  rates: Rates
  warn: (warning: string) => void
}

/** One Web API method. */
export interface Method {
  rate: Rate
  /** Any one of these lets the call through; none: no scope is needed. */
  scopes?: string[]
  /** Which token it takes: a bot's unless said otherwise; `none` needs none at all. */
  token?: 'app' | 'none'
  run(asked: Asked): Fields | Promise<Fields>
}

export type Methods = Record<string, Method>

/** Refuses with `missing_scope`, naming what is needed and what the token has. */
export function requireScope(app: App, ...scopes: string[]): void {
  if (scopes.length === 0 || scopes.some((scope) => app.scopes.has(scope))) return
  throw new SlackError('missing_scope', { needed: scopes.join(','), provided: [...app.scopes].join(',') })
}

const PREFIX = { public: 'channels', private: 'groups', im: 'im', mpim: 'mpim' } as const

/** `channels:history`, `groups:read`, … as the kind of conversation asks for. */
export const scopeFor = (kind: ChannelKind, what: string): string => `${PREFIX[kind]}:${what}`

/** All four scopes of a family, for methods whose need depends on the conversation. */
export const family = (what: string): string[] => Object.values(PREFIX).map((prefix) => `${prefix}:${what}`)

/** The conversation of an argument, if this app may see it; a private one without it does not exist for it. */
export function visible({ world, app, args }: Asked, name = 'channel'): Channel {
  const channel = world.channels.get(args.need(name))
  if (!channel || (channel.kind !== 'public' && !channel.members.has(app.botUser)))
    throw new SlackError('channel_not_found')
  return channel
}
