import { ControlError } from '../../server/control-routes.ts'
import type { Delivered } from '../../server/app-requests.ts'
import type { Client } from '../blocks/element-values.ts'
import { Unfit } from '../blocks/element-values.ts'
import { reachable, sendInTime } from '../events/app-delivery.ts'
import { fileObject, keepFile, typeOf } from '../files/file-objects.ts'
import {
  isFields,
  textField,
  type App,
  type Channel,
  type Fields,
  type Person,
  type World,
} from '../workspace/workspace-types.ts'

/** What the control surface tells of the app's answer; `error` is what the person would read in the client. */
export interface Outcome {
  status: number
  ms: number
  body: string
  error?: string
}

export const succeeded = ({ status }: { status: number }): boolean => status >= 200 && status < 300

export function outcome({ status, ms, body, reason }: Delivered): Outcome {
  const failed = reason === 'http_timeout' ? 'operation_timeout' : succeeded({ status }) ? undefined : 'dispatch_failed'
  return { status, ms: Math.round(ms), body, ...(failed && { error: failed }) }
}

/** The person who acts; apps' bots and strangers to the sandbox cannot. */
export function actor(world: World, user: unknown): Person {
  const person = typeof user === 'string' ? world.people.get(user) : undefined
  if (!person || person.is_bot) throw new ControlError(`no person ${String(user)}; see /control/slack/users`, 404)
  return person
}

/** The fields that every interactive payload begins with. */
export const head = (world: World, app: App, person: Person): Fields => ({
  user: { id: person.id, username: person.name, name: person.name, team_id: person.team_id },
  api_app_id: app.id,
  token: app.verificationToken,
  team: { id: world.team.id, domain: world.team.domain },
  enterprise: null,
  is_enterprise_install: false,
})

const NAMES = { public: undefined, private: 'privategroup', im: 'directmessage', mpim: 'mpdm' } as const
export const channelName = (channel: Channel): string => NAMES[channel.kind] ?? channel.name

/** Sends an interactive payload and waits for the answer, within the three seconds. */
export async function ask(world: World, app: App, payload: Fields, options = false): Promise<Delivered> {
  if (!app.installed) throw new ControlError(`${app.name} is not installed`, 409)
  if (!app.manifest.interactive) throw new ControlError(`interactivity is off in the manifest of ${app.name}`, 409)
  if (!reachable(world, app)) throw new ControlError(`${app.name} has no open socket`, 409)
  const url = options ? (app.manifest.optionsUrl ?? app.manifest.interactiveUrl) : app.manifest.interactiveUrl
  return sendInTime(world, app, { kind: 'interactive', payload, url }, String(payload['type']))
}

/** Files as the control surface takes them, kept in the workspace. */
export function upload(world: World, user: string, given: unknown): Fields {
  const name = isFields(given) ? textField(given, 'name') : undefined
  const content = isFields(given) ? textField(given, 'content') : undefined
  if (!isFields(given) || name === undefined || content === undefined)
    throw new Unfit('a file is { name, content_type?, content }, content in base64')
  const type = textField(given, 'content_type') ?? typeOf(name)
  return fileObject(world, keepFile(world, { name, type, content: Buffer.from(content, 'base64'), user }))
}

export const client = (world: World, user: string): Client => ({ upload: (file) => upload(world, user, file) })
