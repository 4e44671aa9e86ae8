import { signal } from '@preact/signals'
import { maybe } from './control-api.ts'
import { me, openChannel, ownChannels } from './workspace-state.ts'
import { place } from './page-route.ts'
import type { Message } from './control-types.ts'

const KEY = 'sandbox.unread'

function stored(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** Messages that arrived in a conversation since it was last on screen, by its id; direct messages count under the person. */
export const unread = signal<Record<string, number>>(stored())

function keep(next: Record<string, number>): void {
  unread.value = next
  sessionStorage.setItem(KEY, JSON.stringify(next))
}

const narrow = matchMedia('(max-width: 720px)')

/** Whether the conversation itself is what one looks at: not Home, not a desk, and on a phone not the list of conversations. */
export function onScreen(channel: string): boolean {
  const here = place.value
  const elsewhere =
    here.view === 'desk' || (here.view === 'app' && here.tab === 'home') || (here.view === 'start' && narrow.matches)
  return !elsewhere && openChannel.value === channel
}

const seen = new Set<string>()

export function markUnread(channel: string, ts: string | undefined, threadTs?: string): void {
  const id = `${channel} ${ts}`
  if (seen.has(id) || (threadTs && threadTs !== ts)) return
  seen.add(id)
  if (document.hidden || !onScreen(channel)) keep({ ...unread.value, [channel]: (unread.value[channel] ?? 0) + 1 })
}

export function markRead(channel: string): void {
  if (!(channel in unread.value)) return
  const { [channel]: _, ...rest } = unread.value
  keep(rest)
}

/** Nothing is unread any more: the sandbox began anew. */
export const forgetUnread = (): void => keep({})

/** What stood in the other channels before one came for the first time is new to the person as well. */
export async function countUnread(): Promise<void> {
  if (sessionStorage.getItem(KEY) !== null) return
  keep({})
  const others = (ownChannels.value ?? []).filter(({ id }) => !onScreen(id))
  const counts = await Promise.all(
    others.map(async ({ id }) => {
      const messages = (await maybe<Message[]>(`/slack/messages?channel=${id}`)) ?? []
      return [id, messages.filter((one) => one.user !== me.value && !one.ephemeral_for).length] as const
    }),
  )
  const found = Object.fromEntries(counts.filter(([, count]) => count > 0))
  keep({ ...found, ...unread.value })
}
