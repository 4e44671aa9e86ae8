import { SlackError } from '../api/slack-errors.ts'
import { messageObject } from '../messages/message-object.ts'
import { visibleChannel, type MethodCall, type ApiMethods } from '../api/api-method.ts'
import type { Channel, JsonObject, Message } from '../workspace/workspace-types.ts'
import { listPage, numberedPage, readLimit } from '../api/cursor-pages.ts'
import { isEmojiName } from './emoji-names.ts'
import { changeReaction } from './message-reactions.ts'

function item(call: MethodCall): { channel: Channel; message: Message } {
  if (!call.args.text('channel') && !call.args.text('timestamp')) throw new SlackError('no_item_specified')
  const channel = visibleChannel(call)
  const message = channel.byTs.get(call.args.required('timestamp'))
  if (!message || message.subtype === 'tombstone') throw new SlackError('message_not_found')
  return { channel, message }
}

function set(call: MethodCall, add: boolean): JsonObject {
  const { channel, message } = item(call)
  const name = call.args.required('name').replace(/^:|:$/g, '')
  if (!isEmojiName(name)) throw new SlackError('invalid_name')
  if (!channel.members.has(call.app.botUser)) throw new SlackError('not_in_channel')
  if (channel.is_archived) throw new SlackError('is_archived')
  const done = changeReaction(call.workspace, channel, message, call.app.botUser, name, add)
  if (done === false) throw new SlackError(add ? 'already_reacted' : 'no_reaction')
  void done
  return {}
}

/** The `reactions.*` family. */
export const reactionMethods: ApiMethods = {
  'reactions.add': { rate: 3, scopes: ['reactions:write'], run: (call) => set(call, true) },
  'reactions.remove': { rate: 2, scopes: ['reactions:write'], run: (call) => set(call, false) },
  'reactions.get': {
    rate: 3,
    scopes: ['reactions:read'],
    run(call) {
      const { channel, message } = item(call)
      return { type: 'message', channel: channel.id, message: messageObject(call.workspace, message, channel) }
    },
  },
  'reactions.list': {
    rate: 2,
    scopes: ['reactions:read'],
    run({ workspace, app, args }) {
      const user = args.text('user') ?? app.botUser
      if (!workspace.people.has(user)) throw new SlackError('user_not_found')
      const items = [...workspace.channels.values()]
        .filter((channel) => channel.members.has(app.botUser))
        .flatMap((channel) =>
          [...channel.byTs.values()]
            .filter(({ reactions }) => reactions?.some(({ users }) => users.includes(user)))
            .map((message) => ({
              type: 'message',
              channel: channel.id,
              message: messageObject(workspace, message, channel),
            })),
        )
      const { some, next } = listPage(args, 'reaction', items, readLimit(args, 100, 1000))
      const numbered = numberedPage(args, items)
      const isNumbered = args.text('count') !== undefined || args.text('page') !== undefined
      return { items: isNumbered ? numbered.some : some, paging: numbered.paging, ...next }
    },
  },
}
