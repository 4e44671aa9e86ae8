import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { limitedList } from '../api/limited-list.ts'
import type { SlackApi } from '../api/web-api.ts'
import { cacheAnswers, type DirectoryChanges, DISPLAY_MS } from './fresh-answers.ts'

/** How somebody belongs to the workspace. Slack also reports guests, people from other organizations (`external`) and apps as people. */
export type PersonKind = 'member' | 'guest' | 'external' | 'app' | 'deactivated'

/** A person as `users.info` describes them. */
export interface Person {
  id: string
  name: string
  /** First and last name; absent if Slack has none. */
  fullName?: string
  kind: PersonKind
  /** A full member of this workspace: not a guest, a bot, deactivated or from another organization. */
  isMember: boolean
  /** An admin or owner of this workspace. */
  isAdmin: boolean
  /** As Slack names it: `de-DE`. */
  locale?: string | undefined
  /** As Slack names it: `Europe/Berlin`. */
  timeZone?: string | undefined
}

/** A channel as `conversations.info` describes it, at most a minute old. */
export interface ChannelFacts {
  id: string
  name: string
  /** Shared with another organization. */
  isShared: boolean
  isPrivate: boolean
  isArchived: boolean
  isMember: boolean
  /** Direct messages of several people. */
  isDirect?: true
}

/** The people and channels of a team. Each call throws `UpstreamError` if Slack does not answer. */
export interface People {
  /** `isShownOnly`: the answer decides nothing, so it may be ten minutes old: Slack reports each change, and takes a hundred questions a minute. */
  person(team: string, user: string, options?: { isShownOnly?: boolean }): Promise<Person>
  /** `isFresh`: a person decides by the answer, so Slack is asked now. */
  channel(team: string, channel: string, options?: { isFresh?: boolean }): Promise<ChannelFacts>
  /** Names for the ids that a text mentions, for text that is sent outside Slack. Unknown ids are left out, and so are user groups. */
  names(team: string, ids: { users: string[]; channels: string[] }): Promise<Map<string, string>>
}

/** An entry of `users.info` and `users.list`. */
const userSchema = z.object({
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
  tz: z.string().nullish(),
  profile: z.object({ display_name: z.string().optional(), real_name: z.string().optional() }).default({}),
})
const userAnswer = z.object({ user: userSchema })
/** A page of `users.list`. */
export const usersAnswer = z.object({
  members: limitedList(userSchema),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})
/** How many people a page of `users.list` has: each has up to a hundred values, and of an answer a hundred thousand are read. */
export const USERS_PAGE = 800
export type SlackUser = z.infer<typeof userSchema>

/** Slack does not mark its own bot as one. */
const SLACKBOT = 'USLACKBOT'

function findKind(team: string, user: SlackUser): PersonKind {
  if (user.deleted) return 'deactivated'
  if (user.is_bot || user.id === SLACKBOT) return 'app'
  if (user.is_stranger || (user.team_id !== undefined && user.team_id !== team)) return 'external'
  return user.is_restricted || user.is_ultra_restricted ? 'guest' : 'member'
}

/** A person from Slack's answer about them. */
export function toPerson(team: string, user: SlackUser): Person {
  const kind = findKind(team, user)
  const fullName = user.profile.real_name || user.real_name
  return {
    id: user.id,
    name: user.profile.display_name || user.profile.real_name || user.real_name || user.name || user.id,
    ...(fullName && { fullName }),
    kind,
    isMember: kind === 'member',
    isAdmin: kind === 'member' && (user.is_admin || user.is_owner),
    locale: user.locale,
    timeZone: user.tz ?? undefined,
  }
}

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
    is_mpim: z.boolean().default(false),
    is_im: z.boolean().default(false),
  }),
})

/** Looks people and channels up, and remembers the last 5,000 of each. */
export function createPeople(api: SlackApi, clock: Clock, changes: DirectoryChanges): People {
  const readPerson = cacheAnswers(
    { clock, changes, keptMs: DISPLAY_MS },
    async (team, id): Promise<Person> =>
      toPerson(team, (await api.call(team, 'users.info', { user: id, include_locale: true }, userAnswer)).user),
    (id) => [`person-${id}`],
  )
  const person: People['person'] = (team, id, { isShownOnly = false } = {}) =>
    readPerson(team, id, isShownOnly ? { maxAgeMs: clock.scaled(DISPLAY_MS) } : {})
  const readChannel = cacheAnswers(
    { clock, changes },
    async (team, id): Promise<ChannelFacts> => {
      const { channel: facts } = await api.call(team, 'conversations.info', { channel: id }, channelAnswer)
      return {
        id: facts.id,
        name: facts.name,
        isShared: facts.is_ext_shared || facts.is_pending_ext_shared,
        isPrivate: facts.is_private,
        isArchived: facts.is_archived,
        isMember: facts.is_member,
        ...((facts.is_mpim || facts.is_im) && { isDirect: true as const }),
      }
    },
    (id) => [`channel-${id}`],
  )
  const channel: People['channel'] = (team, id, { isFresh = false } = {}) =>
    readChannel(team, id, isFresh ? { maxAgeMs: 0 } : {})
  return {
    person,
    channel,
    async names(team, ids) {
      const found = new Map<string, string>()
      const addName = async (id: string, ask: () => Promise<{ name: string }>): Promise<void> => {
        // The text must not wait for a name that Slack does not give: the id is left out of the map.
        const known = await ask().catch(() => undefined)
        if (known?.name) found.set(id, known.name)
      }
      await Promise.all([
        ...ids.users.map((id) => addName(id, () => person(team, id, { isShownOnly: true }))),
        ...ids.channels.map((id) => addName(id, () => channel(team, id))),
      ])
      return found
    },
  }
}
