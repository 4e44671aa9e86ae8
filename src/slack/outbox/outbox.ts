import { z } from 'zod'
import { UpstreamError } from '../../core/errors.ts'
import type { Json } from '../../core/json.ts'
import type { Clock } from '../../core/clock.ts'
import type { Log } from '../../core/log.ts'
import type { Queue, Task } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import { postToResponseUrl } from '../api/response-url.ts'
import {
  CONVERSATION_GONE,
  hasErrorCode,
  PERSON_GONE,
  USER_NOT_IN_CHANNEL,
  THREAD_GONE,
  toRetryableError,
} from '../api/slack-errors.ts'
import { fitToLimits } from '../blocks/block-builders.ts'
import type { Message } from '../blocks/slack-message.ts'
import { clearedWrites, findChannelFacts } from './cleared-writes.ts'
import { parseMessageRef, postOnce, type PostServices } from './post-once.ts'
import { type PostReplacement, replaceTasks, sendReplacement } from './replace-post.ts'

/** The thread that a post belongs to, by its first message: a known `ts`, or the `opId` of a post or card that comes before it. */
export type ThreadRef = { ts: string } | { opId: string }

/** A message in a channel or thread. */
export interface Post {
  team: string
  channel: string
  /** Names the effect: the same `opId` is posted once, even if the process is killed in between. */
  opId: string
  message: Message
  thread?: ThreadRef | undefined
  /** In its thread and in the channel. */
  isBroadcast?: boolean | undefined
  /** Set if people of another organization may read it, because it answers what was asked where they read along. */
  mayReachOutsiders?: boolean | undefined
  /** Sent if it is refused for good; its data gets `code` (`not_in_channel`, `is_archived`, `thread_gone`, `shared`, …) added. */
  onRefused?: Task | undefined
}

/** A message that only one person in a channel sees. */
export interface EphemeralPost {
  team: string
  channel: string
  user: string
  opId: string
  message: Message
  threadTs?: string | undefined
  /** Answers a command or click where the app is not in the channel; Slack accepts it for 30 minutes. */
  responseUrl?: string | undefined
  /** Takes the place of the message that was clicked; only with a `responseUrl`. */
  replacesOriginal?: boolean | undefined
}

/** A message in a person's direct messages with the app. */
export interface DirectPost {
  team: string
  user: string
  opId: string
  message: Message
  onRefused?: Task | undefined
}

/**
 * Everything the app writes to Slack. What only people of this organization may read is refused with `shared` in a channel that another one reads,
 * even if the channel became shared after the call. Each call is durable when it resolves and is carried out later, in order per channel, within Slack's rates.
 */
export interface Outbox {
  post(post: Post): Promise<void>
  /**
   * Shown to one person only; with a direct message if the app is not in the channel, or if the person reads a public channel without being in it.
   * Dropped when Slack refuses it otherwise, or is away for more than a few minutes, so it must carry nothing that may not be lost.
   */
  postEphemeral(post: EphemeralPost): Promise<void>
  /** A direct message to one person: opened by user id, then posted like any other. */
  postDirect(post: DirectPost): Promise<void>
  /** Edits a post, once for each name of an edit; one that follows a record over time is a card. */
  replace(replacement: PostReplacement): Promise<void>
}

const text = z.string()
const message = z.object({ text, blocks: z.custom<Message['blocks']>(Array.isArray) })
const task = z.custom<Task>((value) => typeof value === 'object' && value !== null && 'kind' in value)
const thread = z.union([z.object({ ts: text }), z.object({ opId: text })])

const postTask = taskKind(
  'slack.post',
  z.object({
    team: text,
    channel: text,
    opId: text,
    message,
    thread: thread.optional(),
    isBroadcast: z.boolean().optional(),
    mayReachOutsiders: z.boolean().optional(),
    onRefused: task.optional(),
  }),
)
const ephemeralTask = taskKind(
  'slack.note',
  z.object({
    team: text,
    channel: text,
    user: text,
    opId: text,
    message,
    threadTs: text.optional(),
    responseUrl: text.optional(),
    replacesOriginal: z.boolean().optional(),
  }),
)
const directTask = taskKind(
  'slack.direct',
  z.object({ team: text, user: text, opId: text, message, onRefused: task.optional() }),
)

const openedAnswer = z.object({ channel: z.object({ id: text }) })

export interface OutboxOptions extends PostServices {
  queue: Queue
  clock: Clock
  /** The origin, besides Slack's own hosts, to which `response_url` answers may be sent. */
  apiUrl: string
  log: Log
}

/** Sent twice at most when Slack may have taken it; for about three minutes while it cannot be reached, or something else answers in its place. */
const EPHEMERAL_ATTEMPTS = 2
const EPHEMERAL_ATTEMPTS_IN_OUTAGE = 12

/** Posts to one channel run in this lane, one at a time. Frozen: it names the lanes of tasks that are already stored. */
export const channelLane = (team: string, channel: string): string => `post:${team}:${channel}`

const taskId = (kind: string, { team, opId }: { team: string; opId: string }): string => `${kind}:${team}:${opId}`

