import { z } from 'zod'
import { limitedList } from '../api/limited-list.ts'
import { CONVERSATION_GONE, hasErrorCode, toRetryableError } from '../api/slack-errors.ts'
import type { SlackServices } from '../slack-services.ts'
import { deleteMessage, readOpId } from './post-once.ts'

/** A page of a channel or of a Slack thread in it. */
export interface PageRef {
  team: string
  channel: string
  /** The first message of the thread; absent for the messages of the channel itself. */
  threadTs?: string
  /** Where the page before ended: a thread is read from its oldest message on, a channel from its newest. Absent for the first page. */
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
 * Deletes the app's messages in one page of a channel or a thread: those whose `opId` is to be withdrawn (`isWithdrawn`, which may first do what has
 * to come before the deletion), and in a thread also the files, which have none. The first message of a thread stays. Returns the `ts` after which
 * the next page begins; undefined after the last one, and if the channel or thread is gone. Safe to repeat. Throws a repeatable `UpstreamError` if
 * Slack does not answer.
 */
export async function withdrawPosts(
  { api, installations }: Pick<SlackServices, 'api' | 'installations'>,
  { team, channel, threadTs, after }: PageRef,
  isWithdrawn: (opId: string) => boolean | Promise<boolean>,
): Promise<string | undefined> {
  const { userId } = await installations.forTeam(team)
  const isThread = threadTs !== undefined
  try {
    const args = {
      channel,
      limit: PAGE_SIZE,
      include_all_metadata: true,
      ...(isThread && { ts: threadTs }),
      ...(after !== undefined && { [isThread ? 'oldest' : 'latest']: after }),
    }
    const page = await api.call(team, isThread ? 'conversations.replies' : 'conversations.history', args, pageSchema)
    // Every page of a thread begins with its first message.
    const messages = page.messages.filter(({ ts }) => ts !== threadTs)
    for (const message of messages) {
      const opId = readOpId(message)
      const isOwnFile = isThread && message.user === userId && message.files.length > 0
      if (isOwnFile || (opId !== undefined && (await isWithdrawn(opId))))
        await deleteMessage(api, team, { channel, ts: message.ts })
    }
    return page.has_more ? messages.at(-1)?.ts : undefined
  } catch (error) {
    if (hasErrorCode(error, CONVERSATION_GONE)) return undefined
    throw toRetryableError(error)
  }
}
