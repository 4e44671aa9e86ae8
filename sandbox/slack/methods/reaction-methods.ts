import { SlackError } from '../api/slack-errors.ts'
import { shown } from '../messages/channel-messages.ts'
import { visible, type Asked, type Methods } from '../api/api-method.ts'
import type { Channel, Fields, Message } from '../workspace/workspace-types.ts'
import { page } from '../api/cursor-pages.ts'
import { react } from '../messages/message-reactions.ts'

function item(asked: Asked): { channel: Channel; message: Message } {
  if (!asked.args.text('channel') && !asked.args.text('timestamp')) throw new SlackError('no_item_specified')
  const channel = visible(asked)
  const message = channel.byTs.get(asked.args.need('timestamp'))
  if (!message || message.subtype === 'tombstone') throw new SlackError('message_not_found')
  return { channel, message }
}

function set(asked: Asked, add: boolean): Fields {
  const { channel, message } = item(asked)
  const name = asked.args.need('name').replace(/^:|:$/g, '')
  if (!/^[a-z0-9_+'-]+(?:::skin-tone-[2-6])?$/.test(name)) throw new SlackError('invalid_name')
  if (!channel.members.has(asked.app.botUser)) throw new SlackError('not_in_channel')
  if (channel.is_archived) throw new SlackError('is_archived')
  const done = react(asked.world, channel, message, asked.app.botUser, name, add)
  if (done === false) throw new SlackError(add ? 'already_reacted' : 'no_reaction')
  void done
  return {}
}

/** The `reactions.*` family. */
export const reactions: Methods = {
  'reactions.add': { rate: 3, scopes: ['reactions:write'], run: (asked) => set(asked, true) },
  'reactions.remove': { rate: 2, scopes: ['reactions:write'], run: (asked) => set(asked, false) },
  'reactions.get': {
    rate: 3,
    scopes: ['reactions:read'],
    run(asked) {
      const { channel, message } = item(asked)
      return { type: 'message', channel: channel.id, message: shown(asked.world, message, channel) }
    },
  },
  'reactions.list': {
    rate: 2,
    scopes: ['reactions:read'],
    run({ world, app, args }) {
      const user = args.text('user') ?? app.botUser
      if (!world.people.has(user)) throw new SlackError('user_not_found')
      const items = [...world.channels.values()]
        .filter((channel) => channel.members.has(app.botUser))
        .flatMap((channel) =>
          [...channel.byTs.values()]
            .filter(({ reactions }) => reactions?.some(({ users }) => users.includes(user)))
            .map((message) => ({ type: 'message', channel: channel.id, message: shown(world, message, channel) })),
        )
      const { some, next } = page(args, 'reaction', items, 100, 1000)
      return { items: some, ...next }
    },
  },
}
