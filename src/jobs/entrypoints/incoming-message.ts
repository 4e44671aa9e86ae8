import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Listeners, TypedMessage } from '../../slack/inbound/listeners.ts'
import { timestampToMs } from '../../slack/blocks/timestamps.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { CommandReplies } from './docs-command.ts'
import type { ThreadContext } from '../conversation/thread-context.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import type { Project } from '../model/projects.ts'
import type { FollowUps } from '../follow-up/send-follow-up.ts'
import type { Gate } from '../gate.ts'
import { parseCommand } from './command-grammar.ts'
import { splitProjectPrefix } from '../model/projects.ts'
import { type Job } from '../model/job.ts'
import { createJobId } from '../model/job-ids.ts'
import type { JobSettings } from '../job-settings.ts'
import type { StartRequest } from '../start/start-job.ts'
import { jobText } from '../text/en.ts'

/** A reply can be quicker than the record of the card it answers. */
const YOUNG_MS = 60_000
const SETTLE_MS = 500

const schema = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  isDirect: z.boolean(),
  ts: z.string(),
  threadTs: z.string().optional(),
  text: z.string(),
  mentions: z.boolean(),
  heardAt: z.number(),
})
const kind = taskKind('jobs.heard', schema)
type Heard = z.infer<typeof schema>

const eventIdOf = ({ channel, ts }: Heard): string => `${channel}:${ts}`

/** The job that a reply in its thread speaks to: the newest one that something was asked of. */
const addressed = (jobs: Job[]): Job | undefined =>
  jobs.findLast((job) => job.state !== 'dropped' && job.state !== 'refused')

