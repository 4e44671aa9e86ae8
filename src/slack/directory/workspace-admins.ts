import type { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { SlackApi } from '../api/web-api.ts'
import { cacheAnswers, type DirectoryChanges, DISPLAY_MS } from './fresh-answers.ts'
import { toPerson, USERS_PAGE, usersAnswer } from './people.ts'

const ADMINS_MAX = 10
const PAGES_MAX = 10

/** The end of the list, if enough is known without what Slack does not answer: somebody waits. */
const lastPageIf =
  (isEnough: boolean) =>
  (error: unknown): z.infer<typeof usersAnswer> => {
    if (isEnough && error instanceof UpstreamError) return { members: [], response_metadata: { next_cursor: '' } }
    throw error
  }

/** Finds admins and owners of a workspace for a person in need of their help: ten at most. Throws `UpstreamError` if Slack does not answer. */
export type FindWorkspaceAdmins = (team: string) => Promise<string[]>

/** Reads the list of people at most every ten minutes, and no further than the admins that it looks for. */
export function createWorkspaceAdminsLookup(
  api: SlackApi,
  clock: Clock,
  changes: DirectoryChanges,
): FindWorkspaceAdmins {
  const readAdmins = cacheAnswers(
    { clock, changes, keptMs: DISPLAY_MS },
    async (team): Promise<string[]> => {
      const admins: string[] = []
      let cursor = ''
      for (let page = 0; page < PAGES_MAX && admins.length < ADMINS_MAX; page++) {
        const args = { limit: USERS_PAGE, ...(cursor && { cursor }) }
        const { members, response_metadata } = await api
          .call(team, 'users.list', args, usersAnswer)
          .catch(lastPageIf(admins.length > 0))
        admins.push(...members.filter((user) => toPerson(team, user).isAdmin).map(({ id }) => id))
        cursor = response_metadata.next_cursor
        if (!cursor) break
      }
      return admins.slice(0, ADMINS_MAX)
    },
    () => [],
  )
  return (team) => readAdmins(team, '', { maxAgeMs: clock.scaled(DISPLAY_MS) })
}
