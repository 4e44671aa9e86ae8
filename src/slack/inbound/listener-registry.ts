import type { Listeners } from './listeners.ts'

type Listener<T extends keyof Listeners> = Parameters<Listeners[T]>[1]

/** What the slices listen to. Commands, shortcuts and events are what Slack must be configured to send, in the manifest's names. */
export interface Subscriptions {
  commands: string[]
  shortcuts: string[]
  /** By their type; every message that a person typed is `message`. */
  events: string[]
  /** Action ids of buttons and menus; a pattern matches several. */
  actions: (string | RegExp)[]
  /** Action ids of menus whose choices the app finds. */
  options: string[]
  /** Callback ids of forms. */
  submissions: string[]
  /** Callback ids of forms whose closing is listened to. */
  closings: string[]
}

/** The listeners that the slices registered, by what they listen to. Two listeners for one name are an error. */
export function createListenerRegistry() {
  const commands = new Map<string, Listener<'command'>>()
  const actions = new Map<string, Listener<'action'>>()
  const actionPatterns: { pattern: RegExp; listen: Listener<'action'> }[] = []
  const shortcuts = new Map<string, Listener<'shortcut'>>()
  const options = new Map<string, Listener<'options'>>()
  const submissions = new Map<string, Listener<'submit'>>()
  const closings = new Map<string, Listener<'close'>>()
  const deletions: Parameters<Listeners['deletion']>[0][] = []
  const messages: Parameters<Listeners['message']>[0][] = []
  const events = new Map<string, Listener<'event'>[]>()

  function addOnce<T>(listeners: Map<string, T>, name: string, listen: T): void {
    if (listeners.has(name)) throw new Error(`two listeners for ${name}`)
    listeners.set(name, listen)
  }

  const listeners: Listeners = {
    command: (name, listen) => addOnce(commands, name, listen),
    action: (actionId, listen) =>
      typeof actionId === 'string'
        ? addOnce(actions, actionId, listen)
        : void actionPatterns.push({ pattern: actionId, listen }),
    shortcut: (callbackId, listen) => addOnce(shortcuts, callbackId, listen),
    options: (actionId, listen) => addOnce(options, actionId, listen),
    submit: (callbackId, listen) => addOnce(submissions, callbackId, listen),
    close: (callbackId, listen) => addOnce(closings, callbackId, listen),
    message: (listen) => void messages.push(listen),
    deletion: (listen) => void deletions.push(listen),
    event: (type, listen) => void events.set(type, [...(events.get(type) ?? []), listen]),
  }
  return {
    listeners,
    findCommand: (name: string) => commands.get(name),
    findAction: (actionId: string) =>
      actions.get(actionId) ?? actionPatterns.find(({ pattern }) => pattern.test(actionId))?.listen,
    findShortcut: (callbackId: string) => shortcuts.get(callbackId),
    findOptions: (actionId: string) => options.get(actionId),
    findSubmission: (callbackId: string) => submissions.get(callbackId),
    findClosing: (callbackId: string) => closings.get(callbackId),
    messageListeners: messages,
    deletionListeners: deletions,
    findEvent: (type: string) => events.get(type) ?? [],
    subscriptions: (): Subscriptions => ({
      commands: [...commands.keys()],
      shortcuts: [...shortcuts.keys()],
      events: [...(messages.length > 0 ? ['message'] : []), ...events.keys()],
      actions: [...actions.keys(), ...actionPatterns.map(({ pattern }) => pattern)],
      options: [...options.keys()],
      submissions: [...submissions.keys()],
      closings: [...closings.keys()],
    }),
  }
}
