import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { type Manifest } from '../workspace/app-types.ts'
import { isJsonObject, stringField, type JsonObject } from '../workspace/workspace-types.ts'

const sub = (fields: JsonObject | undefined, name: string): JsonObject | undefined => {
  const value = fields?.[name]
  return isJsonObject(value) ? value : undefined
}
const list = (fields: JsonObject | undefined, name: string): JsonObject[] => {
  const value = fields?.[name]
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
const words = (fields: JsonObject | undefined, name: string): string[] => {
  const value = fields?.[name]
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}

/** Reads an app manifest (YAML or JSON) into what the simulator enforces. */
export function readManifest(file: string): Manifest {
  const whole: unknown = parse(readFileSync(file, 'utf8'))
  if (!isJsonObject(whole)) throw new Error(`${file} is not an app manifest`)
  const features = sub(whole, 'features')
  const settings = sub(whole, 'settings')
  const home = sub(features, 'app_home')
  const display = sub(whole, 'display_information')
  const events = sub(settings, 'event_subscriptions')
  const interactivity = sub(settings, 'interactivity')
  const eventsUrl = stringField(events, 'request_url')
  const interactiveUrl = stringField(interactivity, 'request_url')
  const optionsUrl = stringField(interactivity, 'message_menu_options_url')
  return {
    name: stringField(sub(features, 'bot_user'), 'display_name') ?? stringField(display, 'name') ?? 'App',
    description: stringField(display, 'description') ?? '',
    longDescription: stringField(display, 'long_description') ?? '',
    homeTab: home?.['home_tab_enabled'] === true,
    messagesTab: home?.['messages_tab_enabled'] === true,
    messagesReadOnly: home?.['messages_tab_read_only_enabled'] === true,
    agent: isJsonObject(features?.['agent_view']) || isJsonObject(features?.['assistant_view']),
    commands: list(features, 'slash_commands').map((entry) => {
      const url = stringField(entry, 'url')
      return {
        command: stringField(entry, 'command') ?? '',
        ...(url && { url }),
        description: stringField(entry, 'description') ?? '',
        usage_hint: stringField(entry, 'usage_hint') ?? '',
        should_escape: entry['should_escape'] === true,
      }
    }),
    shortcuts: list(features, 'shortcuts').map((entry) => ({
      callback_id: stringField(entry, 'callback_id') ?? '',
      name: stringField(entry, 'name') ?? '',
      type: entry['type'] === 'message' ? 'message' : 'global',
      description: stringField(entry, 'description') ?? '',
    })),
    events: words(events, 'bot_events'),
    scopes: words(sub(sub(whole, 'oauth_config'), 'scopes'), 'bot'),
    redirects: words(sub(whole, 'oauth_config'), 'redirect_urls'),
    ...(eventsUrl && { eventsUrl }),
    interactive: interactivity?.['is_enabled'] === true,
    ...(interactiveUrl && { interactiveUrl }),
    ...(optionsUrl && { optionsUrl }),
    socketMode: settings?.['socket_mode_enabled'] === true,
  }
}
