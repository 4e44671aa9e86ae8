import { UpstreamError } from '../core/errors.ts'
import { hasErrorCode, PERSON_UNKNOWN } from '../slack/api/slack-errors.ts'
import type { Conversations } from '../slack/directory/conversations.ts'
import type { People, Person, PersonKind } from '../slack/directory/people.ts'
import type { UserGroups } from '../slack/directory/user-groups.ts'
import type { AccessRules, AccessScope } from './access-rules.ts'
import type { AccessAction } from './actions.ts'
import { findIds, type Subject } from './subject.ts'

/**
 * Whether Bellhop may post in a conversation at a person's request: `hidden` if the person may not read it, `closed` if the app is not in it or it
 * does not exist.
 */
export type ChannelVerdict = 'open' | 'hidden' | 'closed'

/** Asks whether a person may do an action in a scope. */
export interface AccessQuestion extends AccessScope {
  team: string
  user: string
  action: AccessAction
}

export interface AccessDecision {
  isAllowed: boolean
  subjects: readonly Subject[]
}

/**
 * Decides who may do what. Deactivated people may do nothing; guests, people from other organizations and other apps only what a setting allows to
 * their kind. Each question throws `UpstreamError` if Slack does not answer: a task asks again later.
 */
export interface AccessPolicy {
  /** Decides whether a person may do an action; asked in the task that carries it out. */
  decide(this: void, question: AccessQuestion): Promise<AccessDecision>
  /** Whether this person may use Bellhop: full members, and people of a kind that a setting names. */
  mayUse(this: void, team: string, user: string): Promise<boolean>
  /**
   * Whether this person may read a conversation: people who may use Bellhop may read public channels, private ones that they are in, and their own
   * direct messages with the app.
   */
  mayRead(this: void, team: string, user: string, channel: string): Promise<boolean>
  /** Whether this person is a guest of the workspace who is in a channel, and so sees what Bellhop posts there. */
  isGuestIn(this: void, team: string, user: string, channel: string): Promise<boolean>
  /** Returns the people in `users` who may read a conversation now. */
  filterReaders(this: void, team: string, channel: string, users: string[]): Promise<string[]>
  /** Whether the app may post for this person in a channel that they named. */
  checkChannel(this: void, team: string, user: string, channel: string): Promise<ChannelVerdict>
  /** Returns the Slack ids of the people that the operator made admins of Bellhop in this workspace, and who are still its full members, as far as Slack answers. */
  listAppointedAdmins(this: void, team: string): Promise<readonly string[]>
}

export interface AccessPolicyOptions {
  people: People
  conversations: Conversations
  groups: UserGroups
  rules: AccessRules
  /** The Slack ids that the operator's settings name for a workspace. */
  readAdminSetting(this: void, team: string): Promise<readonly string[]>
}

/** Actions that the settings cannot take away from admins. */
const ADMINS_ALWAYS: readonly AccessAction[] = ['mail.administer', 'workspace.administer']

/** The subject for each kind of people; deactivated people have none. */
const SUBJECT_OF_KIND: Record<PersonKind, Subject | undefined> = {
  member: 'members',
  guest: 'guests',
  external: 'external',
  app: 'apps',
  deactivated: undefined,
}

/** Decides an action in each of these projects, or in none if the list is empty; permission in one is enough. The subjects are those of the first. */
export async function decideInAny(
  { decide }: Pick<AccessPolicy, 'decide'>,
  question: AccessQuestion,
  projects: readonly string[] = [],
): Promise<AccessDecision> {
  const scopes = projects.length > 0 ? projects : [question.project]
  const decisions = await Promise.all(scopes.map((project) => decide({ ...question, project })))
  return {
    isAllowed: decisions.some(({ isAllowed }) => isAllowed),
    subjects: decisions[0]?.subjects ?? [],
  }
}

/** Returns undefined for a person who does not exist or that Slack does not show; a form can name them. */
const findPerson = (people: People, team: string, user: string): Promise<Person | undefined> =>
  people.person(team, user).catch((error: unknown) => {
    if (hasErrorCode(error, PERSON_UNKNOWN)) return undefined
    throw error
  })

