import { UpstreamError } from '../core/errors.ts'
import { withTimeout } from '../core/with-timeout.ts'
import { hasErrorCode } from '../slack/api/slack-errors.ts'
import type { People } from '../slack/directory/people.ts'

/** A form's trigger is valid for 3 s. If Slack has not answered by then, the task behind the form decides. */
const FORM_TIMEOUT_MS = 1200

/**
 * Who may do what. Guests, bots, deactivated people and people from other organizations may do nothing, even if ADMIN_USERS names them.
 * Each question throws `UpstreamError` if Slack does not answer, so that a task asks again later.
 */
export interface AccessPolicy {
  /** Full members of the workspace may start and steer jobs, and read and answer mail. */
  mayAct(this: void, team: string, user: string): Promise<boolean>
  /** Workspace admins and owners, and full members in ADMIN_USERS, may change what applies to others. */
  mayAdminister(this: void, team: string, user: string): Promise<boolean>
}

/** The answer for a person who waits for a form; undefined if Slack does not give it in time. Throws what is not a failure of Slack. */
export const answerSoon = <T>(answer: Promise<T>): Promise<T | undefined> =>
  withTimeout(
    FORM_TIMEOUT_MS,
    answer.catch((error: unknown) => {
      if (error instanceof UpstreamError) return undefined
      throw error
    }),
  )

/** Decides from `users.info` and the operator's configuration; `adminUsers` are Slack user ids. */
export function createAccessPolicy({ people, adminUsers }: { people: People; adminUsers: string[] }): AccessPolicy {
  const mayAct = async (team: string, user: string): Promise<boolean> => {
    try {
      return (await people.person(team, user)).isMember
    } catch (error) {
      // A form can name somebody who does not exist.
      if (hasErrorCode(error, 'user_not_found')) return false
      throw error
    }
  }
  return {
    mayAct,
    async mayAdminister(team, user) {
      const { isMember, isAdmin } = await people.person(team, user)
      return isMember && (isAdmin || adminUsers.includes(user))
    },
  }
}
