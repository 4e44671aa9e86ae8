import { withTimeout } from '../core/with-timeout.ts'
import type { People } from '../slack/directory/people.ts'

/** A form's trigger lives for 3 s: what Slack has not answered by then is decided by the task behind the form. */
const FORM_TIMEOUT_MS = 1200

/** Who may act. Guests, bots, deactivated people and people of other organizations may do nothing, whatever else names them. */
export interface AccessPolicy {
  /** Full members of the workspace start and steer jobs, and read and answer mail. */
  mayAct(this: void, team: string, user: string): Promise<boolean>
  /** Workspace admins and owners, and the people in ADMIN_USERS, change what holds for others. */
  mayAdminister(this: void, team: string, user: string): Promise<boolean>
  /** `mayAct` for a click that opens a form; undefined when Slack does not answer in time. */
  mayActSoon(this: void, team: string, user: string): Promise<boolean | undefined>
  /** `mayAdminister` for a click that opens a form; undefined when Slack does not answer in time. */
  mayAdministerSoon(this: void, team: string, user: string): Promise<boolean | undefined>
}

/** The one place that decides who may do what; `adminUsers` are Slack ids from the operator's configuration. */
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
