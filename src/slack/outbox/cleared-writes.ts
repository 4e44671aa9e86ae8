import { z, type ZodType } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import { CONVERSATION_GONE, hasErrorCode } from '../api/slack-errors.ts'
import type { SlackApi } from '../api/web-api.ts'
import type { People } from '../directory/people.ts'

/** The code of a conversation that people of another organization can read; stored with what was not posted there. */
export const SHARED_CHANNEL = 'shared'

/** Where something is about to be shown. Without `mayReachOutsiders`, only people of this organization may read it. */
export interface Showing {
  team: string
  channel: string
  /** Set if the person who had it shown there knew that people of another organization read along. */
  mayReachOutsiders?: boolean | undefined
}

declare const isCleared: unique symbol
/** A conversation to which something may be written now. Only `clearConversation` makes one. */
export type ClearedConversation = string & { readonly [isCleared]: true }

/** The facts of channels, at most a minute old and up to date with Slack's events. */
export interface ClearingServices {
  people: Pick<People, 'channel'>
}

/** Whether a channel is a person's direct messages with the app, which nobody else reads. */
const isDirect = (channel: string): boolean => !/^[CG]/.test(channel)

/**
 * The guard of everything that is shown in a conversation: asked before each post, edit and file, because a channel may have become shared with
 * another organization since. Throws a repeatable `UpstreamError` if Slack does not answer.
 */
export async function clearConversation(
  { people }: ClearingServices,
  { team, channel, mayReachOutsiders = false }: Showing,
): Promise<{ cleared: ClearedConversation } | { refused: string }> {
  const cleared = channel as ClearedConversation
  if (mayReachOutsiders || isDirect(channel)) return { cleared }
  try {
    return (await people.channel(team, channel)).isShared ? { refused: SHARED_CHANNEL } : { cleared }
  } catch (error) {
    // Slack itself refuses what is written to a channel that the app cannot see.
    if (hasErrorCode(error, CONVERSATION_GONE)) return { cleared }
    // Another refusal says nothing about the channel: it is asked again later.
    throw error instanceof UpstreamError
      ? new UpstreamError(error.message, { ...error.details, outcome: 'not_sent', cause: error })
      : error
  }
}

type Conversations = ClearingServices & { team: string }

/** Looks up a channel; undefined for a direct conversation, or if Slack does not answer. */
export async function findChannelFacts({ people, team }: Conversations, channel: string) {
  if (isDirect(channel)) return undefined
  try {
    return await people.channel(team, channel)
  } catch (error) {
    if (error instanceof UpstreamError) return undefined
    throw error
  }
}

/**
 * Whether people of another organization can read a conversation, to choose what to show there; false if Slack does not answer: `clearConversation`
 * asks again.
 */
export const isKnownToBeShared = async (scope: Conversations, channel: string): Promise<boolean> =>
  (await findChannelFacts(scope, channel))?.isShared ?? false

type Content = Record<string, unknown>

const anyAnswer = z.unknown()

/** The calls that show something in a conversation. No other file names their methods (`test/layers.test.ts`). */
export const clearedWrites = {
  /** Counts a post against the rate limit beforehand. */
  reservePost: (api: SlackApi, team: string, channel: ClearedConversation, content: Content): Promise<void> =>
    api.reserve(team, 'chat.postMessage', { ...content, channel }),
  /** Posts a message whose call is reserved. */
  post: <T>(
    api: SlackApi,
    team: string,
    channel: ClearedConversation,
    content: Content,
    schema: ZodType<T>,
  ): Promise<T> => api.call(team, 'chat.postMessage', { ...content, channel }, schema, { reserved: true }),
  /** Replaces the content of a message. */
  edit: (api: SlackApi, team: string, channel: ClearedConversation, content: Content & { ts: string }) =>
    api.call(team, 'chat.update', { ...content, channel }, anyAnswer),
  /** Shows uploaded files. */
  shareFiles: (api: SlackApi, team: string, channel: ClearedConversation, content: Content) =>
    api.call(team, 'files.completeUploadExternal', { ...content, channel_id: channel }, anyAnswer),
  /** Shows a message to one person, who asked or acted there: nobody else reads it. */
  showPrivately: (api: SlackApi, team: string, content: Content & { channel: string; user: string }) =>
    api.call(team, 'chat.postEphemeral', content, anyAnswer),
}
