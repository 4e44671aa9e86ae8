import type { ComponentChildren, JSX } from 'preact'
import {
  actAsUser,
  installedApp,
  botUser,
  getChannelName,
  currentUser,
  getUserName,
  currentChannel,
  ownChannels,
  people,
} from '../model/workspace-state.ts'
import { PANEL_NAMES, formatRoute, currentRoute, type PanelName, type PageRoute } from '../model/page-route.ts'
import { unreadCounts } from '../model/unread-counts.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { PopupMenu } from '../ui/popup-menu.tsx'
import { Skeleton } from '../ui/load-states.tsx'

const PANEL_LABELS: Record<PanelName, string> = { mail: 'Mail', agent: 'Agent', weather: 'Weather', wire: 'Wire' }

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

function describeRole(user: { is_admin?: boolean; is_restricted?: boolean; is_stranger?: boolean }): string {
  if (user.is_stranger) return 'Another organization'
  return user.is_admin ? 'Workspace admin' : user.is_restricted ? 'Guest' : 'Member'
}

/** Who one is: every command, click and message is this person's. */
function PersonMenu({ compact = false }: { compact?: boolean }): JSX.Element {
  return (
    <PopupMenu
      label={`Acting as ${getUserName(currentUser.value)}. Change person`}
      class={compact ? 'rail-person' : 'person-button'}
      title="Act as"
      items={people.value.map((user) => ({
        label: (
          <span class="person-line">
            <Avatar id={user.id} size={28} />
            <span>
              {getUserName(user.id)}
              <small>{describeRole(user)}</small>
            </span>
          </span>
        ),
        checked: user.id === currentUser.value,
        run: () => actAsUser(user.id),
      }))}
    >
      <Avatar id={currentUser.value || undefined} name={currentUser.value ? undefined : ' '} size={32} />
      {!compact && <span>{getUserName(currentUser.value)}</span>}
    </PopupMenu>
  )
}

const RAIL: [PageRoute, IconName, string][] = [
  [{ view: 'start' }, 'chat', 'Chat'],
  ...PANEL_NAMES.map((desk): [PageRoute, IconName, string] => [{ view: 'desk', desk }, desk, PANEL_LABELS[desk]]),
]

/** Chat and the four desks; the bottom bar on a narrow screen. */
export function ViewRail(): JSX.Element {
  const here = currentRoute.value
  const waiting = Object.values(unreadCounts.value).reduce((sum, count) => sum + count, 0)
  return (
    <nav class="rail" aria-label="Views">
      {RAIL.map(([to, icon, name], index) => {
        const on = to.view === 'desk' ? here.view === 'desk' && here.desk === to.desk : here.view !== 'desk'
        return (
          <>
            {index === 1 && <span class="rail-line" aria-hidden="true" />}
            <a key={name} href={formatRoute(to)} class="rail-entry" {...(on && { 'aria-current': 'page' as const })}>
              <span class="rail-icon">
                <Icon name={icon} />
                {index === 0 && here.view === 'desk' && waiting > 0 && <i class="rail-dot" />}
              </span>
              <span>{name}</span>
            </a>
          </>
        )
      })}
      <span class="rail-end">
        <PersonMenu compact />
      </span>
    </nav>
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
                  on={!inApp && here.view !== 'desk' && open === channel.id}
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