/** Builds the outbox and its tasks. */
export function createOutbox(options: OutboxOptions): Outbox & { tasks: TaskHandler[] } {
  const { queue } = options
  return {
    tasks: [
      postTask.handler((post) => deliverPost(options, post)),
      ephemeralTask.handler((post, { attempt }) => deliverEphemeral(options, post, attempt)),
      directTask.handler((post) => deliverDirect(options, post)),
      ...replaceTasks(options),
    ],
    post: (post) => sendPost(queue, post),
    postEphemeral: (post) => queue.send(ephemeralTask.of(post), { id: taskId('note', post) }),
    postDirect: (post) => sendDirectPost(queue, post),
    replace: (replacement) => sendReplacement(options, replacement),
  }
}

const sendPost = (queue: Queue, post: Post): Promise<void> =>
  queue.send(postTask.of(post), { id: taskId('post', post), lane: channelLane(post.team, post.channel) })

/** `postDirect` for code that runs before there is an outbox. */
export const sendDirectPost = (queue: Pick<Queue, 'send'>, post: DirectPost): Promise<void> =>
  queue.send(directTask.of(post), { id: taskId('direct', post) })

/** Sends the `onRefused` task of a post, with `more` added to its data. */
async function reportRefusal(
  queue: Queue,
  onRefused: Task | undefined,
  more: { [key: string]: Json },
  id: string,
): Promise<void> {
  if (!onRefused) return
  const { data } = onRefused
  const given = typeof data === 'object' && data !== null && !Array.isArray(data) ? data : {}
  await queue.send({ ...onRefused, data: { ...given, ...more } }, { id })
}

async function deliverPost(options: OutboxOptions, post: Post): Promise<void> {
  const { effectsOf, queue, log } = options
  const { team, channel, opId, message: content, isBroadcast = false, mayReachOutsiders } = post
  const head =
    post.thread && 'opId' in post.thread
      ? parseMessageRef((await effectsOf(team).get(post.thread.opId))?.result)
      : post.thread
  // The lane keeps the order: a thread head that is not posted by now was refused.
  const outcome =
    post.thread && !head
      ? { refused: THREAD_GONE }
      : await postOnce(options, {
          team,
          channel,
          opId,
          message: content,
          mayReachOutsiders,
          ...(head && { threadTs: head.ts, isBroadcast }),
        })
  if ('posted' in outcome) return
  log.warn({ team, channel, opId, code: outcome.refused }, 'Slack refused a post')
  await reportRefusal(queue, post.onRefused, { code: outcome.refused }, `${team}:${opId}:refused`)
}

async function deliverEphemeral(options: OutboxOptions, post: EphemeralPost, attempt: number): Promise<void> {
  const { api, apiUrl, queue, log } = options
  const { team, channel, user, opId, threadTs, responseUrl, replacesOriginal } = post
  const content = fitToLimits(post.message)
  try {
    if (responseUrl)
      await postToResponseUrl(responseUrl, apiUrl, {
        // A replaced message stays as private as before.
        ...(replacesOriginal ? { replace_original: true } : { response_type: 'ephemeral', replace_original: false }),
        ...content,
        ...(threadTs && !replacesOriginal && { thread_ts: threadTs }),
      })
    else
      await clearedWrites.showPrivately(api, team, {
        channel,
        user,
        ...content,
        ...(threadTs && { thread_ts: threadTs }),
      })
  } catch (error) {
    const { outcome, code, retryAfterMs } = error instanceof UpstreamError ? error.details : {}
    const isOutage = code === 'bad_response' || (outcome === 'not_sent' && retryAfterMs === undefined)
    // The person has left, or cannot be answered there: nobody else can help, so no admin is notified.
    const isRefused = outcome === 'refused'
    // Waiting resets the task's count of attempts, so only the first attempt may wait.
    if (attempt < (isOutage ? EPHEMERAL_ATTEMPTS_IN_OUTAGE : EPHEMERAL_ATTEMPTS) && !isRefused)
      throw toRetryableError(error)
    log.warn({ err: error, team, channel }, 'an ephemeral message was not shown')
    // If Slack does not answer, a person who has left a private channel gets nothing.
    const isPublic = async () =>
      (await findChannelFacts({ people: options.people, team }, channel))?.isPrivate === false
    const mayReadElsewhere =
      hasErrorCode(error, CONVERSATION_GONE) || (hasErrorCode(error, USER_NOT_IN_CHANNEL) && (await isPublic()))
    if (mayReadElsewhere) await sendDirectPost(queue, { team, user, opId, message: post.message })
  }
}

async function deliverDirect(options: OutboxOptions, post: DirectPost): Promise<void> {
  const { api, queue, log } = options
  const { team, user, opId, onRefused } = post
  try {
    const { channel } = await api.call(team, 'conversations.open', { users: user }, openedAnswer)
    await sendPost(queue, { team, channel: channel.id, opId, message: post.message, onRefused })
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'slack') throw error
    const { code, outcome } = error.details
    // No admin can mend that somebody has left, and one of them may be who has.
    const isGone = hasErrorCode(error, PERSON_GONE)
    if (outcome !== 'refused' || (!onRefused && !isGone)) throw toRetryableError(error)
    log.warn({ team, user, opId, code }, 'Slack refused a direct message')
    await reportRefusal(queue, onRefused, { code }, `${team}:${opId}:refused`)
  }
}
