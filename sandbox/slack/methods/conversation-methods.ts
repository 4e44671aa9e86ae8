import { channelObject } from '../workspace/channel-object.ts'
import { RateLimitError, SlackError } from '../api/slack-errors.ts'
import { findRange } from '../messages/history-range.ts'
import { messageObject } from '../messages/message-object.ts'
import {
  scopeFamily,
  requireScope,
  scopeForKind,
  visibleChannel,
  type MethodCall,
  type ApiMethods,
} from '../api/api-method.ts'
import type { Channel, ChannelKind, JsonObject, Message, Workspace } from '../workspace/workspace-types.ts'
import { readCursor, readLimit, nextCursor, listPage, LIST_MOST } from '../api/cursor-pages.ts'
import { openDirectMessages, openGroupMessages } from '../workspace/workspace-state.ts'

const KIND: Record<string, ChannelKind> = {
  public_channel: 'public',
  private_channel: 'private',
  im: 'im',
  mpim: 'mpim',
}
const HISTORY_MOST = 999
/** Apps distributed outside the Marketplace get fifteen messages once a minute. */
const DISTRIBUTED_MOST = 15

/** The conversations of the requested types that this app may see. */
export function listConversations(call: MethodCall, all: Iterable<Channel>): Channel[] {
  const types = call.args.words('types')
  const kinds = (types.length > 0 ? types : ['public_channel']).map((type) => {
    const kind = KIND[type]
    if (!kind) throw new SlackError('invalid_types')
    requireScope(call.app, scopeForKind(kind, 'read'))
    return kind
  })
  const hidden = call.args.flag('exclude_archived')
  return [...all].filter(
    (one) =>
      kinds.includes(one.kind) &&
      !(hidden && one.is_archived) &&
      (one.kind === 'public' || one.members.has(call.app.botUser)),
  )
}

function readable(call: MethodCall, what: 'read' | 'history'): Channel {
  const channel = visibleChannel(call)
  requireScope(call.app, scopeForKind(channel.kind, what))
  if (what === 'history' && !channel.members.has(call.app.botUser)) throw new SlackError('not_in_channel')
  return channel
}

/** The page size of history and replies, with the stricter limits for distributed apps. */
function pageSize(call: MethodCall, method: string, fallback: number): number {
  const { app, args } = call
  if (!app.distributed) return readLimit(args, fallback, HISTORY_MOST + 1)
  const waitMs = call.rates.take(app, `${method} distributed`, 1)
  if (waitMs > 0) throw new RateLimitError(waitMs)
  return Math.min(args.number('limit', DISTRIBUTED_MOST), DISTRIBUTED_MOST)
}

const seen = (workspace: Workspace, call: MethodCall, channel: Channel, messages: Message[]): JsonObject[] =>
  messages.map((one) => messageObject(workspace, one, channel, { metadata: call.args.flag('include_all_metadata') }))

