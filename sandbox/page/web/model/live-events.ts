import { signal } from '@preact/signals'
import { load, me, refreshKnown, refreshViews } from './workspace-state.ts'
import { forgetUnread, markUnread } from './unread-counts.ts'
import type { Happening } from './control-types.ts'

export const online = signal(true)
const listeners = new Set<(happening: Happening) => void>()

/** Calls back for every happening of these kinds (`mail` takes `mail.sent` too) until the returned function is called. */
export function onHappening(kinds: string[], fn: (happening: Happening) => void): () => void {
  const listen = (happening: Happening): void => {
    if (
      happening.type === 'reset' ||
      kinds.some((kind) => happening.type === kind || happening.type.startsWith(`${kind}.`))
    )
      fn(happening)
  }
  listeners.add(listen)
  return () => void listeners.delete(listen)
}

function take(happening: Happening): void {
  if (happening.type === 'reset') {
    forgetUnread()
    void load()
  }
  if (happening.type.startsWith('slack.')) {
    if (happening.type === 'slack.view') void refreshViews()
    else refreshKnown(happening.channel)
    if (happening.type === 'slack.channel') void load()
    if (happening.type === 'slack.message' && happening.action === 'posted' && happening.channel) {
      const direct = happening.user !== undefined
      if (!direct) markUnread(happening.channel, happening.ts, happening.thread_ts)
      else if (happening.user === me.value) markUnread(me.value, happening.ts, happening.thread_ts)
    }
  }
  for (const listen of listeners) listen(happening)
}

/** Follows the sandbox for as long as the page is open; after a break everything is read again. */
export function follow(): void {
  const source = new EventSource('/control/events')
  source.addEventListener('message', (event: MessageEvent<string>) => take(JSON.parse(event.data) as Happening))
  source.addEventListener('open', () => {
    if (!online.value) void load()
    online.value = true
  })
  source.addEventListener('error', () => {
    online.value = false
    if (source.readyState === EventSource.CLOSED) setTimeout(follow, 2000)
  })
}
