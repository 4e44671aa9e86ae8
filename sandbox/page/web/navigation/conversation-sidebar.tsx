import type { ComponentChildren, JSX } from 'preact'
import { actAs, app, bot, channelName, me, nameOf, openChannel, ownChannels, people } from '../model/workspace-state.ts'
import { DESKS, address, place, type Desk, type Place } from '../model/page-route.ts'
import { unread } from '../model/unread-counts.ts'
import { Avatar } from '../ui/user-avatar.tsx'
import { Icon, type IconName } from '../ui/line-icon.tsx'
import { Menu } from '../ui/popup-menu.tsx'
import { Bones } from '../ui/load-states.tsx'

const DESK_NAMES: Record<Desk, string> = { mail: 'Mail', agent: 'Agent', weather: 'Weather', wire: 'Wire' }

function Entry(props: {
  to: Place
  on: boolean
  count?: number | undefined
  children: ComponentChildren
}): JSX.Element {
  return (
    <a
      class={`entry${props.count ? ' unread' : ''}`}
      href={address(props.to)}
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

function roleOf(user: { is_admin?: boolean; is_restricted?: boolean; is_stranger?: boolean }): string {
  if (user.is_stranger) return 'Another organization'
  return user.is_admin ? 'Workspace admin' : user.is_restricted ? 'Guest' : 'Member'
}

/** Who one is: every command, click and message is this person's. */
function PersonMenu({ compact = false }: { compact?: boolean }): JSX.Element {
  return (
    <Menu
      label={`Acting as ${nameOf(me.value)}. Change person`}
      class={compact ? 'rail-person' : 'person-button'}
      title="Act as"
      items={people.value.map((user) => ({
        label: (
          <span class="person-line">
            <Avatar id={user.id} size={28} />
            <span>
              {nameOf(user.id)}
              <small>{roleOf(user)}</small>
            </span>
          </span>
        ),
        checked: user.id === me.value,
        run: () => actAs(user.id),
      }))}
    >
      <Avatar id={me.value || undefined} name={me.value ? undefined : ' '} size={32} />
      {!compact && <span>{nameOf(me.value)}</span>}
    </Menu>
  )
}

const RAIL: [Place, IconName, string][] = [
  [{ view: 'start' }, 'chat', 'Chat'],
  ...DESKS.map((desk): [Place, IconName, string] => [{ view: 'desk', desk }, desk, DESK_NAMES[desk]]),
]

/** Chat and the four desks; the bottom bar on a narrow screen. */
export function Rail(): JSX.Element {
  const here = place.value
  const waiting = Object.values(unread.value).reduce((sum, count) => sum + count, 0)
  return (
    <nav class="rail" aria-label="Views">
      {RAIL.map(([to, icon, name], index) => {
        const on = to.view === 'desk' ? here.view === 'desk' && here.desk === to.desk : here.view !== 'desk'
        return (
          <>
            {index === 1 && <span class="rail-line" aria-hidden="true" />}
            <a key={name} href={address(to)} class="rail-entry" {...(on && { 'aria-current': 'page' as const })}>
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

export function Sidebar(): JSX.Element {
  const here = place.value
  const open = openChannel.value
  const all = ownChannels.value
  const counts = unread.value
  const inApp = here.view === 'app'
  return (
    <nav class="sidebar" aria-label="Conversations">
      <header class="team">
        <p class="team-name">{app.value.team?.name ?? 'Workspace'}</p>
        <span class="sandbox-tag">sandbox</span>
      </header>
      {all ? (
        <div class="sidebar-lists">
          <h2>Channels</h2>
          <ul>
            {all.map((channel) => (
              <li key={channel.id}>
                <Entry
                  to={{ view: 'channel', channel: channel.id }}
                  on={!inApp && here.view !== 'desk' && open === channel.id}
                  count={counts[channel.id]}
                >
                  <Icon name={channel.is_private ? 'lock' : 'hash'} size={16} />
                  <span class="entry-name">{channelName(channel.id)}</span>
                </Entry>
              </li>
            ))}
          </ul>
          <h2>Direct messages</h2>
          <ul>
            <li>
              <Entry
                to={{ view: 'app', tab: 'messages' }}
                on={inApp && here.tab === 'messages'}
                count={counts[me.value]}
              >
                <Avatar id={bot.value?.id} name={app.value.name} size={20} />
                <span class="entry-name">{app.value.name}</span>
              </Entry>
            </li>
          </ul>
          <h2>Apps</h2>
          <ul>
            <li>
              <Entry to={{ view: 'app', tab: 'home' }} on={inApp && here.tab === 'home'}>
                <Icon name="home" size={16} />
                <span class="entry-name">{app.value.name} Home</span>
              </Entry>
            </li>
          </ul>
        </div>
      ) : (
        <Bones lines={6} />
      )}
      <footer class="sidebar-person">
        <PersonMenu />
      </footer>
    </nav>
  )
}
