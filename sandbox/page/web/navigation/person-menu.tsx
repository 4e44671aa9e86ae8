import type { JSX } from 'preact'
import { actAsUser, currentUser, getUserName, people } from '../model/workspace-state.ts'
import type { User } from '../../../control-types.ts'
import { Icon } from '../ui/line-icon.tsx'
import { Avatar } from '../ui/user-avatar.tsx'
import { PopupMenu } from '../ui/popup-menu.tsx'

function describeRole(user: User): string {
  if (user.deleted) return 'Deactivated'
  if (user.is_stranger) return 'Another organization'
  if (user.is_owner) return 'Workspace owner'
  if (user.is_admin) return 'Workspace admin'
  return user.is_ultra_restricted ? 'Guest in one channel' : user.is_restricted ? 'Guest' : 'Member'
}

/** Chooses the current user, in whose name every command, click and message is sent. */
export function PersonMenu(): JSX.Element {
  const name = getUserName(currentUser.value)
  return (
    <PopupMenu
      label={`Acting as ${name}. Change person`}
      class="rail-person"
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
      <span class="rail-icon">
        <Avatar id={currentUser.value || undefined} name={currentUser.value ? undefined : ' '} size={32} />
      </span>
      <span class="rail-name">{name.split(' ')[0]}</span>
      <span class="rail-act-as">
        Act as <Icon name="chevron" size={12} />
      </span>
    </PopupMenu>
  )
}
