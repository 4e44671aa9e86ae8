import { z } from 'zod'
import { type Clock, isRecent } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import { toRetryableError } from '../api/slack-errors.ts'
import { fitToLimits } from '../blocks/block-builders.ts'
import type { Message } from '../blocks/slack-message.ts'
import { clearConversation, clearedWrites } from './cleared-writes.ts'
import { parseMessageRef, type PostServices } from './post-once.ts'

/** The new content of a post. */
export interface PostReplacement {
  team: string
  /** Names the post. */
  opId: string
  /** Names a further edit of the post. Each is made once, in the order of the calls. */
  edit?: string | undefined
  message: Message
  /** Whether people of another organization may read it where it was posted. */
  mayReachOutsiders?: boolean | undefined
}

/** How long a post may still be on its way, and how often it is looked for. */
const GIVE_UP_MS = 3_600_000
const NOT_YET_MS = 2000

const replaceTask = taskKind(
  'slack.replace',
  z.object({
    team: z.string(),
    opId: z.string(),
    message: z.object({ text: z.string(), blocks: z.custom<Message['blocks']>(Array.isArray) }),
    at: z.number(),
    mayReachOutsiders: z.boolean().optional(),
  }),
)

export const sendReplacement = (
  { queue, clock }: { queue: Queue; clock: Clock },
  { edit, ...replacement }: PostReplacement,
): Promise<void> => {
  const id = `replace:${replacement.team}:${replacement.opId}`
  return queue.send(replaceTask.of({ ...replacement, at: clock.now() }), {
    id: edit === undefined ? id : `${id}:${edit}`,
    // An earlier edit that waits for Slack must not follow a later one.
    lane: id,
  })
}

/**
 * The task that edits a post. Its record names the place of the post. One that Slack refused, that somebody deleted, or whose channel has become shared
 * with another organization, stays unchanged.
 */
export const replaceTasks = (services: PostServices & { clock: Clock }): TaskHandler[] => [
  replaceTask.handler(({ at, ...replacement }) => replacePost(services, replacement, at)),
]

async function replacePost(
  services: PostServices & { clock: Clock },
  { team, opId, message, mayReachOutsiders }: PostReplacement,
  at: number,
): Promise<void | { againMs: number }> {
  const { api, effectsOf, clock } = services
  const effect = await effectsOf(team).get(opId)
  const place = parseMessageRef(effect?.result)
  if (!place) {
    const mayCome = effect?.state !== 'dropped' && isRecent(clock, at, GIVE_UP_MS)
    return mayCome ? { againMs: NOT_YET_MS } : undefined
  }
  const clearing = await clearConversation(services, { team, channel: place.channel, mayReachOutsiders })
  if ('refused' in clearing) return undefined
  try {
    const args = { ts: place.ts, ...fitToLimits(message), unfurl_links: false, unfurl_media: false }
    await clearedWrites.edit(api, team, clearing.cleared, args)
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw toRetryableError(error)
  }
}
