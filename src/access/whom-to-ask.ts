import { UpstreamError } from '../core/errors.ts'
import { channelMention, escapeMrkdwn } from '../slack/blocks/mrkdwn.ts'
import type { People } from '../slack/directory/people.ts'
import { readQuietName } from '../slack/directory/quiet-name.ts'
import type { UserGroups } from '../slack/directory/user-groups.ts'
import type { FindWorkspaceAdmins } from '../slack/directory/workspace-admins.ts'
import type { AccessText } from './text/access-text.ts'
import { findNamed, type Subject } from './subject.ts'

/** More people than this are not written to for one question. */
const PEOPLE_MAX = 10
/** More names than this are not listed in one sentence. */
const NAMES_MAX = 4

/** What is needed to find and name the people who may do something. */
export interface WhomToAskServices {
  people: People
  groups: UserGroups
  findWorkspaceAdmins: FindWorkspaceAdmins
  /** Slack ids of the admins, from the operator's configuration. */
  adminUsers: string[]
}

/** Whom to ask for something: by person, user group and channel. */
export interface WhomToAsk {
  people: string[]
  groups: string[]
  channels: string[]
}

const idsOf = (subjects: readonly Subject[], kind: 'person' | 'group' | 'channel'): string[] =>
  subjects.flatMap((subject) => {
    const named = findNamed(subject)
    return named?.is === kind ? [named.id] : []
  })

/** Nothing, if Slack refuses to show it; throws if Slack does not answer. */
const noneIfRefused = (error: unknown): undefined => {
  if (error instanceof UpstreamError && error.details.outcome === 'refused') return undefined
  throw error
}

/** Of what a setting names, what is still there: nobody can ask a deleted group or somebody who left. */
async function findThere({ people, groups }: WhomToAskServices, team: string, named: WhomToAsk): Promise<WhomToAsk> {
  const keepThere = async (ids: string[], isThere: (id: string) => Promise<boolean | undefined>): Promise<string[]> => {
    const answers = await Promise.all(ids.map((id) => isThere(id).catch(noneIfRefused)))
    return ids.filter((_, index) => answers[index])
  }
  return {
    people: await keepThere(named.people, async (id) => (await people.person(team, id)).kind !== 'deactivated'),
    groups: await keepThere(named.groups, async (id) => (await groups.members(team, id)).size > 0),
    channels: await keepThere(named.channels, async (id) => !(await people.channel(team, id)).isArchived),
  }
}

/** The people, groups and channels that a setting names; the admins if none of them is there. Throws if Slack does not answer. */
export async function findWhomToAsk(
  services: WhomToAskServices,
  team: string,
  subjects: readonly Subject[],
): Promise<WhomToAsk> {
  const { findWorkspaceAdmins, adminUsers } = services
  const named = await findThere(services, team, {
    people: idsOf(subjects, 'person'),
    groups: idsOf(subjects, 'group'),
    channels: idsOf(subjects, 'channel'),
  })
  const isNamed = Object.values(named).some((ids) => ids.length > 0)
  if (isNamed && !subjects.includes('admins')) return named
  const admins = adminUsers.length > 0 ? adminUsers : await findWorkspaceAdmins(team)
  return { ...named, people: [...new Set([...named.people, ...admins])].slice(0, PEOPLE_MAX) }
}

/** Their names for a sentence, ready to be shown; a name that Slack does not give soon is described instead. */
export async function nameWhomToAsk(
  { people, groups }: WhomToAskServices,
  team: string,
  whom: WhomToAsk,
  text: AccessText,
): Promise<string[]> {
  const known = whom.groups.length === 0 ? [] : await groups.list(team).catch(() => [])
  const groupNames = whom.groups.map((id) => {
    const handle = known.find((group) => group.id === id)?.handle
    return handle ? `@${escapeMrkdwn(handle)}` : text.unnamedGroup
  })
  const channelNames = whom.channels.map((id) => text.membersOf(channelMention(id)))
  const rest = Math.max(0, NAMES_MAX - groupNames.length - channelNames.length)
  const personNames = await Promise.all(whom.people.slice(0, rest).map((id) => readQuietName(text, people, team, id)))
  return [...personNames, ...groupNames, ...channelNames].slice(0, NAMES_MAX)
}

/** The people to write to: those named, and members of the groups. */
export async function findPeopleToAsk({ groups }: WhomToAskServices, team: string, whom: WhomToAsk): Promise<string[]> {
  const members = await Promise.all(whom.groups.map((group) => groups.members(team, group)))
  return [...new Set([...whom.people, ...members.flatMap((set) => [...set])])].slice(0, PEOPLE_MAX)
}
