import type { AccessPolicy } from '../../access/access-policy.ts'
import { withinDeadline } from '../../core/question-time.ts'
import { findNamed, isSubject, type Subject, subjectKinds } from '../../access/subject.ts'
import type { AccessText } from '../../access/text/access-text.ts'
import { returnIfRefused } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import type { SettingControl } from '../../settings/setting.ts'
import type { People, Person } from '../../slack/directory/people.ts'
import type { UserGroups } from '../../slack/directory/user-groups.ts'
import { toEntries } from './controls.ts'

/** Why a named thing cannot be used: `lost` if it does not exist or Bellhop cannot see it, `outside` for a guest and other people from outside. */
export const goneReasons = ['lost', 'archived', 'left', 'outside'] as const
export type GoneReason = (typeof goneReasons)[number]

/** A person, channel, group or project that a setting names. */
export interface NamedThing {
  /** The stored value: an id, a subject, or a project's name. */
  value: string
  name: string
  /** Set if it cannot be used. */
  gone?: GoneReason | undefined
  /** Set for a private channel that the reader is not in and cannot choose. */
  isHidden?: boolean
}

export interface NamingServices {
  people: Pick<People, 'person' | 'channel'>
  slack: { groups: Pick<UserGroups, 'list' | 'findSwitchedOff'> }
  access: Pick<AccessPolicy, 'mayRead'>
}

/** The reader of the names, and the texts in their language. */
interface NameReader {
  team: string
  user: string
  text: AccessText
}

/** A private channel's name is hidden from a person who is not in it. */
async function findChannel(
  { people, access }: NamingServices,
  { team, user, text }: NameReader,
  id: string,
): Promise<NamedThing> {
  const found = await people.channel(team, id).catch(returnIfRefused(undefined))
  const isHidden = found?.isPrivate === true && !(await access.mayRead(team, user, id))
  const name = isHidden ? text.privateChannel : `#${sanitizeLine(found?.name ?? id)}`
  return { value: id, name, gone: found ? (found.isArchived ? 'archived' : undefined) : 'lost', isHidden }
}

async function findGroup(
  { slack: { groups } }: NamingServices,
  { team, text }: NameReader,
  id: string,
): Promise<NamedThing> {
  const found = (await groups.list(team)).find((group) => group.id === id)
  const known = found ?? (await groups.findSwitchedOff(team, id))
  return {
    value: id,
    name: known ? `@${sanitizeLine(known.handle)}` : text.unnamedGroup,
    gone: found ? undefined : 'lost',
  }
}

function findPersonReason(person: Person | undefined): GoneReason | undefined {
  if (!person) return 'lost'
  if (person.isMember) return undefined
  return person.kind === 'deactivated' ? 'left' : 'outside'
}

async function findPerson({ people }: NamingServices, { team }: NameReader, id: string): Promise<NamedThing> {
  const found = await people.person(team, id).catch(returnIfRefused(undefined))
  return { value: id, name: sanitizeLine(found?.name ?? id), gone: findPersonReason(found) }
}

async function findSubject(services: NamingServices, reader: NameReader, subject: Subject): Promise<NamedThing> {
  const named = findNamed(subject)
  if (!named) {
    const kind = subjectKinds.find((one) => one === subject)
    return { value: subject, name: kind === undefined ? subject : reader.text.subjects[kind] }
  }
  const { is, id } = named
  if (is === 'person') return { ...(await findPerson(services, reader, id)), value: subject }
  return {
    ...(is === 'group' ? await findGroup(services, reader, id) : await findChannel(services, reader, id)),
    value: subject,
  }
}

/** Lists the things that a value names, as stored. */
export const listNamed = (control: SettingControl, value: Json): string[] =>
  control.kind === 'project' ? [value].filter((one) => one !== '').map(String) : toEntries(control, value)

/** Finds the names of these entries, and whether they still exist. Throws if Slack does not answer. */
export function findNamedThings(
  services: NamingServices,
  { control, projects, ...reader }: NameReader & { control: SettingControl; projects: string[] },
  values: string[],
): Promise<NamedThing[]> {
  switch (control.kind) {
    case 'channel':
      return Promise.all(values.map((id) => findChannel(services, reader, id)))
    case 'subjects':
      return Promise.all(values.filter(isSubject).map((subject) => findSubject(services, reader, subject)))
    case 'project':
      return Promise.resolve(
        values.map((name) => ({ value: name, name, gone: projects.includes(name) ? undefined : 'lost' })),
      )
    case 'choice':
    case 'text':
    case 'number':
    case 'switch':
    case 'weekdays':
    case 'timeRange':
      return Promise.resolve([])
  }
}

/** Finds the names for a form. Anything that Slack does not name before the deadline is shown by its id, and is not called gone. */
export async function nameThings(...args: Parameters<typeof findNamedThings>): Promise<NamedThing[]> {
  const [, , values] = args
  const things = await withinDeadline(findNamedThings(...args))
  return things ?? values.map((value) => ({ value, name: value }))
}
