import { UpstreamError } from '../core/errors.ts'
import { withTimeout } from '../core/with-timeout.ts'
import { hasErrorCode, PERSON_UNKNOWN } from '../slack/api/slack-errors.ts'
import type { Conversations } from '../slack/directory/conversations.ts'
import type { People } from '../slack/directory/people.ts'

/**
 * A form's trigger is valid for 3 s, in which up to three questions are asked one after the other. If Slack has not answered by then, the task
 * behind the form decides.
 */
const FORM_TIMEOUT_MS = 1000

/**
 * Whether Bellhop may post in a conversation because a person asked for it. `hidden`: the person may not read it. `closed`: the app is not in it,
 * or there is no such conversation.
 */
export type ChannelVerdict = 'open' | 'hidden' | 'closed'

/**
 * Who may do what. Guests, bots, deactivated people and people from other organizations may do nothing, even if ADMIN_USERS names them.
 * Each question throws `UpstreamError` if Slack does not answer, so that a task asks again later.
 */
export interface AccessPolicy {
  /** Full members of the workspace may start and steer jobs, and read and answer mail. */
  mayAct(this: void, team: string, user: string): Promise<boolean>
  /** Workspace admins and owners, and full members in ADMIN_USERS, may change what applies to others. */
  mayAdminister(this: void, team: string, user: string): Promise<boolean>
  /** Full members may read public channels, private ones that they are in, and their own direct messages with the app. */
  mayRead(this: void, team: string, user: string, channel: string): Promise<boolean>
  /** Of these people, those who may read a conversation now. */
  filterReaders(this: void, team: string, channel: string, users: string[]): Promise<string[]>
  /** Whether a channel that somebody named may be posted to for them. */
  checkChannel(this: void, team: string, user: string, channel: string): Promise<ChannelVerdict>
}

export interface AccessPolicyOptions {
  people: People
  conversations: Conversations
  /** Slack user ids, from the operator's configuration. */
  adminUsers: string[]
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

/** Decides from what Slack says of people and conversations, and from the operator's configuration. */
export function createAccessPolicy({ people, conversations, adminUsers }: AccessPolicyOptions): AccessPolicy {
  const mayAct = async (team: string, user: string): Promise<boolean> => {
    try {
      return (await people.person(team, user)).isMember
    } catch (error) {
      // A form can name somebody who does not exist, or whom Slack does not show.
      if (hasErrorCode(error, PERSON_UNKNOWN)) return false
      throw error
    }
  }

  async function filterReaders(team: string, channel: string, users: string[]): Promise<string[]> {
    const areMembers = await Promise.all(users.map((user) => mayAct(team, user)))
    const members = users.filter((_, index) => areMembers[index])
    return members.length === 0 ? [] : conversations.filterReaders(team, channel, members)
  }

  const mayRead = async (team: string, user: string, channel: string): Promise<boolean> =>
    (await filterReaders(team, channel, [user])).length > 0

  return {
    mayAct,
    mayRead,
    filterReaders,
    async mayAdminister(team, user) {
      const { isMember, isAdmin } = await people.person(team, user)
      return isMember && (isAdmin || adminUsers.includes(user))
    },
    async checkChannel(team, user, channel) {
      const isChannel = /^[CG]/.test(channel)
      const [isReader, hasApp] = await Promise.all([
        mayRead(team, user, channel),
        !isChannel || conversations.hasApp(team, channel),
      ])
      if (!hasApp) return 'closed'
      return isReader ? 'open' : 'hidden'
    },
  }
}
