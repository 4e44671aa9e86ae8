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
import { unreadCounts } from '../model/unread-counts.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { Skeleton } from '../ui/load-states.tsx'
import { PersonMenu } from './person-menu.tsx'

function SidebarEntry(props: {
  to: PageRoute
  on: boolean
  count?: number | undefined
  children: ComponentChildren
}): JSX.Element {
  return (
    <a
      class={`entry${props.count ? ' unread' : ''}`}
      href={formatRoute(props.to)}
      {...(props.on && { 'aria-current': 'page' as const })}
    >
      {props.children}
      {props.count ? (
        <span class="badge">
          {props.count > 99 ? '99+' : props.count}
          <span class="unseen"> unread</span>
        </span>
      ) : null}
    </a>
  )
}

export function ConversationSidebar(): JSX.Element {
  const here = currentRoute.value
  const open = currentChannel.value
  const all = ownChannels.value
  const counts = unreadCounts.value
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
                  on={!inApp && here.view !== 'panel' && open === channel.id}
                  count={counts[channel.id]}
                >
                  <Icon name={channel.is_private ? 'lock' : 'hash'} size={16} />
                  <span class="entry-name">{getChannelName(channel.id)}</span>
                </SidebarEntry>
              </li>
            ))}
          </ul>
          <h2>Direct messages</h2>
          <ul>
            <li>
              <SidebarEntry
                to={{ view: 'app', tab: 'messages' }}
                on={inApp && here.tab === 'messages'}
                count={counts[currentUser.value]}
              >
                <Avatar id={botUser.value?.id} name={installedApp.value.name} size={20} />
                <span class="entry-name">{installedApp.value.name}</span>
              </SidebarEntry>
            </li>
          </ul>
          <h2>Apps</h2>
          <ul>
            <li>
              <SidebarEntry to={{ view: 'app', tab: 'home' }} on={inApp && here.tab === 'home'}>
                <Icon name="home" size={16} />
                <span class="entry-name">{installedApp.value.name} Home</span>
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
