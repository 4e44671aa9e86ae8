import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Log } from '../../core/log.ts'
import type { Queue, Task } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Effects } from '../../store/effects.ts'
import { THREAD_GONE, toRetryableError } from '../api/slack-errors.ts'
import type { SlackApi } from '../api/web-api.ts'
import { fitToLimits } from '../blocks/block-builders.ts'
import { createPostOnce, parseMessageRef, type PostOutcome, type PostRequest, type MessageRef } from './post-once.ts'
import type { Message } from '../blocks/slack-message.ts'
import { postToResponseUrl } from '../api/response-url.ts'

/** The thread a post belongs to: a known head, or the post (by its `opId`) or card that will be the head. */
export type ThreadRef = { ts: string } | { opId: string }

export interface Post {
  team: string
  channel: string
  /** Names the effect: the same `opId` is posted once, whatever happens in between. */
  opId: string
  message: Message
  thread?: ThreadRef | undefined
  /** Sent when Slack refused for good; its data gets `code` (`not_in_channel`, `is_archived`, `thread_gone`, …) added. */
  onRefused?: Task | undefined
}

export interface EphemeralPost {
  team: string
  channel: string
  user: string
  opId: string
  message: Message
  threadTs?: string | undefined
  /** Answers a command or click without the app being in the channel; lives 30 minutes. */
  responseUrl?: string | undefined
}

export interface DirectPost {
  team: string
  user: string
  opId: string
  message: Message
  onRefused?: Task | undefined
}

/** Everything the app writes to Slack. Each call is durable when it resolves and happens later, in order per channel, within Slack's rates. */
export interface Outbox {
  post(post: Post): Promise<void>
  /** A private note to one person; goes at most twice and carries nothing that is lost with it. */
  postEphemeral(note: EphemeralPost): Promise<void>
  /** A direct message to one person: opened by user id, then posted like any other. */
  postDirect(direct: DirectPost): Promise<void>
}

const text = z.string()
const message = z.object({ text, blocks: z.custom<Message['blocks']>(Array.isArray) })
const follow = z.custom<Task>((value) => typeof value === 'object' && value !== null && 'kind' in value)
const thread = z.union([z.object({ ts: text }), z.object({ opId: text })])

const shapes = {
  post: z.object({
    team: text,
    channel: text,
    opId: text,
    message,
    thread: thread.optional(),
    onRefused: follow.optional(),
  }),
  note: z.object({
    team: text,
    channel: text,
    user: text,
    opId: text,
    message,
    threadTs: text.optional(),
    responseUrl: text.optional(),
  }),
  direct: z.object({
    team: text,
    user: text,
    opId: text,
    message,
    onRefused: follow.optional(),
  }),
}

const opening = z.object({ channel: z.object({ id: text }) })

export interface OutboxOptions {
  api: SlackApi
  queue: Queue
  effectsOf(this: void, team: string): Effects
  /** Where response_url answers may go (design.md, promise 11). */
  apiUrl: string
  log: Log
}

const NOTE_ATTEMPTS = 2

/** Frozen: lanes of tasks already stored are named by it. */
export const channelLane = (team: string, channel: string): string => `post:${team}:${channel}`

export function createOutbox(
  options: OutboxOptions,
): Outbox & { tasks: TaskHandler[]; postOnce(parcel: PostRequest): Promise<PostOutcome> } {
  const { api, queue, effectsOf, log, apiUrl } = options
  const kinds = {
    post: taskKind('slack.post', shapes.post),
    note: taskKind('slack.note', shapes.note),
    direct: taskKind('slack.direct', shapes.direct),
  }
  const send = createPostOnce(api, effectsOf)
  const taskId = (kind: string, { team, opId }: { team: string; opId: string }): string => `${kind}:${team}:${opId}`
  const sendPost = (post: Post): Promise<void> =>
    queue.send(kinds.post.of(post), { id: taskId('post', post), lane: channelLane(post.team, post.channel) })

  const posted = async (team: string, opId: string): Promise<MessageRef | undefined> =>
    parseMessageRef((await effectsOf(team).get(opId))?.result)

  async function tell(task: Task | undefined, more: { [key: string]: Json }, id: string): Promise<void> {
    if (!task) return
    const data = typeof task.data === 'object' && task.data !== null && !Array.isArray(task.data) ? task.data : {}
    await queue.send({ ...task, data: { ...data, ...more } }, { id })
  }

  const tasks: TaskHandler[] = [
    kinds.post.handler(async (post) => {
      const head = post.thread && 'opId' in post.thread ? await posted(post.team, post.thread.opId) : post.thread
      // The lane keeps the order: a head that does not stand by now was refused.
      const refused = post.thread && !head ? THREAD_GONE : undefined
      const outcome = refused
        ? { refused }
        : await send({
            team: post.team,
            channel: post.channel,
            opId: post.opId,
            message: post.message,
            ...(head && { threadTs: head.ts }),
          })
      if ('posted' in outcome) return undefined
      log.warn(
        { team: post.team, channel: post.channel, opId: post.opId, code: outcome.refused },
        'Slack refused a post',
      )
      return tell(post.onRefused, { code: outcome.refused }, `${post.team}:${post.opId}:refused`)
    }),
    kinds.note.handler(async ({ team, channel, user, message: note, threadTs, responseUrl }, { attempt }) => {
      const { text: words, blocks } = fitToLimits(note)
      try {
        if (responseUrl)
          await postToResponseUrl(responseUrl, apiUrl, {
            response_type: 'ephemeral',
            replace_original: false,
            text: words,
            blocks,
          })
        else
          await api.call(
            team,
            'chat.postEphemeral',
            { channel, user, text: words, blocks, ...(threadTs && { thread_ts: threadTs }) },
            z.unknown(),
          )
      } catch (error) {
        // A wait starts the count anew, so only the first attempt may wait.
        if (attempt < NOTE_ATTEMPTS) throw toRetryableError(error)
        log.warn({ err: error, team, channel }, 'a private note was not shown')
      }
    }),
    kinds.direct.handler(async (direct) => {
      const { team, user, opId } = direct
      try {
        const opened = await api.call(team, 'conversations.open', { users: user }, opening)
        await sendPost({ ...direct, channel: opened.channel.id })
      } catch (error) {
        if (!(error instanceof UpstreamError) || error.details.service !== 'slack') throw error
        const { code, outcome } = error.details
        if (outcome !== 'refused' || !direct.onRefused) throw toRetryableError(error)
        log.warn({ team, user, opId, code }, 'Slack refused a direct message')
        await tell(direct.onRefused, { code }, `${team}:${opId}:refused`)
      }
    }),
  ]

  return {
    tasks,
    postOnce: send,
    post: sendPost,
    postEphemeral: (note) => queue.send(kinds.note.of(note), { id: taskId('note', note) }),
    postDirect: (direct) => queue.send(kinds.direct.of(direct), { id: taskId('direct', direct) }),
  }
}
