import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import { limitedList } from '../api/limited-list.ts'
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
  /** The ids of its members; empty for a group that was deleted or switched off. */
  members(this: void, team: string, group: string): Promise<ReadonlySet<string>>
  /** The groups in use. */
  list(this: void, team: string): Promise<UserGroup[]>
}

/** More than Slack allows in a group. */
const GROUP_MAX = 100_000
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

/** Nothing, if Slack refuses to show it; throws if Slack does not answer. */
const noneIfRefused = (error: unknown): [] => {
  if (error instanceof UpstreamError && error.details.outcome === 'refused') return []
  throw error
}

/** Looks user groups up over the Web API. */
export function createUserGroups(api: SlackApi, clock: Clock, changes: DirectoryChanges): UserGroups {
  const members = cacheAnswers(
    { clock, changes },
    async (team, usergroup): Promise<ReadonlySet<string>> =>
      new Set(
        await api
          .call(team, 'usergroups.users.list', { usergroup }, membersAnswer)
          .then(({ users }) => users, noneIfRefused),
      ),
    (group) => [`group-${group}`],
  )
  const groups = cacheAnswers(
    { clock, changes },
    (team) =>
      api
        .call(team, 'usergroups.list', {}, groupsAnswer)
        .then(({ usergroups }) => usergroups.filter((group) => group.date_delete === 0), noneIfRefused),
    () => ['groups'],
  )
  return { members, list: (team) => groups(team, '') }
}
