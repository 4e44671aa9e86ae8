import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import { toRetryableError } from '../api/slack-errors.ts'
import { limitedList } from '../api/limited-list.ts'
import type { SlackApi } from '../api/web-api.ts'
import type { People } from './people.ts'

const MEMBERS_PAGE = 900
const MEMBERS_PAGES_MAX = 10
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
   * Of these full members, those who may read a conversation now: nobody if the app cannot see it either. A person's id stands for their
   * direct messages with the app. Throws if Slack does not answer.
   */
  filterReaders(this: void, team: string, channel: string, users: string[]): Promise<string[]>
  /** The web address of a message; undefined if Slack does not give it. */
  permalink(this: void, team: string, channel: string, ts: string): Promise<string | undefined>
}

const infoAnswer = z.object({ channel: z.object({ is_member: z.boolean().default(true) }) })
const membersAnswer = z.object({
  members: limitedList(z.string()),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})
const openAnswer = z.object({ channel: z.object({ id: z.string() }) })
const permalinkAnswer = z.object({ permalink: z.string() })

/** Reads the members of a channel until each of these people has been found. */
async function filterListed(api: SlackApi, team: string, channel: string, users: string[]): Promise<string[]> {
  const listed = new Set<string>()
  const isFound = (user: string): boolean => listed.has(user)
  let cursor = ''
  for (let page = 0; page < MEMBERS_PAGES_MAX && !users.every(isFound); page++) {
    const args = { channel, limit: MEMBERS_PAGE, ...(cursor && { cursor }) }
    const { members, response_metadata } = await api.call(team, 'conversations.members', args, membersAnswer)
    for (const member of members) listed.add(member)
    cursor = response_metadata.next_cursor
    if (!cursor) break
  }
  return users.filter(isFound)
}

/** Nothing, if Slack refuses to show it; throws if Slack does not answer. */
const noneIfRefused = (error: unknown): [] => {
  if (error instanceof UpstreamError && error.details.outcome === 'refused') return []
  throw error
}

/** Looks conversations up over the Web API. Permalinks and ids of direct messages never change, so they are cached. */
export function createConversations({ api, people }: { api: SlackApi; people: People }): Conversations {
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
      if (error instanceof UpstreamError && error.details.outcome === 'refused') return undefined
      throw toRetryableError(error)
    }
  }

  async function filterChannelReaders(team: string, channel: string, users: string[]): Promise<string[]> {
    const { isPrivate } = await people.channel(team, channel)
    return isPrivate ? filterListed(api, team, channel, users) : users
  }

  return {
    personName: (team, user) =>
      people.person(team, user).then(
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
        if (error instanceof UpstreamError && error.details.outcome === 'refused') return false
        throw error
      }
    },
    async filterReaders(team, channel, users) {
      if (/^[UW]/.test(channel)) return users.filter((user) => user === channel)
      if (channel.startsWith('D')) {
        const directs = await Promise.all(users.map((user) => directChannel(team, user)))
        return users.filter((_, index) => directs[index] === channel)
      }
      return filterChannelReaders(team, channel, users).catch(noneIfRefused)
    },
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
