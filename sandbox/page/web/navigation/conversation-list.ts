import { formatRoute, currentRoute, navigateTo, type PageRoute } from '../model/page-route.ts'
import { unreadCounts } from '../model/unread-counts.ts'
import { currentChannel, currentUser, getChannelName, installedApp, ownChannels } from '../model/workspace-state.ts'
import type { IconName } from '../ui/line-icon.tsx'

interface ConversationEntry {
  /** The conversation's id, as the control surface names it. */
  id: string
  name: string
  icon: IconName
  to: PageRoute
  current: boolean
}

/** The current user's conversations in the order of the sidebar: the channels, then the app. */
export function listConversations(): ConversationEntry[] {
  const here = currentRoute.value
  const channels = (ownChannels.value ?? []).map((channel): ConversationEntry => {
    const current = (here.view === 'channel' || here.view === 'start') && currentChannel.value === channel.id
    const icon = channel.is_private ? 'lock' : 'hash'
    return {
      id: channel.id,
      name: getChannelName(channel.id),
      icon,
      to: { view: 'channel', channel: channel.id },
      current,
    }
  })
  const id = currentUser.value
  const tab = unreadCounts.value[id] || installedApp.value.home === false ? 'messages' : 'home'
  const { name } = installedApp.value
  return [...channels, { id, name, icon: 'bolt', to: { view: 'app', tab }, current: here.view === 'app' }]
}

/** Opens the conversation above or below the current one. */
export function openNeighbour(step: 1 | -1): void {
  const all = listConversations()
  const at = all.findIndex(({ current }) => current)
  const next = at < 0 ? all[0] : all[(at + step + all.length) % all.length]
  if (next && formatRoute(next.to) !== location.hash) navigateTo(next.to)
}
