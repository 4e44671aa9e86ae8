import { z } from 'zod'
import { DAY_MS } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Effects } from '../../store/effects.ts'
import { CONVERSATION_GONE, hasErrorCode, THREAD_GONE, toRetryableError } from '../api/slack-errors.ts'
import { limitedList } from '../api/limited-list.ts'
import type { SlackApi } from '../api/web-api.ts'
import { fitToLimits } from '../blocks/block-builders.ts'
import type { Message } from '../blocks/slack-message.ts'
import { clearConversation, clearedWrites, type ClearingServices } from './cleared-writes.ts'

/** A posted message; `ts` is Slack's timestamp, an id that is never parsed as a number. */
export interface MessageRef {
  channel: string
  ts: string
}

/** A message to post, named by its `opId`: a second request with the same `opId` posts nothing. */
export interface PostRequest {
  team: string
  channel: string
  /** Whether people of another organization may read it. */
  mayReachOutsiders?: boolean | undefined
  opId: string
  threadTs?: string
  /** Also shows a message that is posted in a thread in the channel. */
  isBroadcast?: boolean
  message: Message
  /** The state of the record that the message shows. */
  state?: string | undefined
  /** The effect's record never expires, because later requests refer to it. */
  isKept?: boolean
}

/** The posted message (`isRepeat`: an earlier attempt posted it), or Slack's error code if it will never be posted. */
export type PostOutcome = { posted: MessageRef; isRepeat?: boolean } | { refused: string }

/** Services for posting; the effects of each team are separate. */
export interface PostServices extends ClearingServices {
  api: SlackApi
  effectsOf(this: void, team: string): Effects
}

