import { isReachable, sendInteraction } from '../apps/app-delivery.ts'
import { ControlError } from '../../server/control-routes.ts'
import { SlackError } from '../api/slack-errors.ts'
import {
  requirePerson,
  channelName,
  describeOutcome,
  isSuccess,
  type InteractionOutcome,
} from './interaction-payload.ts'
import { addMessage } from '../messages/channel-messages.ts'
import { createTrigger } from './view-stack.ts'
import type { App, Command } from '../workspace/app-types.ts'
import type { Channel, Workspace } from '../workspace/workspace-types.ts'
import { parseResponse, applyResponse, createResponseUrl } from './response-url.ts'
import { resolveMentions, normalizeText, flattenMentions } from '../messages/message-text.ts'

/** The app that has a command, and the command as its manifest declares it. */
function findCommand(workspace: Workspace, name: string): { app: App; command: Command } {
  for (const app of workspace.apps) {
    const command = app.manifest.commands.find((one) => one.command === name)
    if (command && app.installed) return { app, command }
  }
  const known = workspace.apps.flatMap((app) => app.manifest.commands.map(({ command }) => command))
  throw new ControlError(`no app has the command ${name}; there are: ${known.join(', ') || 'none'}`, 404)
}

/** The text after the command as the app gets it; with `should_escape`, mentions carry ids, and links and entities are as in messages. */
const commandText = (workspace: Workspace, text: string, escape: boolean): string =>
  escape ? normalizeText(resolveMentions(workspace, text, true)) : flattenMentions(workspace, text)

function showFailure(workspace: Workspace, channel: Channel, user: string, name: string, error: string): void {
  addMessage(workspace, {
    channel,
    user: 'USLACKBOT',
    text: `${name} failed with the error "${error}"`,
    ephemeral_for: user,
  })
}

/** Runs a slash command. The app's answer becomes an ephemeral message, or one for everybody if it asks for that. */
export async function runCommand(
  workspace: Workspace,
  { channel, user, name, text }: { channel: Channel; user: string; name: string; text: string },
): Promise<InteractionOutcome> {
  const person = requirePerson(workspace, user)
  const { app, command } = findCommand(workspace, name)
  if (person.is_stranger)
    throw new ControlError(`${person.name} is from another organization and cannot use commands`, 403)
  if (channel.is_archived) throw new ControlError(`#${channel.name} is archived`, 409)
  if (!isReachable(workspace, app)) throw new ControlError(`${app.name} has no open socket`, 409)
  const hook = { app, user, channel }
  const result = await sendInteraction(
    workspace,
    app,
    {
      kind: 'slash_commands',
      url: command.url,
      payload: {
        token: app.verificationToken,
        team_id: workspace.team.id,
        team_domain: workspace.team.domain,
        channel_id: channel.id,
        channel_name: channelName(channel),
        user_id: user,
        user_name: person.name,
        command: name,
        text: commandText(workspace, text.trim(), command.should_escape),
        api_app_id: app.id,
        is_enterprise_install: false,
        response_url: createResponseUrl(workspace, 'commands', hook),
        trigger_id: createTrigger(workspace, { app, user, channel: channel.id }),
      },
    },
    name,
  )
  const told = describeOutcome(result)
  if (told.error) showFailure(workspace, channel, user, name, told.error)
  if (!isSuccess(result)) return told
  const given = parseResponse(result.body, String(result.headers['content-type'] ?? ''))
  if (!given) return told
  try {
    applyResponse(workspace, hook, given)
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    if (error.code === 'no_text') return told
    showFailure(workspace, channel, user, name, error.code)
    return { ...told, error: error.code }
  }
  return told
}
