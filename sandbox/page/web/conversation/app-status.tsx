import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { onHappening } from '../model/live-events.ts'
import { app } from '../model/workspace-state.ts'

/** Slack takes such a line away by itself. */
const GONE_MS = 120_000

interface Line {
  status: string
  gone: ReturnType<typeof setTimeout>
}

const lines = signal<ReadonlyMap<string, Line>>(new Map())

function put(thread: string, status: string): void {
  const next = new Map(lines.value)
  clearTimeout(next.get(thread)?.gone)
  if (status === '') next.delete(thread)
  else next.set(thread, { status, gone: setTimeout(() => put(thread, ''), GONE_MS) })
  lines.value = next
}

onHappening(['slack.status'], ({ type, thread_ts: thread, status = '' }) => {
  if (type === 'reset') for (const known of lines.value.keys()) put(known, '')
  else if (thread !== undefined) put(thread, status)
})

/** What the app says it is doing in this thread (`assistant.threads.setStatus`), for as long as it says so. */
export function Working({ thread }: { thread: string }): JSX.Element | null {
  const status = lines.value.get(thread)?.status
  return status === undefined ? null : (
    <p class="working" role="status">
      <i aria-hidden="true" /> {app.value.name} {status}…
    </p>
  )
}