const postedAnswer = z.object({
  channel: z.string(),
  ts: z.string(),
  message: z.object({ thread_ts: z.string().optional() }).default({}),
})
const messagesPage = z.object({
  messages: limitedList(
    z.object({
      ts: z.string(),
      metadata: z.object({ event_payload: z.record(z.string(), z.unknown()).optional() }).nullish(),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})
const messageRefSchema = z.object({ channel: z.string(), ts: z.string() })

/** Frozen: messages already posted carry it, and are found by it. */
const EVENT_TYPE = 'bellhop_post'

/** Metadata of a message for programs: the effect that posted it, and the state of the record that it shows. Never any content. */
export const postMetadata = (opId: string, state?: string) => ({
  event_type: EVENT_TYPE,
  event_payload: { op_id: opId, ...(state !== undefined && { state }) },
})

/** The effect that posted a message, by its metadata; undefined for messages of people and other apps. */
export function readOpId({
  metadata,
}: {
  metadata?: { event_payload?: Record<string, unknown> | undefined } | null | undefined
}): string | undefined {
  const opId = metadata?.event_payload?.['op_id']
  return typeof opId === 'string' ? opId : undefined
}

/** Slack's clock and ours may differ, so the search begins a little before the first attempt. */
const LOOK_BACK_MS = 60_000
const PAGE_SIZE = 200

/**
 * Posts a message once. An attempt whose outcome is unknown is looked up in the channel before it is repeated: messages carry their `opId` in the
 * metadata. Throws while the outcome stays unknown; the task then tries again.
 */
export async function postOnce(services: PostServices, request: PostRequest): Promise<PostOutcome> {
  const before = await services.effectsOf(request.team).get(request.opId)
  if (before?.state === 'done') return { posted: messageRefSchema.parse(before.result), isRepeat: true }
  if (before?.state === 'dropped') return { refused: before.reason ?? 'dropped' }
  if (before?.state === 'attempted') {
    const outcome = await resolveEarlierAttempt(services, request, before.firstAttemptAt ?? 0)
    if (outcome) return outcome
  }
  return attemptPost(services, request)
}

async function recordPosted(services: PostServices, request: PostRequest, posted: MessageRef): Promise<PostOutcome> {
  await services.effectsOf(request.team).done(request.opId, { ...posted })
  return { posted }
}

async function recordRefused(services: PostServices, request: PostRequest, code: string): Promise<PostOutcome> {
  await services.effectsOf(request.team).drop(request.opId, code)
  return { refused: code }
}

/** The outcome of an earlier attempt; undefined if nothing was posted and it can be repeated. */
async function resolveEarlierAttempt(
  services: PostServices,
  request: PostRequest,
  sinceMs: number,
): Promise<PostOutcome | undefined> {
  const { threadTs } = request
  try {
    const found = await findPost(services, request, sinceMs).catch(async (error: unknown) => {
      if (threadTs && hasErrorCode(error, 'thread_not_found')) await recallStrayPost(services, request, sinceMs)
      throw error
    })
    if (found) return { ...(await recordPosted(services, request, found)), isRepeat: true }
    if (threadTs && (await recallStrayPost(services, request, sinceMs)))
      return await recordRefused(services, request, THREAD_GONE)
    return undefined
  } catch (error) {
    // The conversation itself is gone, and with it anything that was posted there.
    if (hasErrorCode(error, CONVERSATION_GONE)) return recordRefused(services, request, error.details.code)
    throw toRetryableError(error)
  }
}

async function attemptPost(services: PostServices, request: PostRequest): Promise<PostOutcome> {
  const { api, effectsOf } = services
  const { team, opId, threadTs, isBroadcast = false, isKept = false } = request
  const clearing = await clearConversation(services, request)
  if ('refused' in clearing) return recordRefused(services, request, clearing.refused)
  const { cleared } = clearing
  const { text, blocks } = fitToLimits(request.message)
  const metadata = postMetadata(opId, request.state)
  const args = {
    text,
    blocks,
    metadata,
    unfurl_links: false,
    unfurl_media: false,
    ...(threadTs && { thread_ts: threadTs, ...(isBroadcast && { reply_broadcast: true }) }),
  }
  await clearedWrites.reservePost(api, team, cleared, args)
  await effectsOf(team).attempt(opId, { isKept })
  try {
    const answer = await clearedWrites.post(api, team, cleared, args, postedAnswer)
    if (!threadTs || answer.message.thread_ts !== undefined)
      return await recordPosted(services, request, { channel: answer.channel, ts: answer.ts })
    await deleteMessage(api, team, answer)
    return await recordRefused(services, request, THREAD_GONE)
  } catch (error) {
    if (error instanceof UpstreamError && error.details.outcome === 'refused')
      return recordRefused(services, request, error.details.code)
    throw toRetryableError(error)
  }
}

/** An attempt that is still to come was made before the clock was set back, at a time that nobody knows. */
function searchStart(firstAttemptAt: number): number {
  const now = Date.now()
  return firstAttemptAt > now ? now - DAY_MS : firstAttemptAt
}

/** Looks for the message with this `opId`, in its thread or among the channel's messages since `sinceMs`. */
async function findPost(
  { api }: PostServices,
  { team, channel, opId, threadTs }: Pick<PostRequest, 'team' | 'channel' | 'opId' | 'threadTs'>,
  sinceMs: number,
): Promise<MessageRef | undefined> {
  const method = threadTs ? 'conversations.replies' : 'conversations.history'
  const oldest = ((searchStart(sinceMs) - LOOK_BACK_MS) / 1000).toFixed(6)
  let cursor = ''
  do {
    const args = {
      channel,
      oldest,
      limit: PAGE_SIZE,
      include_all_metadata: true,
      ...(threadTs && { ts: threadTs }),
      ...(cursor && { cursor }),
    }
    const page = await api.call(team, method, args, messagesPage)
    const found = page.messages.find((message) => readOpId(message) === opId)
    if (found) return { channel, ts: found.ts }
    cursor = page.response_metadata.next_cursor
  } while (cursor !== '')
  return undefined
}

/** Deletes the message that Slack posted into the channel because the thread no longer exists; true if there was one. */
async function recallStrayPost(services: PostServices, request: PostRequest, sinceMs: number): Promise<boolean> {
  const { team, channel, opId } = request
  const stray = await findPost(services, { team, channel, opId }, sinceMs)
  if (stray) await deleteMessage(services.api, team, stray)
  return stray !== undefined
}

/** Deletes a message; a refusal of Slack means that it is already gone. */
export async function deleteMessage(api: SlackApi, team: string, { channel, ts }: MessageRef): Promise<void> {
  try {
    await api.call(team, 'chat.delete', { channel, ts }, z.unknown())
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw error
  }
}

/** The message that an effect recorded as its result; undefined until it is done. */
export function parseMessageRef(stored: Json | undefined): MessageRef | undefined {
  const parsed = messageRefSchema.safeParse(stored)
  return parsed.success ? parsed.data : undefined
}
