import type { ActionAnswer } from '../../control-types.ts'
import { ControlError } from '../../server/control-routes.ts'
import type { AppResponse } from '../../server/app-requests.ts'
import type { FormClient } from '../blocks/element-values.ts'
import { InvalidEntry } from '../blocks/element-values.ts'
import { isReachable, sendInteraction } from '../apps/app-delivery.ts'
import { contentOf } from '../files/file-content.ts'
import { fileObject, storeFile, contentTypeOf } from '../files/file-objects.ts'
import { type App } from '../workspace/app-types.ts'
import {
  isJsonObject,
  stringField,
  type Channel,
  type JsonObject,
  type Person,
  type Workspace,
} from '../workspace/workspace-types.ts'

/** The app's answer with its body as it came. */
export interface InteractionOutcome extends ActionAnswer {
  body: string
}

export const isSuccess = ({ status }: { status: number }): boolean => status >= 200 && status < 300

export function describeOutcome({ status, ms, body, reason }: AppResponse): InteractionOutcome {
  const failed = reason === 'http_timeout' ? 'operation_timeout' : isSuccess({ status }) ? undefined : 'dispatch_failed'
  return { status, ms: Math.round(ms), body, ...(failed && { error: failed }) }
}

/** The acting person. Bots and unknown ids are refused. */
export function requirePerson(workspace: Workspace, user: unknown): Person {
  const person = typeof user === 'string' ? workspace.people.get(user) : undefined
  if (!person || person.is_bot) throw new ControlError(`no person ${String(user)}; see /control/slack/users`, 404)
  return person
}

/** The common fields of interactive payloads. */
export const payloadHead = (workspace: Workspace, app: App, person: Person): JsonObject => ({
  user: { id: person.id, username: person.name, name: person.name, team_id: person.team_id },
  api_app_id: app.id,
  token: app.verificationToken,
  team: { id: workspace.team.id, domain: workspace.team.domain },
  enterprise: null,
  is_enterprise_install: false,
})

const NAMES = { public: undefined, private: 'privategroup', im: 'directmessage', mpim: 'mpdm' } as const
export const channelName = (channel: Channel): string => NAMES[channel.kind] ?? channel.name

/** Sends an interactive payload and waits for the answer, within the three seconds. */
export async function sendInteractive(
  workspace: Workspace,
  app: App,
  payload: JsonObject,
  options = false,
): Promise<AppResponse> {
  if (!app.installed) throw new ControlError(`${app.name} is not installed`, 409)
  if (!app.manifest.interactive) throw new ControlError(`interactivity is off in the manifest of ${app.name}`, 409)
  if (!isReachable(workspace, app)) throw new ControlError(`${app.name} has no open socket`, 409)
  const { interactiveUrl, optionsUrl } = app.manifest
  if (
    options &&
    interactiveUrl !== undefined &&
    optionsUrl === undefined &&
    workspace.sockets.connections(app.id) === 0
  )
    throw new ControlError(
      `Slack asks ${app.name} for options only if its manifest has settings.interactivity.message_menu_options_url`,
      409,
    )
  const url = options ? optionsUrl : interactiveUrl
  return sendInteraction(workspace, app, { kind: 'interactive', payload, url }, String(payload['type']))
}

/** Stores a file of a control call in the workspace. */
export function uploadFile(workspace: Workspace, user: string, given: unknown): JsonObject {
  const name = isJsonObject(given) ? stringField(given, 'name') : undefined
  const content = isJsonObject(given) ? stringField(given, 'content') : undefined
  if (!isJsonObject(given) || name === undefined || content === undefined)
    throw new InvalidEntry('a file is { name, content_type?, content }, content in base64')
  const type = stringField(given, 'content_type') ?? contentTypeOf(name)
  const bytes = contentOf(Buffer.from(content, 'base64'))
  return fileObject(workspace, storeFile(workspace, { name, type, content: bytes, user }))
}

export const createFormClient = (workspace: Workspace, user: string): FormClient => ({
  upload: (file) => uploadFile(workspace, user, file),
})
