import { signal } from '@preact/signals'
import { getOptional } from './control-api.ts'
import { currentUser, currentChannel, ownChannels } from './workspace-state.ts'
import { currentRoute } from './page-route.ts'
import type { Message } from '../slack-types/message-types.ts'

const KEY = 'sandbox.unread'

function readSavedCounts(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

/** The number of messages that arrived since a conversation was last on screen, by its id; direct messages by the user's id. */
export const unreadCounts = signal<Record<string, number>>(readSavedCounts())

function saveCounts(next: Record<string, number>): void {
  unreadCounts.value = next
  sessionStorage.setItem(KEY, JSON.stringify(next))
}

const narrow = matchMedia('(max-width: 720px)')

/** Whether the conversation is visible: not Home, not a service panel, and on a phone not the list of conversations. */
export function isOnScreen(channel: string): boolean {
  const here = currentRoute.value
  const elsewhere =
    here.view === 'panel' || (here.view === 'app' && here.tab === 'home') || (here.view === 'start' && narrow.matches)
  return !elsewhere && currentChannel.value === channel
}

const countedMessages = new Set<string>()

/** Counts a new message, once, unless its conversation is visible. Replies in threads are not counted. */
export function markUnread(channel: string, ts: string | undefined, threadTs?: string): void {
  const id = `${channel} ${ts}`
  if (countedMessages.has(id) || (threadTs && threadTs !== ts)) return
  countedMessages.add(id)
  if (document.hidden || !isOnScreen(channel))
    saveCounts({ ...unreadCounts.value, [channel]: (unreadCounts.value[channel] ?? 0) + 1 })
}

/** Clears the count of one conversation. */
export function markRead(channel: string): void {
  if (!(channel in unreadCounts.value)) return
  const { [channel]: _, ...rest } = unreadCounts.value
  saveCounts(rest)
}

/** Clears all counts, after a reset of the sandbox. */
export const clearUnread = (): void => saveCounts({})

/** Counts the messages of the other channels as unread when the page is opened for the first time. */
export async function countUnread(): Promise<void> {
  if (sessionStorage.getItem(KEY) !== null) return
  saveCounts({})
  const others = (ownChannels.value ?? []).filter(({ id }) => !isOnScreen(id))
  const counts = await Promise.all(
    others.map(async ({ id }) => {
      const messages = (await getOptional<Message[]>(`/slack/messages?channel=${id}`)) ?? []
      return [id, messages.filter((one) => one.user !== currentUser.value && !one.ephemeral_for).length] as const
    }),
  )
  const found = Object.fromEntries(counts.filter(([, count]) => count > 0))
  saveCounts({ ...found, ...unreadCounts.value })
}
