import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { returnIfRefused } from '../../core/errors.ts'
import { taskKind } from '../../queue/task-kinds.ts'
import type { SlackEvent } from '../../slack/inbound/listeners.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { askToStart } from '../access/authorize-start.ts'
import { describeStartAct } from '../access/job-act.ts'
import { chooseProject } from './start-job.ts'
import { sendStart } from './start-task.ts'

const reactionSchema = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  ts: z.string(),
  at: z.number(),
})
const reactionTask = taskKind('jobs.emoji', reactionSchema)

const reactionEvent = z.object({
  reaction: z.string(),
  item: z.object({ type: z.literal('message'), channel: z.string(), ts: z.string() }),
})

/** Starts a job from any message with the emoji that an admin chose, once per message. */
export const reactionStartFeature: ScopedFeature<JobScope> = {
  listen: (slack) => slack.event('reaction_added', handleReaction),
  tasks: [scopedHandler(reactionTask, startFromReaction)],
}

async function handleReaction({ queue, settings, clock }: JobScope, slackEvent: SlackEvent): Promise<void> {
  const { team, user, event } = slackEvent
  const added = reactionEvent.safeParse(event)
  if (!added.success || user === '') return
  const emoji = await settings.emoji(team)
  // A skin tone makes no other emoji.
  if (emoji === undefined || added.data.reaction.split('::')[0] !== emoji) return
  const { channel, ts } = added.data.item
  await queue.send(reactionTask.of({ team, user, channel, ts, at: clock.now() }), {
    id: `jobs.emoji:${team}:${channel}:${ts}:${user}`,
  })
}

async function startFromReaction(scope: JobScope, request: z.infer<typeof reactionSchema>): Promise<void> {
  const {
    threads,
    queue,
    slack: { conversations },
  } = scope
  const { team, user, channel, ts, at } = request
  // A message that the app may not read starts nothing.
  const found = await threads.quoteMessage(team, channel, ts).catch(returnIfRefused(undefined))
  if (!found || found.quote.text === '') return
  const requester = { team, user, channel, opId: `jobs.emoji:${channel}:${ts}:${user}` }
  // Checked here because the start of a message is tried once, and must not be used up by a person without permission.
  const { project } = await chooseProject(scope, request, found.quote.text.trim())
  const act = describeStartAct(
    { ...requester, threadTs: ts, verb: 'start' },
    { kind: 'message', id: `${channel}:${ts}` },
  )
  const permission = await askToStart(scope, act, project)
  if (permission.is !== 'allowed') return answerRequester(scope, requester, permission.message)
  const source = await conversations.permalink(team, channel, ts)
  await sendStart(queue, {
    team,
    user,
    channel,
    threadTs: found.threadTs ?? ts,
    requestTs: ts,
    eventId: `emoji:${channel}:${ts}`,
    at,
    door: 'emoji',
    text: found.quote.text,
    isRaw: false,
    ...(found.files.length > 0 && { files: found.files }),
    ...(source && { source }),
  })
}
