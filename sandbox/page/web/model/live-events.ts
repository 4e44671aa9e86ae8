import { signal } from '@preact/signals'
import { loadWorkspace, currentUser, refreshViews } from './workspace-state.ts'
import { refreshConversations } from './conversation-state.ts'
import { clearUnread, markUnread } from './unread-counts.ts'
import type { ControlEvent } from './control-types.ts'

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

function applyEvent(event: ControlEvent): void {
  if (event.type === 'reset') {
    clearUnread()
    void loadWorkspace()
  }
  if (event.type.startsWith('slack.')) {
    if (event.type === 'slack.view') void refreshViews()
    else refreshConversations(event.channel)
    if (event.type === 'slack.channel') void loadWorkspace()
    if (event.type === 'slack.message' && event.action === 'posted' && event.channel) {
      const direct = event.user !== undefined
      if (!direct) markUnread(event.channel, event.ts, event.thread_ts)
      else if (event.user === currentUser.value) markUnread(currentUser.value, event.ts, event.thread_ts)
    }
  }
  for (const listen of listeners) listen(event)
}

/** Follows the sandbox's events while the page is open; after a reconnection everything is read again. */
export function followEvents(): void {
  const source = new EventSource('/control/events')
  source.addEventListener('message', (event: MessageEvent<string>) =>
    applyEvent(JSON.parse(event.data) as ControlEvent),
  )
  source.addEventListener('open', () => {
    if (!isOnline.value) void loadWorkspace()
    isOnline.value = true
  })
  source.addEventListener('error', () => {
    isOnline.value = false
    if (source.readyState === EventSource.CLOSED) setTimeout(followEvents, 2000)
  })
}
