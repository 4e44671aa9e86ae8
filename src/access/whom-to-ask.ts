import { returnIfRefused } from '../core/errors.ts'
import { channelMention, escapeMrkdwn } from '../slack/blocks/mrkdwn.ts'
import type { People } from '../slack/directory/people.ts'
import { readQuietName } from '../slack/directory/quiet-name.ts'
import type { SlackServices } from '../slack/slack-services.ts'
import type { AccessPolicy } from './access-policy.ts'
import type { AccessText } from './text/access-text.ts'
import { findIds, type Subject } from './subject.ts'

/** The limit of people notified of one request. */
export const PEOPLE_MAX = 10
const NAMES_MAX = 4

/** Services that find and name the people who may do something. */
export interface WhomToAskServices {
  people: People
  access: Pick<AccessPolicy, 'listAppointedAdmins'>
  slack: Pick<SlackServices, 'groups' | 'findWorkspaceAdmins'>
}

/** The people, user groups and channels to ask for permission. */
export interface WhomToAsk {
  people: string[]
  groups: string[]
  channels: string[]
}

/** Keeps the first existing ones, up to the limit: a rule may name more than Slack can be asked about in a minute. */
async function keepThere(
  ids: readonly string[],
  limit: number,
  isThere: (id: string) => Promise<boolean | undefined>,
): Promise<string[]> {
  const found: string[] = []
  for (let from = 0; from < ids.length && found.length < limit; from += limit) {
    const some = ids.slice(from, from + limit)
    const answers = await Promise.all(some.map((id) => isThere(id).catch(returnIfRefused(undefined))))
    found.push(...some.filter((_, index) => answers[index]))
  }
  return found.slice(0, limit)
}

/** Keeps the people, groups and channels that still exist: a deleted group or a person who left cannot be asked. */
async function findThere(services: WhomToAskServices, team: string, named: WhomToAsk): Promise<WhomToAsk> {
  const {
    people,
    slack: { groups },
  } = services
  const members = await Promise.all(groups.readMembers(team, named.groups))
  return {
    people: await keepThere(named.people, PEOPLE_MAX, async (id) => (await people.person(team, id)).isMember),
    groups: named.groups.filter((_, index) => (members[index]?.size ?? 0) > 0),
    channels: await keepThere(named.channels, NAMES_MAX, async (id) => {
      const { isArchived, isShared } = await people.channel(team, id)
      // A request is not shown to another organization.
      return !isArchived && !isShared
    }),
  }
}

/** Returns the operator's admins who are still members of the workspace; its own admins if none is. */
async function findAdmins(services: WhomToAskServices, team: string): Promise<string[]> {
  const appointed = await services.access.listAppointedAdmins(team)
  return appointed.length > 0 ? appointed.slice(0, PEOPLE_MAX) : services.slack.findWorkspaceAdmins(team)
}

/** Returns the people, groups and channels that a setting names and that still exist. */
export const findNamedPeople = (
  services: WhomToAskServices,
  team: string,
  subjects: readonly Subject[],
): Promise<WhomToAsk> =>
  findThere(services, team, {
    people: findIds(subjects, 'person'),
    groups: findIds(subjects, 'group'),
    channels: findIds(subjects, 'channel'),
  })

/** Returns the people, groups and channels that a setting names; the admins if none exists. Throws if Slack does not answer. */
export async function findWhomToAsk(
  services: WhomToAskServices,
  team: string,
  subjects: readonly Subject[],
): Promise<WhomToAsk> {
  const named = await findNamedPeople(services, team, subjects)
  const isNamed = Object.values(named).some((ids) => ids.length > 0)
  if (isNamed && !subjects.includes('admins')) return named
  const admins = await findAdmins(services, team)
  return { ...named, people: [...new Set([...named.people, ...admins])].slice(0, PEOPLE_MAX) }
}

/** Returns their names for a sentence, escaped; a name that Slack does not return in time is replaced by a description. */
export async function nameWhomToAsk(
  { people, slack: { groups } }: WhomToAskServices,
  team: string,
  whom: WhomToAsk,
  text: AccessText,
): Promise<string[]> {
  const known = whom.groups.length === 0 ? [] : await groups.list(team).catch(() => [])
  const groupNames = whom.groups.map((id) => {
    const handle = known.find((group) => group.id === id)?.handle
    return handle ? `@${escapeMrkdwn(handle)}` : text.unnamedGroup
  })
  const channelNames = whom.channels.map((id) => text.membersOf({ channel: channelMention(id) }))
  const rest = Math.max(0, NAMES_MAX - groupNames.length - channelNames.length)
  const personNames = await Promise.all(whom.people.slice(0, rest).map((id) => readQuietName(text, people, team, id)))
  return [...personNames, ...groupNames, ...channelNames].slice(0, NAMES_MAX)
}

/** Returns the people to notify: those named, and members of the groups. */
export async function findPeopleToAsk(
  { slack: { groups } }: WhomToAskServices,
  team: string,
  whom: WhomToAsk,
): Promise<string[]> {
  const members = await Promise.all(groups.readMembers(team, whom.groups))
  return [...new Set([...whom.people, ...members.flatMap((set) => [...set])])].slice(0, PEOPLE_MAX)
}
