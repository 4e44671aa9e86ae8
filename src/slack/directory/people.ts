import { z } from 'zod'
import { type Clock, isRecent } from '../../core/clock.ts'
import type { SlackApi } from '../api/web-api.ts'

/** A person as `users.info` describes them, at most five minutes old. */
export interface Person {
  id: string
  name: string
  /** A full member of this workspace: not a guest, a bot, deactivated or from another organization. */
  isMember: boolean
  isAdmin: boolean
  /** As Slack names it: `de-DE`. */
  locale?: string | undefined
}

/** A channel as `conversations.info` describes it, at most five minutes old. */
export interface ChannelFacts {
  id: string
  name: string
  /** Shared with another organization. */
  isShared: boolean
  isPrivate: boolean
  isArchived: boolean
  isMember: boolean
}

/** The people and channels of a team. Each call throws `UpstreamError` if Slack does not answer. */
export interface People {
  person(team: string, user: string): Promise<Person>
  channel(team: string, channel: string): Promise<ChannelFacts>
  /** Names for the ids that a text mentions, for text that leaves Slack. Unknown ids are left out. So are user groups, which would need another scope. */
  names(team: string, ids: { users: string[]; channels: string[] }): Promise<Map<string, string>>
}

const FRESH_MS = 5 * 60_000
const CACHED_MAX = 5000

const userAnswer = z.object({
  user: z.object({
    id: z.string(),
    team_id: z.string().optional(),
    name: z.string().default(''),
    real_name: z.string().optional(),
    deleted: z.boolean().default(false),
    is_bot: z.boolean().default(false),
    is_admin: z.boolean().default(false),
    is_owner: z.boolean().default(false),
    is_restricted: z.boolean().default(false),
    is_ultra_restricted: z.boolean().default(false),
    is_stranger: z.boolean().default(false),
    locale: z.string().optional(),
    profile: z.object({ display_name: z.string().optional(), real_name: z.string().optional() }).default({}),
  }),
})

const channelAnswer = z.object({
  channel: z.object({
    id: z.string(),
    name: z.string().default(''),
    is_ext_shared: z.boolean().default(false),
    is_pending_ext_shared: z.boolean().default(false),
    // Without an answer nobody but its members may read it.
    is_private: z.boolean().default(true),
    is_archived: z.boolean().default(false),
    is_member: z.boolean().default(false),
  }),
})

/** Caches answers for a while; callers that ask at the same time share one request. */
function cacheAnswers<T>(clock: Clock, ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const known = new Map<string, { at: number; value: Promise<T> }>()
  return (key) => {
    const hit = known.get(key)
    if (hit && isRecent(clock, hit.at, FRESH_MS)) return hit.value
    const value = ask(key)
    known.set(key, { at: clock.now(), value })
    value.catch(() => known.delete(key))
    const oldest = known.keys().next().value
    if (known.size > CACHED_MAX && oldest !== undefined) known.delete(oldest)
    return value
  }
}

/** Looks people and channels up, and remembers the last 5,000 of each. */
export function createPeople(api: SlackApi, clock: Clock): People {
  const splitKey = (key: string): [string, string] => {
    const [team = '', id = ''] = key.split('/')
    return [team, id]
  }
  const person = cacheAnswers(clock, async (key): Promise<Person> => {
    const [team, id] = splitKey(key)
    const { user } = await api.call(team, 'users.info', { user: id, include_locale: true }, userAnswer)
    const foreign = user.is_stranger || (user.team_id !== undefined && user.team_id !== team)
    return {
      id: user.id,
      name: user.profile.display_name || user.profile.real_name || user.real_name || user.name || user.id,
      isMember: !foreign && !user.deleted && !user.is_bot && !user.is_restricted && !user.is_ultra_restricted,
      isAdmin: !foreign && (user.is_admin || user.is_owner),
      locale: user.locale,
    }
  })
  const channel = cacheAnswers(clock, async (key): Promise<ChannelFacts> => {
    const [team, id] = splitKey(key)
    const { channel: facts } = await api.call(team, 'conversations.info', { channel: id }, channelAnswer)
    return {
      id: facts.id,
      name: facts.name,
      isShared: facts.is_ext_shared || facts.is_pending_ext_shared,
      isPrivate: facts.is_private,
      isArchived: facts.is_archived,
      isMember: facts.is_member,
    }
  })
  return {
    person: (team, user) => person(`${team}/${user}`),
    channel: (team, id) => channel(`${team}/${id}`),
    async names(team, ids) {
      const found = new Map<string, string>()
      const addName = async (id: string, ask: () => Promise<{ name: string }>): Promise<void> => {
        // The text must not wait for a name that Slack does not give: the id is left out of the map.
        const known = await ask().catch(() => undefined)
        if (known?.name) found.set(id, known.name)
      }
      await Promise.all([
        ...ids.users.map((id) => addName(id, () => person(`${team}/${id}`))),
        ...ids.channels.map((id) => addName(id, () => channel(`${team}/${id}`))),
      ])
      return found
    },
  }
}
