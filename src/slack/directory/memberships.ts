import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { returnIfRefused } from '../../core/errors.ts'
import { limitedList } from '../api/limited-list.ts'
import type { SlackApi } from '../api/web-api.ts'
import { cacheAnswers, type DirectoryChanges } from './fresh-answers.ts'

const CHANNELS_PAGE = 999
const CHANNELS_PAGES_MAX = 10

const channelsAnswer = z.object({
  channels: limitedList(z.object({ id: z.string() })),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})
const noChannels: z.infer<typeof channelsAnswer> = { channels: [], response_metadata: { next_cursor: '' } }

/**
 * The channels that a person is in and the app can see, at most a minute old. Asked by person: somebody is in far fewer channels than a channel may
 * have members. Throws `UpstreamError` if Slack does not answer.
 */
export function createMemberships({ api, clock, changes }: { api: SlackApi; clock: Clock; changes: DirectoryChanges }) {
  return cacheAnswers(
    { clock, changes },
    async (team, user): Promise<ReadonlySet<string>> => {
      const found = new Set<string>()
      let cursor = ''
      for (let page = 0; page < CHANNELS_PAGES_MAX; page++) {
        const types = 'public_channel,private_channel'
        const args = { user, types, limit: CHANNELS_PAGE, ...(cursor && { cursor }) }
        const { channels, response_metadata } = await api
          .call(team, 'users.conversations', args, channelsAnswer)
          .catch(returnIfRefused(noChannels))
        for (const { id } of channels) found.add(id)
        cursor = response_metadata.next_cursor
        if (!cursor) break
      }
      return found
    },
    (user) => [`memberships-${user}`, 'memberships'],
  )
}
