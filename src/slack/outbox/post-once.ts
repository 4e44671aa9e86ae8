import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Effects } from '../../store/effects.ts'
import { CONVERSATION_GONE, hasErrorCode, THREAD_GONE, toRetryableError } from '../api/slack-errors.ts'
import type { SlackApi } from '../api/web-api.ts'
import { fitToLimits } from '../blocks/block-builders.ts'
import type { Message } from '../blocks/slack-message.ts'

/** Where a message stands; `ts` is Slack's timestamp, never parsed as a number. */
export interface MessageRef {
  channel: string
  ts: string
}

export interface PostRequest {
  team: string
  channel: string
  opId: string
  threadTs?: string
  message: Message
  /** Asked for again and answered under as long as its record stands, so that it must never be forgotten. */
  isKept?: boolean
}

/** Where it stands (`isRepeat`: an earlier attempt put it there), or Slack's word for why it never will. */
export type PostOutcome = { posted: MessageRef; isRepeat?: boolean } | { refused: string }

const posted = z.object({
  channel: z.string(),
  ts: z.string(),
  message: z.object({ thread_ts: z.string().optional() }).default({}),
})
const found = z.object({
  messages: z.array(
    z.object({
      ts: z.string(),
      metadata: z.object({ event_payload: z.record(z.string(), z.unknown()).optional() }).nullish(),
    }),
  ),
  response_metadata: z.object({ next_cursor: z.string().default('') }).default({ next_cursor: '' }),
})
const result = z.object({ channel: z.string(), ts: z.string() })

/** Frozen: messages already posted carry it, and are found by it. */
const EVENT_TYPE = 'bellhop_post'
const LOOK_BACK_MS = 60_000
const PAGE = 200

/** Posts a parcel once: an attempt whose outcome nobody knows is looked up before it is repeated (design.md, Flow). */
export function createPostOnce(api: SlackApi, effectsOf: (team: string) => Effects) {
  async function look(
    parcel: Pick<PostRequest, 'team' | 'channel' | 'opId' | 'threadTs'>,
    sinceMs: number,
  ): Promise<MessageRef | undefined> {
    const { team, channel, opId, threadTs } = parcel
    const method = threadTs ? 'conversations.replies' : 'conversations.history'
    const oldest = ((sinceMs - LOOK_BACK_MS) / 1000).toFixed(6)
    let cursor = ''
    do {
      const page = await api.call(
        team,
        method,
        {
          channel,
          oldest,
          limit: PAGE,
          include_all_metadata: true,
          ...(threadTs && { ts: threadTs }),
          ...(cursor && { cursor }),
        },
        found,
      )
      const hit = page.messages.find((message) => message.metadata?.event_payload?.['op_id'] === opId)
      if (hit) return { channel, ts: hit.ts }
      cursor = page.response_metadata.next_cursor
    } while (cursor !== '')
    return undefined
  }

  /** Slack's own refusal means that there is nothing to take away. */
  async function remove(team: string, { channel, ts }: MessageRef): Promise<void> {
    try {
      await api.call(team, 'chat.delete', { channel, ts }, z.unknown())
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw error
    }
  }

  /** Takes away what Slack put into the channel because its thread was gone; whether there was something. */
  async function recall({ team, channel, opId }: PostRequest, sinceMs: number): Promise<boolean> {
    const stray = await look({ team, channel, opId }, sinceMs)
    if (stray) await remove(team, stray)
    return stray !== undefined
  }

  return async (parcel: PostRequest): Promise<PostOutcome> => {
    const { team, channel, opId, threadTs, message, isKept = false } = parcel
    const effects = effectsOf(team)
    const done = async (place: MessageRef): Promise<PostOutcome> => {
      await effects.done(opId, { ...place })
      return { posted: place }
    }
    const refuse = async (code: string): Promise<PostOutcome> => {
      await effects.drop(opId, code)
      return { refused: code }
    }
    const before = await effects.get(opId)
    if (before?.state === 'done') return { posted: result.parse(before.result), isRepeat: true }
    if (before?.state === 'dropped') return { refused: before.reason ?? 'dropped' }
    if (before?.state === 'attempted') {
      const sinceMs = before.firstAttemptAt ?? 0
      try {
        const place = await look(parcel, sinceMs).catch(async (error: unknown) => {
          if (threadTs && hasErrorCode(error, 'thread_not_found')) await recall(parcel, sinceMs)
          throw error
        })
        if (place) return { ...(await done(place)), isRepeat: true }
        if (threadTs && (await recall(parcel, sinceMs))) return await refuse(THREAD_GONE)
      } catch (error) {
        // The place itself is gone, and with it whatever was posted there.
        if (hasErrorCode(error, CONVERSATION_GONE)) return refuse(error.details.code)
        throw toRetryableError(error)
      }
    }
    const { text, blocks } = fitToLimits(message)
    const metadata = { event_type: EVENT_TYPE, event_payload: { op_id: opId } }
    const args = {
      channel,
      text,
      blocks,
      metadata,
      unfurl_links: false,
      unfurl_media: false,
      ...(threadTs && { thread_ts: threadTs }),
    }
    await api.reserve(team, 'chat.postMessage', args)
    await effects.attempt(opId, { isKept })
    try {
      const answer = await api.call(team, 'chat.postMessage', args, posted, { reserved: true })
      if (!threadTs || answer.message.thread_ts !== undefined)
        return await done({ channel: answer.channel, ts: answer.ts })
      await remove(team, answer)
      return await refuse(THREAD_GONE)
    } catch (error) {
      if (error instanceof UpstreamError && error.details.outcome === 'refused') return refuse(error.details.code)
      throw toRetryableError(error)
    }
  }
}

/** The place that an effect recorded, once it is done. */
export function parseMessageRef(stored: Json | undefined): MessageRef | undefined {
  const parsed = result.safeParse(stored)
  return parsed.success ? parsed.data : undefined
}
