import type { Listeners } from '../../src/slack/inbound/listeners.ts'
import { isListenedTo } from '../../src/slack/inbound/subscriptions.ts'

type Kind = Exclude<keyof Listeners, 'message' | 'deletion' | 'change'>
type Listener<K extends Kind> = Parameters<Listeners[K]>[1]
type Rows = { [K in Kind]: [name: string | RegExp, listen: Listener<K>][] }

/** Keeps the listeners of a slice, for tests that call them with requests as they are once Slack's payload was read. */
export function createListenerTable() {
  const rows: Rows = { command: [], action: [], shortcut: [], options: [], submit: [], close: [], event: [] }
  const listeners: Listeners = {
    command: (name, listen) => void rows.command.push([name, listen]),
    action: (actionId, listen) => void rows.action.push([actionId, listen]),
    shortcut: (callbackId, listen) => void rows.shortcut.push([callbackId, listen]),
    options: (actionId, listen) => void rows.options.push([actionId, listen]),
    submit: (callbackId, listen) => void rows.submit.push([callbackId, listen]),
    close: (callbackId, listen) => void rows.close.push([callbackId, listen]),
    event: (type, listen) => void rows.event.push([type, listen]),
    message: () => {},
    deletion: () => {},
    change: () => {},
  }
  const find = <K extends Kind>(kind: K, id: string): Listener<K> | undefined =>
    rows[kind].find(([name]) => isListenedTo([name], id))?.[1]
  return { listeners, find }
}
