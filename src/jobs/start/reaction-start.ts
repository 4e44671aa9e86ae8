import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Listeners } from '../../slack/inbound/listeners.ts'
import type { Conversations } from '../../slack/directory/conversations.ts'
import type { ThreadContext } from '../conversation/thread-context.ts'
import type { Gate } from '../gate.ts'
import type { JobSettings } from '../job-settings.ts'
import type { StartRequest } from './start-job.ts'

const schema = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  at: z.number(),
})
const kind = taskKind('jobs.emoji', schema)

const reaction = z.object({
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: z.string(), ts: z.string() }),
})

/** The emoji that an admin chose starts a job from any message, once per message. */
export function createReactionStart(deps: {
  queue: Queue
  clock: Clock
  gate: Gate
  settings: JobSettings
  context: ThreadContext
  conversations: Conversations
  start: (request: StartRequest) => Promise<void>
}): { tasks: TaskHandler[]; listen: (slack: Listeners) => void } {
  const { queue, clock, gate, settings, context, start } = deps

  async function run({ team, user, channel, ts, at }: z.infer<typeof schema>): Promise<void> {
    if (!(await gate.lets({ team, user, channel, opId: `jobs.emoji:${channel}:${ts}:${user}` }))) return
    const found = await context.message(team, channel, ts).catch((error: unknown) => {
      // A message that the app may not read is none of its business.
      if (error instanceof UpstreamError && error.details.outcome === 'refused') return undefined
      throw error
    })
    if (!found || found.quote.text === '') return
    const source = await deps.conversations.permalink(team, channel, ts)
    await start({
      team,
      user,
      channel,
      threadTs: found.threadTs ?? ts,
      eventId: `emoji:${channel}:${ts}`,
      at,
      door: 'emoji',
      text: found.quote.text,
      isRaw: false,
      ...(source && { source }),
    })
  }

  return {
    tasks: [kind.handler(run)],
    listen(slack) {
      slack.event('reaction_added', async ({ team, user, event }) => {
        const added = reaction.safeParse(event)
        if (!added.success || user === '') return
        const name = await settings.emoji(team)
        // A skin tone is the same emoji.
        if (name === undefined || added.data.reaction.split('::')[0] !== name) return
        const { channel, ts } = added.data.item
        const data = { team, user, channel, ts, at: clock.now() }
        await queue.send(kind.of(data), { id: `jobs.emoji:${team}:${channel}:${ts}:${user}` })
      })
    },
  }
}
