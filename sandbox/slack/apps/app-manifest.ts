import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { isFields, textField, type Fields, type Manifest } from '../workspace/workspace-types.ts'

const sub = (fields: Fields | undefined, name: string): Fields | undefined => {
  const value = fields?.[name]
  return isFields(value) ? value : undefined
}
const list = (fields: Fields | undefined, name: string): Fields[] => {
  const value = fields?.[name]
  return Array.isArray(value) ? value.filter(isFields) : []
}
const words = (fields: Fields | undefined, name: string): string[] => {
  const value = fields?.[name]
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}

/** Reads an app manifest (YAML or JSON) into what the simulator enforces. */
export function manifest(file: string): Manifest {
  const whole: unknown = parse(readFileSync(file, 'utf8'))
  if (!isFields(whole)) throw new Error(`${file} is not an app manifest`)
  const features = sub(whole, 'features')
  const settings = sub(whole, 'settings')
  const home = sub(features, 'app_home')
  const display = sub(whole, 'display_information')
  const events = sub(settings, 'event_subscriptions')
  const interactivity = sub(settings, 'interactivity')
  const eventsUrl = textField(events, 'request_url')
  const interactiveUrl = textField(interactivity, 'request_url')
  const optionsUrl = textField(interactivity, 'message_menu_options_url')
  return {
    name: textField(sub(features, 'bot_user'), 'display_name') ?? textField(display, 'name') ?? 'App',
    description: textField(display, 'description') ?? '',
    homeTab: home?.['home_tab_enabled'] === true,
    messagesTab: home?.['messages_tab_enabled'] === true,
    messagesReadOnly: home?.['messages_tab_read_only_enabled'] === true,
    agent: isFields(features?.['agent_view']) || isFields(features?.['assistant_view']),
    commands: list(features, 'slash_commands').map((entry) => {
      const url = textField(entry, 'url')
      return {
        command: textField(entry, 'command') ?? '',
        ...(url && { url }),
        description: textField(entry, 'description') ?? '',
        usage_hint: textField(entry, 'usage_hint') ?? '',
        should_escape: entry['should_escape'] === true,
      }
    }),
    shortcuts: list(features, 'shortcuts').map((entry) => ({
      callback_id: textField(entry, 'callback_id') ?? '',
      name: textField(entry, 'name') ?? '',
      type: entry['type'] === 'message' ? 'message' : 'global',
      description: textField(entry, 'description') ?? '',
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