/** What people type: a mention starts a job or follows one up, a reply in a job's thread is a follow-up under the channel's rule. */
export function createIncomingMessages(deps: {
  desk: JobUpdates
  queue: Queue
  clock: Clock
  gate: Gate
  settings: JobSettings
  context: ThreadContext
  answers: CommandReplies
  followUps: Pick<FollowUps, 'add'>
  start: (request: StartRequest) => Promise<void>
  projects: Project[]
  self: (team: string) => Promise<{ userId: string }>
  decode: (team: string, text: string) => Promise<string>
}): { tasks: TaskHandler[]; listen(slack: Listeners): void } {
  const { desk, queue, clock, gate, settings, context, answers, followUps, start, self, decode } = deps
  const names = deps.projects.map(({ name }) => name)

  /** Only what may concern a job becomes a task: most of what is said in a workspace does not. */
  async function concerns(said: TypedMessage): Promise<boolean> {
    if (said.userTeam !== undefined) return said.mentionsApp
    if (said.mentionsApp || said.channelType === 'im') return true
    if (said.threadTs === undefined || said.threadTs === said.ts) return false
    if (isYoung(said.threadTs)) return true
    return (await desk.storeOf(said.team).listThread(said.channel, said.threadTs)).length > 0
  }

  async function listen(said: TypedMessage): Promise<void> {
    if (!(await concerns(said))) return
    const { team, user, channel, ts, threadTs, text, eventId } = said
    const heard = kind.of({
      team,
      user,
      channel,
      isDirect: said.channelType === 'im',
      ts,
      text,
      mentions: said.mentionsApp,
      heardAt: clock.now(),
      ...(threadTs && threadTs !== ts && { threadTs }),
    })
    // What is said in one thread is taken in the order in which it came.
    const lane = threadTs && `jobs.heard:${team}:${channel}:${threadTs}`
    await queue.send(heard, { id: `jobs.heard:${team}:${eventId}`, ...(lane && { lane }) })
  }

  const asker = ({ team, user, channel, threadTs, ts }: Heard) => ({
    team,
    user,
    channel,
    threadTs,
    opId: `jobs.heard:${channel}:${ts}`,
  })

  async function reply(heard: Heard, job: Job, text: string): Promise<void> {
    const { followUp } = await settings.channel(heard.team, heard.channel)
    if (followUp === 'mention' && !heard.mentions && !heard.isDirect) return
    if (!(await gate.lets(asker(heard)))) return
    if (text === '') return gate.tell(asker(heard), jobText.empty)
    await followUps.add(job, { user: heard.user, text, source: eventIdOf(heard) })
  }

  async function begin(heard: Heard, text: string): Promise<void> {
    const { team, user, channel, ts, threadTs, isDirect } = heard
    const ask = parseCommand(text)
    switch (ask.kind) {
      case 'empty':
        return gate.tell(asker(heard), jobText.empty)
      case 'help':
        return gate.tell(asker(heard), answers.help())
      case 'quota':
        return gate.tell(asker(heard), await answers.quota())
      case 'word':
        return gate.tell(asker(heard), answers.word(ask.text))
      case 'settings':
      case 'list':
      case 'jobs':
        return gate.tell(asker(heard), jobText.useCommand(ask.kind))
      case 'status': {
        const found = await answers.status(team, ask.name)
        if (found) return gate.tell(asker(heard), found)
        break
      }
      case 'prompt':
        break
    }
    await start({
      team,
      user,
      channel,
      threadTs: threadTs ?? ts,
      eventId: eventIdOf(heard),
      at: heard.heardAt,
      door: isDirect ? 'direct' : 'mention',
      text,
      isRaw: false,
      ...(threadTs && { context: { threadTs, before: ts } }),
    })
  }

  const isYoung = (threadTs: string): boolean => clock.now() - timestampToMs(threadTs) < YOUNG_MS

  /** A card can stand while the record of it was cut short: the card itself says whose it is. */
  async function headOf(heard: Heard, threadTs: string): Promise<Job | undefined> {
    const { team, channel, mentions, isDirect } = heard
    const { followUp } = await settings.channel(team, channel)
    if (!mentions && !isDirect && (followUp === 'mention' || !isYoung(threadTs))) return undefined
    const id = await context.headedBy(team, channel, { threadTs, before: heard.ts }).catch((error: unknown) => {
      // A thread that the app may not read is not headed by its card.
      if (error instanceof UpstreamError && error.details.outcome === 'refused') return undefined
      throw error
    })
    return id === undefined ? undefined : desk.storeOf(team).get(id)
  }

  async function run(heard: Heard): Promise<void | { againMs: number }> {
    const { team, channel, threadTs } = heard
    const own = await self(team)
    const bare = heard.text.replaceAll(new RegExp(`<@${own.userId}(\\|[^>]*)?>`, 'g'), ' ')
    const text = (await decode(team, bare)).trim().replaceAll(/[ \t]+/g, ' ')
    if (threadTs === undefined) return heard.mentions || heard.isDirect ? begin(heard, text) : undefined
    const jobs = await desk.storeOf(team).listThread(channel, threadTs)
    // Run again after a crash, the job that it started must not hear it once more.
    if (jobs.some(({ id }) => id === createJobId(heard.heardAt, eventIdOf(heard)))) return
    const job = addressed(jobs)
    // Who names a project means a job of its own, not another word to the one that is there.
    if (job && heard.mentions && splitProjectPrefix(text, names).project !== undefined) return begin(heard, text)
    if (job) return reply(heard, job, text)
    if (jobs.length === 0) {
      if (clock.now() - heard.heardAt < SETTLE_MS && isYoung(threadTs)) return { againMs: SETTLE_MS }
      const early = await headOf(heard, threadTs)
      if (early) return reply(heard, early, text)
    }
    if (heard.mentions || heard.isDirect) return begin(heard, text)
  }

  return {
    tasks: [
      // Who only wrote in a thread did not know that Bellhop might listen.
      kind.handler(run, async ({ mentions, isDirect }) => (mentions || isDirect ? false : undefined)),
    ],
    listen: (slack) => slack.message(listen),
  }
}
