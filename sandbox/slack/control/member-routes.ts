import type { Route } from '../../server/http-types.ts'
import { ControlError } from '../../server/control-routes.ts'
import { requirePerson } from '../interactions/interaction-payload.ts'
import { addGroup, setGroupEnabled, setGroupMembers, updateGroup } from '../members/group-changes.ts'
import { changePerson } from '../members/person-changes.ts'
import { findZone } from '../workspace/seed-data.ts'
import type { JsonObject, Person, UserGroup, Workspace } from '../workspace/workspace-types.ts'
import { slackControlRoute, type ControlRequest } from './slack-control-route.ts'

const ACTIONS = ['create', 'update', 'members', 'disable', 'enable'] as const
const LOCALE = /^[a-z]{2,3}-[A-Z]{2}$/

const groupSummary = ({ fields, users }: UserGroup): JsonObject => ({
  id: fields.id,
  handle: fields.handle,
  name: fields.name,
  description: fields['description'],
  users,
  ...(fields.date_delete !== 0 && { is_disabled: true }),
})

/** A group by id or handle. */
function requireGroup(workspace: Workspace, name: string): UserGroup {
  const handle = name.replace(/^@/, '')
  const group = [...workspace.groups.values()].find(({ fields }) => fields.id === name || fields.handle === handle)
  if (!group) throw new ControlError(`no group ${name}; see /control/slack/groups`, 404)
  return group
}

function readUsers({ body }: ControlRequest): string[] {
  const users = body['users'] ?? []
  if (!Array.isArray(users) || !users.every((one) => typeof one === 'string'))
    throw new ControlError('users is an array of ids')
  return users
}

const given = (request: ControlRequest, ...names: string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = request.optional(name)
      return value === undefined ? [] : [[name, value]]
    }),
  )

function changeGroup(workspace: Workspace, request: ControlRequest): JsonObject {
  const action = ACTIONS.find((one) => one === request.required('action'))
  if (!action) throw new ControlError(`action is one of ${ACTIONS.join(', ')}`)
  const by = requirePerson(workspace, request.optional('user') ?? 'U08AIKO003C').id
  const names = given(request, 'name', 'handle', 'description')
  if (action === 'create') {
    const [name, handle] = [request.required('name'), request.required('handle')]
    return groupSummary(addGroup(workspace, { ...names, name, handle }, readUsers(request), by))
  }
  const group = requireGroup(workspace, request.required('group'))
  if (action === 'update') updateGroup(workspace, group, names, by)
  else if (action === 'members') setGroupMembers(workspace, group, readUsers(request), by)
  else setGroupEnabled(workspace, group, action === 'enable', by)
  return groupSummary(group)
}

function editPerson(workspace: Workspace, request: ControlRequest): JsonObject {
  const person = requirePerson(workspace, request.required('user'))
  const fields: Partial<Person> = given(request, 'locale', 'real_name', 'title')
  if (fields.locale !== undefined && !LOCALE.test(fields.locale)) throw new ControlError('locale is like en-US')
  const tz = request.optional('tz')
  const zone = tz === undefined ? {} : findZone(tz)
  if (!zone) throw new ControlError(`the sandbox does not know the time zone ${tz}`)
  changePerson(workspace, person, { ...fields, ...zone })
  return { id: person.id, locale: person.locale, tz: person.tz, real_name: person.real_name, title: person.title }
}

/** The control routes that change people and user groups. */
export const memberRoutes = (workspace: Workspace): Route[] => [
  slackControlRoute('GET', '/slack/groups', () => [...workspace.groups.values()].map(groupSummary)),
  slackControlRoute('POST', '/slack/group', (request) => changeGroup(workspace, request)),
  slackControlRoute('POST', '/slack/person', (request) => editPerson(workspace, request)),
]
