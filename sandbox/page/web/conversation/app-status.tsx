import { signal } from '@preact/signals'
import type { JSX } from 'preact'
import { subscribeToEvents } from '../model/live-events.ts'
import { installedApp } from '../model/workspace-state.ts'

/** Slack removes a status after this time. */
const GONE_MS = 120_000

interface StatusLine {
  status: string
  gone: ReturnType<typeof setTimeout>
}

const statusLines = signal<ReadonlyMap<string, StatusLine>>(new Map())

function setStatusLine(thread: string, status: string): void {
  const next = new Map(statusLines.value)
  clearTimeout(next.get(thread)?.gone)
  if (status === '') next.delete(thread)
  else next.set(thread, { status, gone: setTimeout(() => setStatusLine(thread, ''), GONE_MS) })
  statusLines.value = next
}

subscribeToEvents(['slack.status'], ({ type, thread_ts: thread, status }) => {
  if (type === 'reset') for (const known of statusLines.value.keys()) setStatusLine(known, '')
  else if (thread !== undefined) setStatusLine(thread, typeof status === 'string' ? status : '')
})

/** The status that the app has set for this thread (`assistant.threads.setStatus`). */
export function AppStatus({ thread }: { thread: string }): JSX.Element | null {
  const status = statusLines.value.get(thread)?.status
  return status === undefined ? null : (
    <p class="working" role="status">
      <i aria-hidden="true" /> {installedApp.value.name} {status}…
    </p>
  )
}
