import { withTimeout } from '../core/with-timeout.ts'
import type { People } from '../slack/directory/people.ts'

/** A form's trigger is valid for 3 s. If Slack has not answered by then, the task behind the form decides. */
const FORM_TIMEOUT_MS = 1200

/** Who may do what. Guests, bots, deactivated people and people from other organizations may do nothing, even if ADMIN_USERS names them. */
export interface AccessPolicy {
  /** Full members of the workspace may start and steer jobs, and read and answer mail. */
  mayAct(this: void, team: string, user: string): Promise<boolean>
  /** Workspace admins and owners, and full members in ADMIN_USERS, may change what applies to others. */
  mayAdminister(this: void, team: string, user: string): Promise<boolean>
  /** `mayAct` for a click that opens a form; undefined if Slack does not answer in time. */
  mayActSoon(this: void, team: string, user: string): Promise<boolean | undefined>
  /** `mayAdminister` for a click that opens a form; undefined if Slack does not answer in time. */
  mayAdministerSoon(this: void, team: string, user: string): Promise<boolean | undefined>
}

/** Decides from `users.info` and the operator's configuration; `adminUsers` are Slack user ids. */
export function createAccessPolicy({ people, adminUsers }: { people: People; adminUsers: string[] }): AccessPolicy {
  const mayAct = async (team: string, user: string): Promise<boolean> => (await people.person(team, user)).isMember
  const mayAdminister = async (team: string, user: string): Promise<boolean> => {
    const { isMember, isAdmin } = await people.person(team, user)
    return isMember && (isAdmin || adminUsers.includes(user))
  }
  const soon = (answer: Promise<boolean>): Promise<boolean | undefined> =>
    withTimeout(
      FORM_TIMEOUT_MS,
      answer.catch(() => undefined),
    )
  return {
    mayAct,
    mayAdminister,
    mayActSoon: (team, user) => soon(mayAct(team, user)),
    mayAdministerSoon: (team, user) => soon(mayAdminister(team, user)),
  }
}
