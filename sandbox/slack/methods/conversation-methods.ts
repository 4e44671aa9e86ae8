import { channelObject } from '../workspace/channel-object.ts'
import { RateLimited, SlackError } from '../api/slack-errors.ts'
import { between } from '../messages/history-range.ts'
import { shown } from '../messages/channel-messages.ts'
import { family, requireScope, scopeFor, visible, type Asked, type Methods } from '../api/api-method.ts'
import type { Channel, ChannelKind, Fields, Message, World } from '../workspace/workspace-types.ts'
import { cursor, limit, nextCursor, page } from '../api/cursor-pages.ts'
import { directMessages, groupMessages } from '../workspace/workspace-state.ts'

const KIND: Record<string, ChannelKind> = {
  public_channel: 'public',
  private_channel: 'private',
  im: 'im',
  mpim: 'mpim',
}
const HISTORY_MOST = 999
/** Apps sold outside the Marketplace: once a minute, fifteen messages. */
const DISTRIBUTED_MOST = 15

/** The conversations of the asked kinds that this app may know of. */
export function listed(asked: Asked, all: Iterable<Channel>): Channel[] {
  const types = asked.args.words('types')
  const kinds = (types.length > 0 ? types : ['public_channel']).map((type) => {
    const kind = KIND[type]
    if (!kind) throw new SlackError('invalid_types')
    requireScope(asked.app, scopeFor(kind, 'read'))
    return kind
  })
  const hidden = asked.args.flag('exclude_archived')
  return [...all].filter(
    (one) =>
      kinds.includes(one.kind) &&
      !(hidden && one.is_archived) &&
      (one.kind === 'public' || one.members.has(asked.app.botUser)),
  )
}

function readable(asked: Asked, what: 'read' | 'history'): Channel {
  const channel = visible(asked)
  requireScope(asked.app, scopeFor(channel.kind, what))
  if (what === 'history' && !channel.members.has(asked.app.botUser)) throw new SlackError('not_in_channel')
  return channel
}

/** The page size of history and replies, with the stricter limits for distributed apps. */
function pageSize(asked: Asked, method: string, fallback: number): number {
  const { app, args } = asked
  if (!app.distributed) return limit(args, fallback, HISTORY_MOST + 1)
  const waitMs = asked.rates.take(app, `${method} distributed`, 1)
  if (waitMs > 0) throw new RateLimited(waitMs)
  return Math.min(args.number('limit', DISTRIBUTED_MOST), DISTRIBUTED_MOST)
}

const seen = (world: World, asked: Asked, channel: Channel, messages: Message[]): Fields[] =>
  messages.map((one) => shown(world, one, channel, { metadata: asked.args.flag('include_all_metadata') }))

/** The time that a call asks about: seconds, with as many digits behind the point as the caller's clock has. */
function span({ args }: Asked): [oldest: string, latest: string | undefined] {
  const [oldest, latest] = ['oldest', 'latest'].map((name) => {
    const ts = args.text(name) || undefined
    if (ts === undefined) return undefined
    const [, seconds, part = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(ts) ?? []
    if (seconds === undefined) throw new SlackError(`invalid_ts_${name}`)
    return `${seconds}.${part.slice(0, 6).padEnd(6, '0')}`
  })
  return [oldest ?? '0', latest]
}

function history(asked: Asked): Fields {
  const { world, args } = asked
  const channel = readable(asked, 'history')
  const size = pageSize(asked, 'conversations.history', 100)
  const after = cursor(args, 'next_ts')
  const [from, to] = between(channel.timeline, ...span(asked), args.flag('inclusive'))
  const end = after === undefined ? to : Math.min(to, between(channel.timeline, '0', after, false)[1])
  const start = Math.max(from, end - size)
  const some = channel.timeline.slice(start, end).toReversed()
  const more = start > from
  return {
    messages: seen(world, asked, channel, some),
    has_more: more,
    pin_count: 0,
    channel_actions_ts: null,
    channel_actions_count: 0,
    ...(more && nextCursor('next_ts', some.at(-1)?.ts)),
  }
}

function replies(asked: Asked): Fields {
  const { world, args } = asked
  const channel = readable(asked, 'history')
  const size = pageSize(asked, 'conversations.replies', HISTORY_MOST + 1)
  const asking = channel.byTs.get(args.need('ts'))
  const parent = asking?.thread_ts === undefined ? asking : channel.byTs.get(asking.thread_ts)
  if (!parent) throw new SlackError('thread_not_found')
  const thread = channel.threads.get(parent.ts) ?? []
  const after = cursor(args, 'next_ts')
  const [from, to] = between(thread, ...span(asked), args.flag('inclusive'))
  const start = after === undefined ? from : Math.max(from, between(thread, after, undefined, false)[0])
  const room = after === undefined ? Math.max(1, size - 1) : size
  const some = thread.slice(start, Math.min(to, start + room))
  const more = start + room < to
  return {
    messages: seen(world, asked, channel, after === undefined ? [parent, ...some] : some),
    has_more: more,
    ...(more && nextCursor('next_ts', some.at(-1)?.ts)),
  }
}

function info(asked: Asked): Fields {
  const { world, app, args } = asked
  const channel = readable(asked, 'read')
  return {
    channel: {
      ...channelObject(world, app, channel),
      ...(args.flag('include_num_members') && { num_members: channel.members.size }),
      ...(args.flag('include_locale') && { locale: 'en-US' }),
    },
  }
}

function open(asked: Asked): Fields {
  const { world, app, args } = asked
  const given = args.text('channel')
  const full = args.flag('return_im')
  const answer = (channel: Channel, more: Fields): Fields => ({
    ...more,
    channel: full ? channelObject(world, app, channel) : { id: channel.id },
  })
  if (given) return answer(visible(asked), { no_op: true, already_open: true })
  const users = [...new Set(args.words('users'))]
  if (users.length === 0) throw new SlackError('users_list_not_supplied')
  if (users.length > 8) throw new SlackError('too_many_users')
  requireScope(app, users.length === 1 ? 'im:write' : 'mpim:write')
  for (const user of users) if (!world.people.has(user)) throw new SlackError('user_not_found')
  if (users.includes(app.botUser) || users.some((user) => world.people.get(user)?.is_bot))
    throw new SlackError('cannot_dm_bot')
  const before = world.channels.size
  const [first = '', ...more] = users
  const channel =
    more.length === 0 ? directMessages(world, first, app.botUser) : groupMessages(world, [...users, app.botUser])
  return answer(channel, before === world.channels.size ? { no_op: true, already_open: true } : {})
}

/** Reading and opening conversations. */
export const conversations: Methods = {
  'conversations.info': { rate: 3, scopes: family('read'), run: info },
  'conversations.list': {
    rate: 2,
    scopes: family('read'),
    run(asked) {
      const all = listed(asked, asked.world.channels.values())
      const { some, next } = page(asked.args, 'team', all, 100, 1000)
      const channels = some.map((one) => ({
        ...channelObject(asked.world, asked.app, one),
        ...(one.kind !== 'im' && { num_members: one.members.size }),
      }))
      return { channels, ...next }
    },
  },
  'conversations.history': { rate: 3, scopes: family('history'), run: history },
  'conversations.replies': { rate: 3, scopes: family('history'), run: replies },
  'conversations.members': {
    rate: 4,
    scopes: family('read'),
    run(asked) {
      const channel = readable(asked, 'read')
      const { some, next } = page(asked.args, 'user', [...channel.members], 100, 1000)
      return { members: some, ...next }
    },
  },
  'conversations.open': { rate: 3, scopes: ['im:write', 'mpim:write'], run: open },
}
