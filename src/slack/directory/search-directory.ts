import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import { listNameShapes, type NameFit, readsAsName } from '../../core/name-shape.ts'
import { questionTimeMs } from '../../core/question-time.ts'
import { answerWithin } from '../../core/with-timeout.ts'
import { limitedList } from '../api/limited-list.ts'
import type { SlackApi } from '../api/web-api.ts'
import type { Conversations } from './conversations.ts'
import { compareNames, findNames, type IndexedName, indexName } from './name-index.ts'
import { createNameList, type NamesPage } from './name-list.ts'
import { type SlackUser, toPerson, USERS_PAGE, usersAnswer } from './people.ts'
import type { UserGroups } from './user-groups.ts'

const CHANNELS_PAGE = 999
/** Slack takes at most 100 choices in a menu. */
const FOUND_MAX = 100
/** Names that arrive after this time are left out: somebody is typing. */
const ANSWER_MS = 1200

/** Somebody or something that a person looked for. */
export interface FoundName {
  id: string
  name: string
}

/** Matches for a person's typed text, best first. */
export interface FoundNames {
  people: FoundName[]
  groups: FoundName[]
  channels: FoundName[]
  /** False while Slack has not given all names. */
  isComplete: boolean
  /** The app was installed without the scope for groups. */
  lacksGroupScope: boolean
}

/**
 * Finds full members, user groups and channels by what `user` types. Answers soon, from what is known by then. Private channels are found only by
 * people who are in them.
 */
export type SearchDirectory = (team: string, user: string, typed: string) => Promise<FoundNames>

/** The names of the workspace's people. */
export interface Directory {
  searchDirectory: SearchDirectory
  /**
   * Whether a name reads as that of a full member, by `readsAsName`, as far as Slack has given the names by now.
   */
  isMemberName: (this: void, team: string, name: string, fit: NameFit) => Promise<boolean>
}

const channelSchema = z.object({
  id: z.string(),
  name: z.string().default(''),
  is_private: z.boolean().default(true),
  is_archived: z.boolean().default(false),
})
const channelsAnswer = z.object({
  channels: limitedList(channelSchema),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})

/** `shapes`: those of the words of each name. */
type PersonName = IndexedName & { shapes: string[][] }
type ChannelName = IndexedName & { isPrivate: boolean }

/** Two people can have chosen the same name, so the full one stands behind it. */
function indexPerson(team: string, user: SlackUser): PersonName {
  const { name } = toPerson(team, user)
  const fullName = user.profile.real_name ?? user.real_name ?? ''
  const shown = fullName === '' || fullName === name ? name : `${name} (${fullName})`
  return { ...indexName(user.id, shown, user.name), shapes: [...new Set([name, fullName])].map(listNameShapes) }
}

/** Searches names in memory, which are read from Slack in the background. */
export function createDirectorySearch(options: {
  api: SlackApi
  groups: UserGroups
  conversations: Pick<Conversations, 'channelsOf'>
  clock: Clock
  log: Log
}): Directory {
  const { api, groups, conversations, clock, log } = options
  const readPeople = createNameList({
    clock,
    log,
    async readPage(team, cursor): Promise<NamesPage<PersonName>> {
      const args = { limit: USERS_PAGE, ...(cursor && { cursor }) }
      const { members, response_metadata } = await api.call(team, 'users.list', args, usersAnswer)
      const names = members.filter((user) => toPerson(team, user).isMember).map((user) => indexPerson(team, user))
      return { names, nextCursor: response_metadata.next_cursor }
    },
  })
  const readChannels = createNameList({
    clock,
    log,
    async readPage(team, cursor): Promise<NamesPage<ChannelName>> {
      const types = 'public_channel,private_channel'
      const args = { types, exclude_archived: true, limit: CHANNELS_PAGE, ...(cursor && { cursor }) }
      const { channels, response_metadata } = await api.call(team, 'conversations.list', args, channelsAnswer)
      const names = channels
        .filter((channel) => !channel.is_archived)
        .map(({ id, name, is_private: isPrivate }) => ({ ...indexName(id, `#${name}`), isPrivate }))
      return { names, nextCursor: response_metadata.next_cursor }
    },
  })

  const searchDirectory: SearchDirectory = async (team, user, typed) => {
    const [people, channels, known, own, lacksGroupScope] = await Promise.all([
      readPeople(team),
      readChannels(team),
      answerWithin(questionTimeMs(ANSWER_MS), groups.list(team)),
      answerWithin(questionTimeMs(ANSWER_MS), conversations.channelsOf(team, user)),
      answerWithin(questionTimeMs(ANSWER_MS), groups.lacksScope(team)),
    ])
    const visible = channels.names.filter(({ id, isPrivate }) => !isPrivate || own?.has(id))
    const groupNames = (known ?? []).map(({ id, handle, name }) => indexName(id, `@${handle}`, name))
    const find = (names: readonly IndexedName[]): FoundName[] =>
      findNames(names, typed, FOUND_MAX).map(({ id, name }) => ({ id, name }))
    return {
      people: find(people.names),
      groups: find(groupNames.toSorted(compareNames)),
      channels: find(visible),
      isComplete: people.isComplete && channels.isComplete && known !== undefined && own !== undefined,
      lacksGroupScope: lacksGroupScope ?? false,
    }
  }
  return {
    searchDirectory,
    async isMemberName(team, name, fit) {
      const found = listNameShapes(name)
      const { names } = await readPeople(team)
      return names.some(({ shapes }) => shapes.some((one) => readsAsName(found, one, fit)))
    },
  }
}