/** Keeps the people who are full members of a workspace. Without an answer from Slack, a person is assumed to be one. */
async function keepMembers(people: People, team: string, users: readonly string[]): Promise<string[]> {
  const answers = await Promise.allSettled(users.map((user) => findPerson(people, team, user)))
  return users.filter((_, index) => {
    const answer = answers[index]
    if (answer?.status === 'fulfilled') return answer.value?.isMember
    if (answer?.reason instanceof UpstreamError) return true
    throw answer?.reason
  })
}

/** Decides from Slack's people and conversations, the settings, and the operator's configuration. */
export function createAccessPolicy(options: AccessPolicyOptions): AccessPolicy {
  const { people, conversations, groups, rules, readAdminSetting } = options

  /** Matches a subject without another question to Slack. */
  const matchesPerson = (person: Person, subject: Subject): boolean =>
    subject === SUBJECT_OF_KIND[person.kind] ||
    (subject === 'admins' && person.isMember && person.isAdmin) ||
    (person.isMember && subject === `person:${person.id}`)

  const isAppointed = async (team: string, person: Person): Promise<boolean> =>
    person.isMember && (await readAdminSetting(team)).includes(person.id)

  function askMemberships(team: string, user: string, subjects: readonly Subject[]): Promise<boolean>[] {
    const members = groups.readMembers(team, findIds(subjects, 'group'))
    return [
      ...members.map(async (users) => (await users).has(user)),
      ...findIds(subjects, 'channel').map((channel) => conversations.isMember(team, user, channel)),
    ]
  }

  async function matchesAny(team: string, person: Person, subjects: readonly Subject[]): Promise<boolean> {
    if (subjects.some((subject) => matchesPerson(person, subject))) return true
    if (subjects.includes('admins') && (await isAppointed(team, person))) return true
    // Groups and channels can only be named for members: others are allowed as a kind or not at all.
    if (!person.isMember) return false
    const answers = await Promise.allSettled(askMemberships(team, person.id, subjects))
    if (answers.some((answer) => answer.status === 'fulfilled' && answer.value)) return true
    const failure = answers.find((answer) => answer.status === 'rejected')
    if (failure) throw failure.reason
    return false
  }

  async function decide({ team, user, action, ...scope }: AccessQuestion): Promise<AccessDecision> {
    const set = await rules.read(team, action, scope)
    const subjects: readonly Subject[] = ADMINS_ALWAYS.includes(action)
      ? [...new Set([...set, 'admins' as const])]
      : set
    const person = await findPerson(people, team, user)
    return { isAllowed: person !== undefined && (await matchesAny(team, person, subjects)), subjects }
  }

  /** Returns the person, if they are a member or of a kind that a setting names. */
  async function findUser(team: string, user: string): Promise<Person | undefined> {
    const person = await findPerson(people, team, user)
    const kind = person && SUBJECT_OF_KIND[person.kind]
    return kind !== undefined && (kind === 'members' || (await rules.namesKind(team, kind))) ? person : undefined
  }
  const mayUse = async (team: string, user: string): Promise<boolean> => (await findUser(team, user)) !== undefined

  async function filterReaders(team: string, channel: string, users: string[]): Promise<string[]> {
    const found = await Promise.all(
      users.map(async (user) => {
        const person = await findUser(team, user)
        // A guest may not read even a public channel that they are not in.
        if (!person || person.isMember || !/^[CG]/.test(channel)) return person
        return (await conversations.isMember(team, user, channel)) ? person : undefined
      }),
    )
    const readers = found.flatMap((person) => (person ? [person.id] : []))
    return readers.length === 0 ? [] : conversations.filterReaders(team, channel, readers)
  }

  const mayRead = async (team: string, user: string, channel: string): Promise<boolean> =>
    (await filterReaders(team, channel, [user])).length > 0

  return {
    decide,
    mayUse,
    mayRead,
    isGuestIn: async (team, user, channel) =>
      /^[CG]/.test(channel) &&
      (await findPerson(people, team, user))?.kind === 'guest' &&
      (await conversations.isMember(team, user, channel)),
    filterReaders,
    async checkChannel(team, user, channel) {
      const isChannel = /^[CG]/.test(channel)
      const [isReader, hasApp] = await Promise.all([
        mayRead(team, user, channel),
        !isChannel || conversations.hasApp(team, channel),
      ])
      if (!hasApp) return 'closed'
      return isReader ? 'open' : 'hidden'
    },
    listAppointedAdmins: async (team) => keepMembers(people, team, await readAdminSetting(team)),
  }
}
