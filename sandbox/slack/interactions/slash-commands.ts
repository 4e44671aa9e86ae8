import { reachable, sendInTime } from '../events/app-delivery.ts'
import { ControlError } from '../../server/control-routes.ts'
import { SlackError } from '../api/slack-errors.ts'
import { actor, channelName, outcome, succeeded, type Outcome } from './interaction-payload.ts'
import { post } from '../messages/channel-messages.ts'
import { trigger } from '../views/view-stack.ts'
import type { App, Channel, Command, World } from '../workspace/workspace-types.ts'
import { answerFields, respond, responseUrl } from './response-url.ts'
import { mentioned, normal, typed } from '../messages/message-text.ts'

/** The app that has a command, and the command as its manifest declares it. */
function declared(world: World, name: string): { app: App; command: Command } {
  for (const app of world.apps) {
    const command = app.manifest.commands.find((one) => one.command === name)
    if (command && app.installed) return { app, command }
  }
  const known = world.apps.flatMap((app) => app.manifest.commands.map(({ command }) => command))
  throw new ControlError(`no app has the command ${name}; there are: ${known.join(', ') || 'none'}`, 404)
}

/** What the app gets of the words after the command: with `should_escape` mentions as ids, links and entities as in messages. */
const words = (world: World, text: string, escape: boolean): string =>
  escape ? normal(mentioned(world, text, true)) : typed(world, text)

function failed(world: World, channel: Channel, user: string, name: string, error: string): void {
  post(world, { channel, user: 'USLACKBOT', text: `${name} failed with the error "${error}"`, ephemeral_for: user })
}

/** A person runs a slash command; the app's answer becomes a message for them alone, or for all if it says so. */
export async function runCommand(
  world: World,
  { channel, user, name, text }: { channel: Channel; user: string; name: string; text: string },
): Promise<Outcome> {
  const person = actor(world, user)
  const { app, command } = declared(world, name)
  if (person.is_stranger)
    throw new ControlError(`${person.name} is of another organization: commands are not for them`, 403)
  if (channel.is_archived) throw new ControlError(`#${channel.name} is archived`, 409)
  if (!reachable(world, app)) throw new ControlError(`${app.name} has no open socket`, 409)
  const hook = { app, user, channel }
  const result = await sendInTime(
    world,
    app,
    {
      kind: 'slash_commands',
      url: command.url,
      payload: {
        token: app.verificationToken,
        team_id: world.team.id,
        team_domain: world.team.domain,
        channel_id: channel.id,
        channel_name: channelName(channel),
        user_id: user,
        user_name: person.name,
        command: name,
        text: words(world, text.trim(), command.should_escape),
        api_app_id: app.id,
        is_enterprise_install: false,
        response_url: responseUrl(world, 'commands', hook),
        trigger_id: trigger(world, { app, user, channel: channel.id }),
      },
    },
    name,
  )
  const told = outcome(result)
  if (told.error) failed(world, channel, user, name, told.error)
  if (!succeeded(result)) return told
  const given = answerFields(result.body, String(result.headers['content-type'] ?? ''))
  if (!given) return told
  try {
    respond(world, hook, given)
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    if (error.code === 'no_text') return told
    failed(world, channel, user, name, error.code)
    return { ...told, error: error.code }
  }
  return told
}
