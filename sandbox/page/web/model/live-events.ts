import { signal } from '@preact/signals'
import { loadWorkspace, currentUser, refreshViews } from './workspace-state.ts'
import { refreshConversations } from './conversation-state.ts'
import { clearUnread, markUnread } from './unread-counts.ts'
import type { ControlEvent } from './control-types.ts'

export const isOnline = signal(true)
const listeners = new Set<(happening: ControlEvent) => void>()

/** Calls back for every happening of these kinds (`mail` takes `mail.sent` too) until the returned function is called. */
export function subscribeToEvents(kinds: string[], fn: (happening: ControlEvent) => void): () => void {
  const listen = (happening: ControlEvent): void => {
    if (
      happening.type === 'reset' ||
      kinds.some((kind) => happening.type === kind || happening.type.startsWith(`${kind}.`))
    )
      fn(happening)
  }
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

function applyEvent(happening: ControlEvent): void {
  if (happening.type === 'reset') {
    clearUnread()
    void loadWorkspace()
  }
  if (happening.type.startsWith('slack.')) {
    if (happening.type === 'slack.view') void refreshViews()
    else refreshConversations(happening.channel)
    if (happening.type === 'slack.channel') void loadWorkspace()
    if (happening.type === 'slack.message' && happening.action === 'posted' && happening.channel) {
      const direct = happening.user !== undefined
      if (!direct) markUnread(happening.channel, happening.ts, happening.thread_ts)
      else if (happening.user === currentUser.value) markUnread(currentUser.value, happening.ts, happening.thread_ts)
    }
  }
  for (const listen of listeners) listen(happening)
}

/** Follows the sandbox for as long as the page is open; after a break everything is read again. */
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
