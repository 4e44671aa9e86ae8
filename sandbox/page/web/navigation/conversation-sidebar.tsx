import type { ComponentChildren, JSX } from 'preact'
import {
  installedApp,
  botUser,
  getChannelName,
  currentUser,
  currentChannel,
  ownChannels,
} from '../model/workspace-state.ts'
import { formatRoute, currentRoute, type PageRoute } from '../model/page-route.ts'
import { isOnScreen, unreadCounts } from '../model/unread-counts.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { Skeleton } from '../ui/load-states.tsx'
import { PersonMenu } from './person-menu.tsx'

/** A conversation: bold when something in it is unread, with a number when someone is meant. */
function SidebarEntry(props: {
  to: PageRoute
  conversation: string
  on: boolean
  children: ComponentChildren
}): JSX.Element {
  const { messages = 0, mentions = 0 } = isOnScreen(props.conversation)
    ? {}
    : (unreadCounts.value[props.conversation] ?? {})
  const unread = messages + mentions > 0
  return (
    <a
      class={`entry${unread ? ' unread' : ''}`}
      href={formatRoute(props.to)}
      {...(props.on && { 'aria-current': 'page' as const })}
    >
      {props.children}
      {mentions > 0 && <span class="badge">{mentions > 99 ? '99+' : mentions}</span>}
      {unread && <span class="unseen"> unread</span>}
    </a>
  )
}

export function ConversationSidebar(): JSX.Element {
  const here = currentRoute.value
  const open = currentChannel.value
  const all = ownChannels.value
  const inApp = here.view === 'app'
  return (
    <nav class="sidebar" aria-label="Conversations">
      <header class="team">
        <p class="team-name">{installedApp.value.team?.name ?? 'Workspace'}</p>
        <span class="sandbox-tag">sandbox</span>
      </header>
      {all ? (
        <div class="sidebar-lists">
          <h2>Channels</h2>
          <ul>
            {all.map((channel) => (
              <li key={channel.id}>
                <SidebarEntry
                  to={{ view: 'channel', channel: channel.id }}
                  conversation={channel.id}
                  on={!inApp && here.view !== 'panel' && open === channel.id}
                >
                  <Icon name={channel.is_private ? 'lock' : 'hash'} size={16} />
                  <span class="entry-name">{getChannelName(channel.id)}</span>
                </SidebarEntry>
              </li>
            ))}
          </ul>
          <h2>Apps</h2>
          <ul>
            <li>
              <SidebarEntry
                to={{ view: 'app', tab: unreadCounts.value[currentUser.value] ? 'messages' : 'home' }}
                conversation={currentUser.value}
                on={inApp}
              >
                <Avatar id={botUser.value?.id} name={installedApp.value.name} size={20} />
                <span class="entry-name">{installedApp.value.name}</span>
              </SidebarEntry>
            </li>
          </ul>
        </div>
      ) : (
        <Skeleton lines={6} />
      )}
      <footer class="sidebar-person">
        <PersonMenu />
      </footer>
    </nav>
  )
}
