import { z } from 'zod'
import { isRefusal, returnIfRefused } from '../../core/errors.ts'
import { toRetryableError } from '../api/slack-errors.ts'
import type { SlackApi } from '../api/web-api.ts'
import type { DirectoryChanges } from './fresh-answers.ts'
import { createMemberships } from './memberships.ts'
import type { People } from './people.ts'
import type { Clock } from '../../core/clock.ts'

/** Upper bound on how long a newly invited person is turned away; repeated attempts cost one call in this time. */
const REFUSAL_MAX_AGE_MS = 2000
const PERMALINKS_KEPT = 5000

/** Looks up conversations and their members. */
export interface Conversations {
  /** A person's name, or their id if Slack does not give it. */
  personName(team: string, user: string): Promise<string>
  /** True for a direct message that the app is not part of, where it can show nothing. */
  isInaccessible(team: string, user: string, channel: string): Promise<boolean>
  /** Whether the app is in a channel now. Never cached, because people invite it while they wait. Throws if Slack does not answer. */
  hasApp(this: void, team: string, channel: string): Promise<boolean>
  /**
   * Keeps the full members who may read a conversation now: nobody if the app cannot see it either. A person's id stands for their direct messages
   * with the app. Throws if Slack does not answer.
   */
  filterReaders(this: void, team: string, channel: string, users: string[]): Promise<string[]>
  /** Whether a person is in a channel that the app can see. Throws if Slack does not answer. */
  isMember(this: void, team: string, user: string, channel: string): Promise<boolean>
  /** The channels that a person is in and the app can see. Throws if Slack does not answer. */
  channelsOf(this: void, team: string, user: string): Promise<ReadonlySet<string>>
  /** The web address of a message; undefined if Slack does not give it. */
  permalink(this: void, team: string, channel: string, ts: string): Promise<string | undefined>
}

const infoAnswer = z.object({ channel: z.object({ is_member: z.boolean().default(true) }) })
const openAnswer = z.object({ channel: z.object({ id: z.string() }) })
const permalinkAnswer = z.object({ permalink: z.string() })

/** Looks conversations up over the Web API. Permalinks and ids of direct messages never change, so they are cached. */
export function createConversations(options: {
  api: SlackApi
  people: People
  clock: Clock
  changes: DirectoryChanges
}): Conversations {
  const { api, people, clock, changes } = options
  const directs = new Map<string, string>()
  const permalinks = new Map<string, string>()

  /** The person's direct messages with the app; undefined if Slack refuses to open them. */
  async function directChannel(team: string, user: string): Promise<string | undefined> {
    const known = directs.get(`${team}/${user}`)
    if (known !== undefined) return known
    try {
      const { channel } = await api.call(team, 'conversations.open', { users: user }, openAnswer)
      directs.set(`${team}/${user}`, channel.id)
      return channel.id
    } catch (error) {
      if (isRefusal(error)) return undefined
      throw toRetryableError(error)
    }
  }

  const readMemberships = createMemberships({ api, clock, changes })
  const isMember = async (team: string, user: string, channel: string): Promise<boolean> =>
    (await readMemberships(team, user)).has(channel)

  async function filterChannelReaders(team: string, channel: string, users: string[]): Promise<string[]> {
    const { isPrivate } = await people.channel(team, channel)
    if (!isPrivate) return users
    const areMembers = await Promise.all(
      users.map(async (user) => {
        if (await isMember(team, user, channel)) return true
        // The person or the app may have just been invited, and the event is still on its way.
        return (await readMemberships(team, user, { maxAgeMs: REFUSAL_MAX_AGE_MS })).has(channel)
      }),
    )
    return users.filter((_, index) => areMembers[index])
  }

  return {
    personName: (team, user) =>
      people.person(team, user, { isShownOnly: true }).then(
        (person) => person.name,
        () => user,
      ),
    async isInaccessible(team, user, channel) {
      if (!channel.startsWith('D')) return false
      const own = await directChannel(team, user)
      return own !== undefined && own !== channel
    },
    async hasApp(team, channel) {
      try {
        return (await api.call(team, 'conversations.info', { channel }, infoAnswer)).channel.is_member
      } catch (error) {
        // To the app, a private channel that it is not in does not exist.
        if (isRefusal(error)) return false
        throw error
      }
    },
    async filterReaders(team, channel, users) {
      if (/^[UW]/.test(channel)) return users.filter((user) => user === channel)
      if (channel.startsWith('D')) {
        const directs = await Promise.all(users.map((user) => directChannel(team, user)))
        return users.filter((_, index) => directs[index] === channel)
      }
      return filterChannelReaders(team, channel, users).catch(returnIfRefused([]))
    },
    isMember,
    channelsOf: (team, user) => readMemberships(team, user),
    async permalink(team, channel, ts) {
      const key = `${team}/${channel}/${ts}`
      const known = permalinks.get(key)
      if (known !== undefined) return known
      const found = await api
        .call(team, 'chat.getPermalink', { channel, message_ts: ts }, permalinkAnswer)
        .catch(() => undefined)
      if (found) permalinks.set(key, found.permalink)
      const oldest = permalinks.keys().next().value
      if (permalinks.size > PERMALINKS_KEPT && oldest !== undefined) permalinks.delete(oldest)
      return found?.permalink
    },
  }
}
