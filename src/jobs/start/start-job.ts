import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Cards } from '../../slack/outbox/cards.ts'
import type { Conversations } from '../../slack/directory/conversations.ts'
import type { ThreadContext } from '../conversation/thread-context.ts'
import { sendAdmit } from '../run/create-job.ts'
import type { JobUpdates } from '../updates/job-updates.ts'
import type { Project } from '../model/projects.ts'
import type { FormDraft } from '../model/form-draft.ts'
import type { Asker, Gate } from '../gate.ts'
import { splitProjectPrefix } from '../model/projects.ts'
import { isLive, type Job, jobSchema, extractTitle } from '../model/job.ts'
import { createJobId } from '../model/job-ids.ts'
import { isNearDuplicate, type Prompt, quoteSchema } from '../model/job-prompt.ts'
import type { JobSettings } from '../job-settings.ts'
import { jobText } from '../text/en.ts'

const LOOK_BACK = 15

const request = z.object({
  team: z.string(),
  user: z.string(),
  channel: z.string(),
  /** The thread to report in; without one the card heads its own. */
  threadTs: z.string().optional(),
  eventId: z.string(),
  at: z.number(),
  door: jobSchema.shape.door,
  text: z.string(),
  /** The text is Slack's own, with entities and ids. */
  isRaw: z.boolean(),
  project: z.string().optional(),
  quotes: z.array(quoteSchema).optional(),
  source: z.string().optional(),
  used: jobSchema.shape.used,
  /** Read this thread up to this message as the context. */
  context: z.object({ threadTs: z.string(), before: z.string() }).optional(),
  responseUrl: z.string().optional(),
  /** A direct message of several people: the app may be no part of it, and nobody can invite it. */
  isGroup: z.boolean().optional(),
  /** The job that this one goes on from. */
  from: z.string().optional(),
  /** A person has seen that there is a twin, or it is one on purpose. */
  twinIsFine: z.boolean().optional(),
})

/** What every door hands in; the same request starts one job, however often it arrives. */
export type StartRequest = z.infer<typeof request>

const kind = taskKind('jobs.start', request)

export interface JobStarting {
  tasks: TaskHandler[]
  /** Durable when it resolves. */
  start: (request: StartRequest) => Promise<void>
  /** Goes on with a job that has its project: the hold, or a question about its twin. */
  proceed: (job: Job) => Promise<void>
}

/** From a request to a card and the hold before the create. */
export function createStarting(deps: {
  desk: JobUpdates
  queue: Queue
  cards: Cards
  clock: Clock
  gate: Gate
  settings: JobSettings
  context: ThreadContext
  conversations: Conversations
  projects: Project[]
  decode: (team: string, text: string) => Promise<string>
  /** Asks for another place when nothing can be shown where it was asked. */
  elsewhere: (asker: Asker, draft: Pick<FormDraft, 'text' | 'project'>) => Promise<void>
}): JobStarting {
  const { desk, queue, cards, clock, gate, settings, context, projects, decode } = deps
  const names = projects.map((project) => project.name)

  /** In the text, else the channel's, else the person's, else the only one; otherwise a person picks. */
  async function choose(ask: StartRequest, text: string): Promise<{ project: string; text: string }> {
    if (ask.project !== undefined) return { project: ask.project, text }
    const said = splitProjectPrefix(text, names)
    if (said.project) return { project: said.project, text: said.text }
    const channel = await settings.channel(ask.team, ask.channel)
    const person = await settings.person(ask.team, ask.user)
    const known = [channel.project, person.project].find((name) => name !== undefined && names.includes(name))
    return { project: known ?? (names.length === 1 ? (names[0] ?? '') : ''), text }
  }

  /** A live job that asks for nearly the same, here or by the same person. */
  async function twinOf(job: Job, instruction: string): Promise<string | undefined> {
    const records = desk.storeOf(job.team)
    const lists = await Promise.all(
      [job.channel, job.requester].map((scope) => records.list(scope, { limit: LOOK_BACK })),
    )
    const others = new Map(lists.flatMap(({ jobs }) => jobs).map((other) => [other.id, other]))
    for (const other of others.values()) {
      if (other.id >= job.id || !isLive(other) || other.state === 'asking' || other.state === 'picking') continue
      if (job.threadTs !== undefined && other.channel === job.channel && other.threadTs === job.threadTs)
        return other.id
      const prompt = await records.prompt(other.id)
      if (prompt && isNearDuplicate(prompt.instruction, instruction)) return other.id
    }
    return undefined
  }

  const admit = async (job: Job | undefined): Promise<void> => {
    if (job?.state === 'held') await sendAdmit(queue, job, Math.max(0, (job.heldUntil ?? 0) - clock.now()))
  }

  async function hold(job: Job): Promise<Job | undefined> {
    const { holdMs } = await settings.channel(job.team, job.channel)
    return desk.update(job.team, job.id, (now) => {
      if (now.state !== 'picking' || now.project === '') return undefined
      const until = { heldUntil: clock.now() + holdMs, heldForMs: holdMs }
      return { ...now, state: 'held', ...(holdMs > 0 && until) }
    })
  }

  const proceed = async (job: Job): Promise<void> => admit(await hold(job))

  async function run(ask: StartRequest): Promise<void> {
    const { team, user, channel } = ask
    const asker = { team, user, channel, opId: `jobs.start:${ask.eventId}`, responseUrl: ask.responseUrl }
    if (!(await gate.lets(asker))) return
    if (names.length === 0) return gate.tell(asker, jobText.noProject)
    const said = ask.isRaw ? await decode(team, ask.text) : ask.text
    const { project, text } = await choose(ask, said.trim())
    if (text === '') return gate.tell(asker, jobText.empty)
    if (ask.door === 'command' && (await deps.conversations.isInaccessible(team, user, channel)))
      return deps.elsewhere({ ...asker, opId: ask.eventId }, { text, ...(project !== '' && { project }) })
    const found = ask.context ? await context.thread(team, channel, { ...ask.context, by: user }) : undefined
    const prompt: Prompt = {
      instruction: text,
      quotes: ask.quotes ?? found?.quotes ?? [],
      ...(ask.source && { source: ask.source }),
    }
    const used = ask.used ?? found?.used
    const fresh: Job = {
      id: createJobId(ask.at, ask.eventId),
      team,
      requester: user,
      channel,
      ...(ask.threadTs && { threadTs: ask.threadTs }),
      door: ask.door,
      ...(ask.from && { from: ask.from }),
      project,
      title: extractTitle(text),
      ...(used && { used }),
      ...(ask.isGroup && { isGroup: true }),
      state: 'picking',
      askedAt: ask.at,
      attempt: 1,
      run: 1,
      beat: 0,
      sent: 0,
      followUps: 0,
    }
    const twin = ask.twinIsFine ? undefined : await twinOf(fresh, text)
    const job = await desk.storeOf(team).add({ ...fresh, ...(twin && { state: 'asking', twin }) }, prompt)
    // The hold is written before the card goes out, so that the first thing people see is already true; the job goes on after it,
    // so that what is said of it in its thread never stands in line before its card.
    const held = job.state === 'picking' ? await hold(job) : job
    if (ask.from) await desk.update(team, ask.from, (old) => ({ ...old, continued: job.id }))
    await cards.show(desk.cardRef(job), { channel, ...(ask.threadTs && { thread: { ts: ask.threadTs } }) })
    await admit(held)
  }

  return {
    tasks: [kind.handler(run)],
    start: (ask) => queue.send(kind.of(ask), { id: `jobs.start:${ask.team}:${ask.eventId}` }),
    proceed,
  }
}
