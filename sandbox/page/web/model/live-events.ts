import { signal } from '@preact/signals'
import { loadWorkspace, refreshViews } from './workspace-state.ts'
import { refreshConversations } from './conversation-state.ts'
import { refreshUnread } from './unread-counts.ts'
import type { ControlEvent } from '../../../control-types.ts'

export const isOnline = signal(true)
const listeners = new Set<(event: ControlEvent) => void>()

/** Calls back for every event of these kinds (`mail` includes `mail.sent`) and for a reset, until the returned function is called. */
export function subscribeToEvents(kinds: string[], fn: (event: ControlEvent) => void): () => void {
  const listen = (event: ControlEvent): void => {
    if (event.type === 'reset' || kinds.some((kind) => event.type === kind || event.type.startsWith(`${kind}.`)))
      fn(event)
  }
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

const WORKSPACE_EVENTS = ['reset', 'slack.channel', 'slack.person', 'slack.group']
const UNREAD_EVENTS = ['reset', 'slack.read', 'slack.channel']

function applyEvent(event: ControlEvent): void {
  if (WORKSPACE_EVENTS.includes(event.type)) void loadWorkspace()
  if (event.type === 'slack.view') void refreshViews()
  else if (event.type.startsWith('slack.') && event.type !== 'slack.read') refreshConversations(event.channel)
  const unread = event.type === 'slack.message' ? event.action !== 'changed' : UNREAD_EVENTS.includes(event.type)
  if (unread) void refreshUnread()
  for (const listen of listeners) listen(event)
}

/** Follows the sandbox's events while the page is open; after a reconnection everything is read again. */
export function followEvents(): void {
  const source = new EventSource('/control/events')
  source.addEventListener('message', (event: MessageEvent<string>) =>
    applyEvent(JSON.parse(event.data) as ControlEvent),
  )
  source.addEventListener('open', () => {
    if (!isOnline.value) void loadWorkspace().then(refreshUnread)
    isOnline.value = true
  })
  source.addEventListener('error', () => {
    isOnline.value = false
    if (source.readyState === EventSource.CLOSED) setTimeout(followEvents, 2000)
  })
}
