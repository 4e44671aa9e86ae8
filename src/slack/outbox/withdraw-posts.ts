import { z } from 'zod'
import { limitedList } from '../api/limited-list.ts'
import { CONVERSATION_GONE, hasErrorCode, toRetryableError } from '../api/slack-errors.ts'
import type { SlackServices } from '../slack-services.ts'
import { deleteMessage, readOpId } from './post-once.ts'

/** A part of a Slack thread: the messages below its first one that are newer than `after`. */
export interface ThreadPart {
  team: string
  channel: string
  threadTs: string
  /** Absent for the whole thread. */
  after?: string | undefined
}

const PAGE_SIZE = 200

const pageSchema = z.object({
  messages: limitedList(
    z.object({
      ts: z.string(),
      user: z.string().optional(),
      files: limitedList(z.unknown()).default([]),
      metadata: z.object({ event_payload: z.record(z.string(), z.unknown()).optional() }).nullish(),
    }),
  ),
  has_more: z.boolean().default(false),
})

/**
 * Deletes the app's messages in the first page of a part of a Slack thread: those whose `opId` is to be withdrawn, and the files, which have none.
 * Returns the `ts` after which the next page begins; undefined after the last one, and if the thread is gone. Safe to repeat. Throws a repeatable
 * `UpstreamError` if Slack does not answer.
 */
export async function withdrawPosts(
  { api, installations }: Pick<SlackServices, 'api' | 'installations'>,
  { team, channel, threadTs, after }: ThreadPart,
  isWithdrawn: (opId: string) => boolean,
): Promise<string | undefined> {
  const { userId } = await installations.forTeam(team)
  try {
    const args = {
      channel,
      ts: threadTs,
      limit: PAGE_SIZE,
      include_all_metadata: true,
      ...(after !== undefined && { oldest: after }),
    }
    const page = await api.call(team, 'conversations.replies', args, pageSchema)
    // Every page begins with the first message of the thread.
    const below = page.messages.filter(({ ts }) => ts !== threadTs)
    for (const message of below) {
      const opId = readOpId(message)
      const isOwnFile = message.user === userId && message.files.length > 0
      if (isOwnFile || (opId !== undefined && isWithdrawn(opId)))
        await deleteMessage(api, team, { channel, ts: message.ts })
    }
    return page.has_more ? below.at(-1)?.ts : undefined
  } catch (error) {
    if (hasErrorCode(error, CONVERSATION_GONE)) return undefined
    throw toRetryableError(error)
  }
}
