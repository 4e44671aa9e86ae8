import type { People } from '../slack/directory/people.ts'
import { within } from '../core/with-timeout.ts'

const PATIENCE_MS = 1200

/** Who may act, until permissions come: full members read and answer, admins change settings. */
export function permission(people: People, adminUsers: string[]) {
  const mayAct = async (team: string, user: string): Promise<boolean> => (await people.person(team, user)).isMember
  const mayAdminister = async (team: string, user: string): Promise<boolean> => {
    const person = await people.person(team, user)
    return person.isMember && (person.isAdmin || adminUsers.includes(user))
  }

  /** Undefined when Slack does not say in time: the trigger of a form lives for 3 s, and the task behind it asks again. */
  const soon = (question: Promise<boolean>): Promise<boolean | undefined> =>
    within(
      PATIENCE_MS,
      question.catch(() => undefined),
    )

  return {
    mayAct,
    mayAdminister,
    mayActSoon: (team: string, user: string) => soon(mayAct(team, user)),
    mayAdministerSoon: (team: string, user: string) => soon(mayAdminister(team, user)),
  }
}

export type Permission = ReturnType<typeof permission>
