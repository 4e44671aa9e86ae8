import { controlRoute as answered, ControlError } from '../../server/control-routes.ts'
import type { Route } from '../../server/http-types.ts'
import { InvalidEntry } from '../blocks/element-values.ts'
import { SlackError } from '../api/slack-errors.ts'
import { requirePerson } from '../interactions/interaction-payload.ts'
import {
  stringField,
  type Channel,
  type JsonObject,
  type Message,
  type Person,
  type Workspace,
} from '../workspace/workspace-types.ts'
import { openGroupMessages, findChannel, openDirectMessages, findMessage } from '../workspace/workspace-state.ts'

/** The arguments of a control call, from its body or its query. */
export interface ControlRequest {
  body: JsonObject
  query: URLSearchParams
  required(name: string): string
  optional(name: string): string | undefined
}

function request(body: JsonObject, query: URLSearchParams): ControlRequest {
  const maybe = (name: string): string | undefined => stringField(body, name) ?? query.get(name) ?? undefined
  return {
    body,
    query,
    optional: maybe,
    required(name) {
      const value = maybe(name)
      if (!value) throw new ControlError(`${name} is missing`)
      return value
    },
  }
}

/** A control route that answers refusals, including Slack's errors, as a 4xx with a reason. */
export function slackControlRoute(
  method: 'GET' | 'POST',
  pattern: string,
  run: (request: ControlRequest, params: Record<string, string>) => unknown,
): Route {
  return answered(method, pattern, async (fields, params, call) => {
    try {
      return await run(request(fields, call.query), params)
    } catch (error) {
      if (error instanceof SlackError) throw new ControlError(error.code)
      if (error instanceof InvalidEntry) throw new ControlError(error.message)
      throw error
    }
  })
}

/** A channel by id or name, a person's direct messages with the app under test, or those of several people among themselves (`U1,U2`). */
export function requireChannel(workspace: Workspace, name: string): Channel {
  if (workspace.people.has(name)) return openDirectMessages(workspace, name, workspace.primary.botUser)
  const together = name.split(',')
  if (together.length > 1 && together.every((one) => workspace.people.has(one)))
    return openGroupMessages(workspace, together)
  const channel = findChannel(workspace, name)
  if (!channel) throw new ControlError(`no channel ${name}; see /control/slack/channels`, 404)
  return channel
}

export function requireMessage(channel: Channel, ts: string): Message {
  const message = findMessage(channel, ts)
  if (!message || message.subtype === 'tombstone')
    throw new ControlError(`no message ${ts} in ${channel.name || channel.id}`, 404)
  return message
}

/** The person who acts. A deactivated person cannot, except by a request that was already on its way (`late`). */
export function requireActor(workspace: Workspace, request: ControlRequest): Person {
  const person = requirePerson(workspace, request.required('user'))
  if (person.deleted && request.body['late'] !== true)
    throw new ControlError(
      `${person.name} is deactivated; \`late: true\` sends a request that was already on its way`,
      403,
    )
  return person
}

/** Refuses a person who is not in the channel. */
export function requireMembership(channel: Channel, person: { id: string; name: string }): void {
  if (!channel.members.has(person.id))
    throw new ControlError(`${person.name} is not in ${channel.name ? `#${channel.name}` : channel.id}`, 403)
}
