import { effect, signal } from '@preact/signals'
import { getOptional, postControl } from './control-api.ts'
import { currentUser, currentChannel } from './workspace-state.ts'
import { currentRoute } from './page-route.ts'

/** How much of a conversation the current user has not read. Direct messages all count as mentions. */
interface UnreadCount {
  messages: number
  mentions: number
}

/** By the conversation's id, as the control surface names it: direct messages by the user's id. */
export const unreadCounts = signal<Record<string, UnreadCount>>({})

const narrow = matchMedia('(max-width: 720px)')
const isPageVisible = signal(!document.hidden)
document.addEventListener('visibilitychange', () => (isPageVisible.value = !document.hidden))

/** Whether the conversation is visible: not Home, not a service panel, and on a phone not the list of conversations. */
export function isOnScreen(channel: string): boolean {
  const here = currentRoute.value
  const elsewhere =
    here.view === 'panel' ||
    (here.view === 'app' && here.tab !== 'messages') ||
    (here.view === 'start' && narrow.matches)
  return isPageVisible.value && !elsewhere && currentChannel.value === channel
}

let reading: { again: boolean } | undefined

/** Reads what the current user has not read. Calls during a read are combined into one more read after it. */
export async function refreshUnread(): Promise<void> {
  if (reading) return void (reading.again = true)
  const turn = { again: false }
  reading = turn
  const user = currentUser.value
  const counts = user
    ? await getOptional<(UnreadCount & { channel: string; user?: string })[]>(`/slack/unread?user=${user}`)
    : []
  if (counts && user === currentUser.value)
    unreadCounts.value = Object.fromEntries(
      counts.filter(({ messages, mentions }) => messages + mentions > 0).map((one) => [one.user ?? one.channel, one]),
    )
  reading = undefined
  if (turn.again || user !== currentUser.value) await refreshUnread()
}

/** Marks a conversation on screen as read. */
async function markRead(channel: string): Promise<void> {
  const { [channel]: unread, ...rest } = unreadCounts.value
  if (!unread) return
  unreadCounts.value = rest
  await postControl('/slack/read', { user: currentUser.value, channel }).catch(() => undefined)
}

/** Keeps the counts right while the page is open, for the current user and the conversation on screen. */
export function followUnread(): void {
  effect(() => {
    if (!currentUser.value) return
    unreadCounts.value = {}
    void refreshUnread()
  })
  effect(() => {
    const channel = currentChannel.value
    if (channel !== undefined && isOnScreen(channel) && unreadCounts.value[channel]) void markRead(channel)
  })
}
