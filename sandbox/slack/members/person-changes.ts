import type { Role } from '../../control-types.ts'
import { announceEvent } from '../apps/publish-event.ts'
import { newSlackId, nextTimestamp } from '../workspace/slack-ids.ts'
import { createPerson, OTHER_TEAM } from '../workspace/seed-data.ts'
import { userObject } from '../workspace/user-object.ts'
import type { Channel, Person, Workspace } from '../workspace/workspace-types.ts'

const ROLE_FIELDS = ['is_admin', 'is_owner', 'is_restricted', 'is_ultra_restricted', 'is_stranger'] as const
/** The meaning of each role in Slack's fields: an owner is also an admin, and a single-channel guest is a guest. */
const FLAGS = {
  member: [],
  admin: ['is_admin'],
  owner: ['is_admin', 'is_owner'],
  guest: ['is_restricted'],
  'single-channel-guest': ['is_restricted', 'is_ultra_restricted'],
  external: ['is_stranger'],
} satisfies Record<Role, (typeof ROLE_FIELDS)[number][]>

export const ROLES = Object.keys(FLAGS) as Role[]

/** Changes a person in Slack and notifies every app that listens. */
export function changePerson(workspace: Workspace, person: Person, fields: Partial<Person>): void {
  const now = Math.floor(Date.now() / 1000)
  Object.assign(person, fields, { updated: now })
  for (const app of workspace.apps)
    announceEvent(workspace, {
      key: 'user_change',
      app,
      event: {
        type: 'user_change',
        user: userObject(workspace, app, person, true),
        cache_ts: now,
        event_ts: nextTimestamp(),
      },
    })
  workspace.server.emit({ type: 'slack.person', user: person.id })
}

/** A deactivated person stays in their channels and groups, but can no longer act. */
export const setDeactivated = (workspace: Workspace, person: Person, deleted: boolean): void =>
  changePerson(workspace, person, { deleted })

export function changeRole(workspace: Workspace, person: Person, role: Role): void {
  const flags = Object.fromEntries(ROLE_FIELDS.map((field) => [field, FLAGS[role].some((one) => one === field)]))
  changePerson(workspace, person, { ...flags, team_id: role === 'external' ? OTHER_TEAM : workspace.team.id })
}

/** Adds this many made-up members to a channel without notifying anybody: a channel of a large company. */
export function addCrowd(workspace: Workspace, channel: Channel, count: number): string[] {
  const from = workspace.people.size
  const people = Array.from({ length: count }, (_, n) =>
    createPerson(newSlackId('U'), `member-${from + n}`, `Member ${from + n}`),
  )
  for (const one of people) {
    workspace.people.set(one.id, one)
    channel.members.add(one.id)
  }
  return people.map(({ id }) => id)
}
