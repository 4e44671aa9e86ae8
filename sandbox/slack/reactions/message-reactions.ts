import { publishEvent } from '../apps/publish-event.ts'
import { nextTimestamp } from '../workspace/slack-ids.ts'
import { emitMessageChange } from '../messages/channel-messages.ts'
import type { Channel, Message, Workspace } from '../workspace/workspace-types.ts'

/** Adds or removes a reaction. Resolves to the answer of the app under test to the event; false if there was nothing to do. */
export function changeReaction(
  workspace: Workspace,
  channel: Channel,
  message: Message,
  user: string,
  name: string,
  add: boolean,
): false | ReturnType<typeof publishEvent> {
  const reactions = message.reactions ?? []
  const entry = reactions.find((one) => one.name === name)
  if (add === (entry?.users.includes(user) ?? false)) return false
  if (add) {
    if (entry) entry.users.push(user)
    else reactions.push({ name, users: [user], count: 1 })
  } else entry?.users.splice(entry.users.indexOf(user), 1)
  for (const one of reactions) one.count = one.users.length
  const left = reactions.filter(({ count }) => count > 0)
  if (left.length > 0) message.reactions = left
  else delete message.reactions
  emitMessageChange(workspace, channel, message, 'reacted')
  const type = add ? 'reaction_added' : 'reaction_removed'
  return publishEvent(workspace, {
    key: type,
    channel,
    event: {
      type,
      user,
      reaction: name,
      item_user: message.user,
      item: { type: 'message', channel: channel.id, ts: message.ts },
      event_ts: nextTimestamp(),
    },
  })
}
