import { control as answered, ControlError } from '../../server/control-routes.ts'
import type { Route } from '../../server/http-types.ts'
import { Unfit } from '../blocks/element-values.ts'
import { SlackError } from '../api/slack-errors.ts'
import { textField, type Channel, type Fields, type Message, type World } from '../workspace/workspace-types.ts'
import { groupMessages, channelNamed, directMessages, messageAt } from '../workspace/workspace-state.ts'

/** What one call of the control surface says, in its body or its query. */
export interface Wish {
  body: Fields
  query: URLSearchParams
  text(name: string): string
  maybe(name: string): string | undefined
}

function wish(body: Fields, query: URLSearchParams): Wish {
  const maybe = (name: string): string | undefined => textField(body, name) ?? query.get(name) ?? undefined
  return {
    body,
    query,
    maybe,
    text(name) {
      const value = maybe(name)
      if (!value) throw new ControlError(`${name} is missing`)
      return value
    },
  }
}

/** A control route whose refusals, Slack's own included, are 4xx with words. */
export function control(
  method: 'GET' | 'POST',
  pattern: string,
  run: (wish: Wish, params: Record<string, string>) => unknown,
): Route {
  return answered(method, pattern, async (fields, params, call) => {
    try {
      return await run(wish(fields, call.query), params)
    } catch (error) {
      if (error instanceof SlackError) throw new ControlError(error.code)
      if (error instanceof Unfit) throw new ControlError(error.message)
      throw error
    }
  })
}

/** A channel by id or name, a person's direct messages with the app under test, or those of several people among themselves (`U1,U2`). */
export function channelOf(world: World, name: string): Channel {
  if (world.people.has(name)) return directMessages(world, name, world.primary.botUser)
  const together = name.split(',')
  if (together.length > 1 && together.every((one) => world.people.has(one))) return groupMessages(world, together)
  const channel = channelNamed(world, name)
  if (!channel) throw new ControlError(`no channel ${name}; see /control/slack/channels`, 404)
  return channel
}

export function messageOf(channel: Channel, ts: string): Message {
  const message = messageAt(channel, ts)
  if (!message || message.subtype === 'tombstone')
    throw new ControlError(`no message ${ts} in ${channel.name || channel.id}`, 404)
  return message
}

/** A person can do nothing in a channel that they are not in. */
export function inside(channel: Channel, person: { id: string; name: string }): void {
  if (!channel.members.has(person.id))
    throw new ControlError(`${person.name} is not in ${channel.name ? `#${channel.name}` : channel.id}`, 403)
}
