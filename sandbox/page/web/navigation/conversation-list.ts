import { formatRoute, currentRoute, navigateTo, type PageRoute } from '../model/page-route.ts'
import { unreadCounts } from '../model/unread-counts.ts'
import { currentChannel, currentUser, getChannelName, installedApp, ownChannels } from '../model/workspace-state.ts'
import type { IconName } from '../ui/line-icon.tsx'
import { listAppTabs } from './app-tabs.ts'

interface ConversationEntry {
  /** The conversation's id, as the control surface names it. */
  id: string
  name: string
  to: PageRoute
  current: boolean
}

interface ChannelEntry extends ConversationEntry {
  icon: IconName
}

/** The current user's channels, in the order of the sidebar. */
export function listChannelEntries(): ChannelEntry[] {
  const here = currentRoute.value
  return (ownChannels.value ?? []).map(({ id, is_private }) => ({
    id,
    name: getChannelName(id),
    icon: is_private ? 'lock' : 'hash',
    to: { view: 'channel', channel: id },
    current: (here.view === 'channel' || here.view === 'start') && currentChannel.value === id,
  }))
}

/** The app with its direct messages, below the channels. It opens at its Home unless a message is unread. */
export function getAppEntry(): ConversationEntry {
  const id = currentUser.value
  const tab = unreadCounts.value[id] || !listAppTabs().includes('home') ? 'messages' : 'home'
  return { id, name: installedApp.value.name, to: { view: 'app', tab }, current: currentRoute.value.view === 'app' }
}

/** Opens the conversation above or below the current one. */
export function openNeighbour(step: 1 | -1): void {
  const all = [...listChannelEntries(), getAppEntry()]
  const at = all.findIndex(({ current }) => current)
  const next = at < 0 ? all[0] : all[(at + step + all.length) % all.length]
  if (next && formatRoute(next.to) !== location.hash) navigateTo(next.to)
}
