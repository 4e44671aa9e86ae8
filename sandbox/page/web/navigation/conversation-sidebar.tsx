import type { ComponentChildren, JSX } from 'preact'
import { installedApp, botUser, ownChannels } from '../model/workspace-state.ts'
import { restartFirstSteps } from '../model/first-steps.ts'
import { formatRoute, type PageRoute } from '../model/page-route.ts'
import { isOnScreen, unreadCounts } from '../model/unread-counts.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon } from '../ui/line-icon.tsx'
import { Skeleton } from '../ui/load-states.tsx'
import { getAppEntry, listChannelEntries } from './conversation-list.ts'
import { openSwitcher } from './quick-switcher.tsx'

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
  const app = getAppEntry()
  return (
    <nav class="sidebar" aria-label="Conversations">
      <header class="team">
        <p class="team-name">{installedApp.value.team.name}</p>
        <button
          type="button"
          class="sandbox-tag"
          title="This is a simulator. Show the first steps"
          onClick={restartFirstSteps}
        >
          sandbox
        </button>
        <button
          type="button"
          class="quiet small team-jump"
          aria-label="Jump to"
          title="Jump to (Ctrl+K)"
          onClick={openSwitcher}
        >
          <Icon name="search" size={18} />
        </button>
      </header>
      {ownChannels.value ? (
        <div class="sidebar-lists">
          <h2>Channels</h2>
          <ul>
            {listChannelEntries().map((entry) => (
              <li key={entry.id}>
                <SidebarEntry to={entry.to} conversation={entry.id} on={entry.current}>
                  <Icon name={entry.icon} size={16} />
                  <span class="entry-name">{entry.name}</span>
                </SidebarEntry>
              </li>
            ))}
          </ul>
          <h2>Apps</h2>
          <ul>
            <li>
              <SidebarEntry to={app.to} conversation={app.id} on={app.current}>
                <Avatar id={botUser.value?.id} name={app.name} size={20} />
                <span class="entry-name">{app.name}</span>
              </SidebarEntry>
            </li>
          </ul>
        </div>
      ) : (
        <Skeleton lines={6} />
      )}
    </nav>
  )
}
