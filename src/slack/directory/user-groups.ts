import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { returnIfRefused } from '../../core/errors.ts'
import { limitedList } from '../api/limited-list.ts'
import { hasErrorCode, MISSING_SCOPE } from '../api/slack-errors.ts'
import type { SlackApi } from '../api/web-api.ts'
import { cacheAnswers, type DirectoryChanges } from './fresh-answers.ts'

/** A user group of the workspace. */
export interface UserGroup {
  id: string
  /** As people mention it: `docs-team`. */
  handle: string
  name: string
}

/** The user groups of a workspace, at most a minute old. Throws `UpstreamError` if Slack does not answer. */
export interface UserGroups {
  /**
   * The ids of each group's members; none of a group that was deleted or switched off. A few groups are asked about one by one, and more with one
   * call: a minute has room for twenty.
   */
  readMembers(this: void, team: string, groups: readonly string[]): Promise<ReadonlySet<string>>[]
  /** The groups in use. */
  list(this: void, team: string): Promise<UserGroup[]>
  /** Whether the app was installed without the scope for groups, and sees none. */
  lacksScope(this: void, team: string): Promise<boolean>
  /** Finds a group that is switched off, for its name; undefined if Slack does not know it. */
  findSwitchedOff(this: void, team: string, id: string): Promise<UserGroup | undefined>
}

/** More than Slack allows in a group. */
const GROUP_MAX = 100_000
const GROUPS_MAX = 10_000
/** The answer was too large to read. */
const TOO_LARGE: ReadonlySet<string> = new Set(['bad_response'])
/** Asked about more than this, Slack is asked once for the members of all groups. */
const FEW_GROUPS = 3
const membersAnswer = z.object({ users: limitedList(z.string(), GROUP_MAX).default([]) })
const groupsAnswer = z.object({
  usergroups: limitedList(
    z.object({
      id: z.string(),
      handle: z.string().default(''),
      name: z.string().default(''),
      /** Not 0 for a group that is switched off. */
      date_delete: z.number().default(0),
    }),
  ),
})

const allMembersAnswer = z.object({
  usergroups: limitedList(
    z.object({
      id: z.string(),
      users: limitedList(z.string(), GROUP_MAX).default([]),
      date_delete: z.number().default(0),
    }),
    GROUPS_MAX,
  ),
})

/** Looks user groups up over the Web API. */
export function createUserGroups(api: SlackApi, clock: Clock, changes: DirectoryChanges): UserGroups {
  const readGroup = cacheAnswers(
    { clock, changes },
    async (team, usergroup): Promise<ReadonlySet<string>> =>
      new Set(
        await api
          .call(team, 'usergroups.users.list', { usergroup }, membersAnswer)
          .then(({ users }) => users, returnIfRefused([])),
      ),
    (group) => [`group-${group}`],
  )
  const groups = cacheAnswers(
    { clock, changes },
    (team): Promise<{ inUse: UserGroup[]; lacksScope: boolean }> =>
      api.call(team, 'usergroups.list', {}, groupsAnswer).then(
        ({ usergroups }) => ({ inUse: usergroups.filter((group) => group.date_delete === 0), lacksScope: false }),
        (error: unknown) => ({ inUse: returnIfRefused([])(error), lacksScope: hasErrorCode(error, MISSING_SCOPE) }),
      ),
    () => ['groups'],
  )
  const switchedOff = cacheAnswers(
    { clock, changes },
    (team) =>
      api
        .call(team, 'usergroups.list', { include_disabled: true }, groupsAnswer)
        .then(({ usergroups }) => usergroups.filter((group) => group.date_delete !== 0), returnIfRefused([])),
    () => ['groups'],
  )
  const readAll = cacheAnswers(
    { clock, changes },
    async (team): Promise<ReadonlyMap<string, ReadonlySet<string>>> => {
      const args = { include_users: true }
      const { usergroups } = await api.call(team, 'usergroups.list', args, allMembersAnswer)
      const inUse = usergroups.filter((group) => group.date_delete === 0)
      return new Map(inUse.map(({ id, users }) => [id, new Set(users)]))
    },
    () => ['groups', 'group-members'],
  )
  /** Undefined if Slack does not return all in one answer, or more than is read. */
  const findAll = (team: string) =>
    readAll(team, '').catch((error: unknown) => {
      if (hasErrorCode(error, TOO_LARGE)) return undefined
      return returnIfRefused(undefined)(error)
    })
  return {
    readMembers(team, ids) {
      if (ids.length <= FEW_GROUPS) return ids.map((id) => readGroup(team, id))
      const all = findAll(team)
      return ids.map(async (id) => {
        const known = await all
        return known ? (known.get(id) ?? new Set<string>()) : readGroup(team, id)
      })
    },
    list: async (team) => (await groups(team, '')).inUse,
    lacksScope: async (team) => (await groups(team, '')).lacksScope,
    findSwitchedOff: async (team, id) => (await switchedOff(team, '')).find((group) => group.id === id),
  }
}