/** The range of `oldest` and `latest`: seconds with up to six decimals. */
function span({ args }: MethodCall): [oldest: string, latest: string | undefined] {
  const [oldest, latest] = ['oldest', 'latest'].map((name) => {
    const ts = args.text(name) || undefined
    if (ts === undefined) return undefined
    const [, seconds, part = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(ts) ?? []
    if (seconds === undefined) throw new SlackError(`invalid_ts_${name}`)
    return `${seconds}.${part.slice(0, 6).padEnd(6, '0')}`
  })
  return [oldest ?? '0', latest]
}

function history(call: MethodCall): JsonObject {
  const { workspace, args } = call
  const channel = readable(call, 'history')
  const size = pageSize(call, 'conversations.history', 100)
  const after = readCursor(args, 'next_ts')
  const [from, to] = findRange(channel.timeline, ...span(call), args.flag('inclusive'))
  const end = after === undefined ? to : Math.min(to, findRange(channel.timeline, '0', after, false)[1])
  const start = Math.max(from, end - size)
  const some = channel.timeline.slice(start, end).toReversed()
  const more = start > from
  return {
    messages: seen(workspace, call, channel, some),
    has_more: more,
    pin_count: 0,
    channel_actions_ts: null,
    channel_actions_count: 0,
    ...(more && nextCursor('next_ts', some.at(-1)?.ts)),
  }
}

function replies(call: MethodCall): JsonObject {
  const { workspace, args } = call
  const channel = readable(call, 'history')
  const size = pageSize(call, 'conversations.replies', HISTORY_MOST + 1)
  const asking = channel.byTs.get(args.required('ts'))
  const parent = asking?.thread_ts === undefined ? asking : channel.byTs.get(asking.thread_ts)
  if (!parent) throw new SlackError('thread_not_found')
  const thread = channel.threads.get(parent.ts) ?? []
  const after = readCursor(args, 'next_ts')
  const [from, to] = findRange(thread, ...span(call), args.flag('inclusive'))
  const start = after === undefined ? from : Math.max(from, findRange(thread, after, undefined, false)[0])
  const room = after === undefined ? Math.max(1, size - 1) : size
  const some = thread.slice(start, Math.min(to, start + room))
  const more = start + room < to
  return {
    messages: seen(workspace, call, channel, after === undefined ? [parent, ...some] : some),
    has_more: more,
    ...(more && nextCursor('next_ts', some.at(-1)?.ts)),
  }
}

function info(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const channel = readable(call, 'read')
  return {
    channel: {
      ...channelObject(workspace, app, channel),
      ...(args.flag('include_num_members') && { num_members: channel.members.size }),
      ...(args.flag('include_locale') && { locale: 'en-US' }),
    },
  }
}

function open(call: MethodCall): JsonObject {
  const { workspace, app, args } = call
  const given = args.text('channel')
  const full = args.flag('return_im')
  const answer = (channel: Channel, more: JsonObject): JsonObject => ({
    ...more,
    channel: full ? channelObject(workspace, app, channel) : { id: channel.id },
  })
  if (given) return answer(visibleChannel(call), { no_op: true, already_open: true })
  const users = [...new Set(args.words('users'))]
  if (users.length === 0) throw new SlackError('users_list_not_supplied')
  if (users.length > 8) throw new SlackError('too_many_users')
  requireScope(app, users.length === 1 ? 'im:write' : 'mpim:write')
  for (const user of users) if (!workspace.people.has(user)) throw new SlackError('user_not_found')
  if (users.some((user) => workspace.people.get(user)?.deleted)) throw new SlackError('user_disabled')
  if (users.includes(app.botUser) || users.some((user) => workspace.people.get(user)?.is_bot))
    throw new SlackError('cannot_dm_bot')
  const before = workspace.channels.size
  const [first = '', ...more] = users
  const channel =
    more.length === 0
      ? openDirectMessages(workspace, first, app.botUser)
      : openGroupMessages(workspace, [...users, app.botUser])
  return answer(channel, before === workspace.channels.size ? { no_op: true, already_open: true } : {})
}

/** Reading and opening conversations. */
export const conversationMethods: ApiMethods = {
  'conversations.info': { rate: 3, scopes: scopeFamily('read'), run: info },
  'conversations.list': {
    rate: 2,
    scopes: scopeFamily('read'),
    run(call) {
      const all = listConversations(call, call.workspace.channels.values())
      const { some, next } = listPage(call.args, 'team', all, readLimit(call.args, 100, LIST_MOST))
      const channels = some.map((one) => ({
        ...channelObject(call.workspace, call.app, one),
        ...(one.kind !== 'im' && { num_members: one.members.size }),
      }))
      return { channels, ...next }
    },
  },
  'conversations.history': { rate: 3, scopes: scopeFamily('history'), run: history },
  'conversations.replies': { rate: 3, scopes: scopeFamily('history'), run: replies },
  'conversations.members': {
    rate: 4,
    scopes: scopeFamily('read'),
    run(call) {
      const channel = readable(call, 'read')
      const { some, next } = listPage(call.args, 'user', [...channel.members], readLimit(call.args, 100, 1000))
      return { members: some, ...next }
    },
  },
  'conversations.open': { rate: 3, scopes: ['im:write', 'mpim:write'], run: open },
}
