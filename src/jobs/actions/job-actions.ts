import { z } from 'zod'
import type { Clock } from '../../core/clock.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { JobEditing } from './edit-job.ts'
import { sendAdmit } from '../run/create-job.ts'
import { restartJob } from '../model/transitions.ts'
import { newAttempt } from '../model/transitions.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { type Project } from '../model/projects.ts'
import type { FollowUps } from '../follow-up/send-follow-up.ts'
import type { Asker, Gate } from '../gate.ts'
import { canRestart, applyOnce, wasApplied, type Job } from '../model/job.ts'
import { projectKey } from '../model/job-ids.ts'
import type { JobSharing } from './share-job.ts'
import type { JobStarting } from '../start/start-job.ts'
import { jobText } from '../text/en.ts'

const verbs = [
  'undo',
  'cancel',
  'drop',
  'anyway',
  'retry',
  'edit',
  'watch',
  'check',
  'unwatch',
  'stop',
  'say',
  'send_again',
  'drop_follow_up',
  'tell',
  'untell',
  'instead',
  'pick',
  'mirror',
  'hand',
  'post_here',
  'show_direct',
  'tell_admins',
] as const
export type JobVerb = (typeof verbs)[number]

const schema = z.object({
  team: z.string(),
  id: z.string(),
  user: z.string(),
  verb: z.enum(verbs),
  eventId: z.string(),
  channel: z.string().optional(),
  threadTs: z.string().optional(),
  responseUrl: z.string().optional(),
  /** What the verb needs besides: a text, a project's key, a channel, a person, a number. */
  arg: z.string().optional(),
  project: z.string().optional(),
  /** The form it was done from, which may show what it changed. */
  view: z.object({ id: z.string(), callbackId: z.string(), metadata: z.string() }).optional(),
  /** The form's draft, which holds what was shown. */
  draft: z.string().optional(),
  /** The quotations that a person left ticked, by their place. */
  ticked: z.array(z.number()).optional(),
})
const kind = taskKind('jobs.act', schema)
export type JobActionRequest = z.infer<typeof schema>

const DROPS: ReadonlySet<string> = new Set(['picking', 'asking', 'paused', 'unknown'])

/** What people do with a job that exists; each looks at the newest state first and says so when it came too late. */
export function createJobActions(deps: {
  desk: JobUpdates
  queue: Queue
  clock: Clock
  gate: Gate
  share: JobSharing
  projects: Project[]
  starting: Pick<JobStarting, 'proceed'>
  changes: Pick<JobEditing, 'apply'>
  followUps: FollowUps
  watch: (job: Job) => Promise<void>
  leaveLine: (job: Job) => Promise<void>
  follow: (act: JobActionRequest) => Promise<void>
}): { tasks: TaskHandler[]; act: (act: JobActionRequest) => Promise<void> } {
  const { desk, queue, clock, gate, projects, starting, changes, followUps, watch, leaveLine } = deps

  type Move = (now: Job) => Job | undefined
  const drop = (now: Job): Job => ({
    ...omitFields(now, 'heldUntil', 'pausedBy', 'roomAt', 'silentSince'),
    state: 'dropped',
  })
  const canCancel = (now: Job): boolean =>
    now.state === 'waiting' ||
    (now.state === 'creating' && now.silentSince !== undefined && now.attempted === undefined)

  const watched = (now: Job): Job => ({
    ...omitFields(now, 'silentSince', 'trouble'),
    state: 'working',
    beat: now.beat + 1,
    pacedAt: clock.now(),
  })

  async function restarted(job: Job, { eventId }: JobActionRequest, move: Move): Promise<Job | undefined> {
    const next = await desk.update(job.team, job.id, (now) => applyOnce(now, eventId, move))
    if (next?.state === 'held') await sendAdmit(queue, next)
    return next
  }

  async function dropped(job: Job, { eventId }: JobActionRequest, can: (now: Job) => boolean): Promise<boolean> {
    const next = await desk.update(job.team, job.id, (now) =>
      applyOnce(now, eventId, () => (can(now) ? drop(now) : undefined)),
    )
    await leaveLine(job)
    return next?.state === 'dropped' || wasApplied(next, eventId)
  }

  const notNow = (asker: Asker, ok: boolean, text: string = jobText.notNow): Promise<void> =>
    ok ? Promise.resolve() : gate.tell(asker, text)

  async function isSaid(job: Job, source: string): Promise<boolean> {
    const { rows } = await desk.storeOf(job.team).followUps(job.id).list()
    return rows.some(({ value }) => value.sources.includes(source))
  }

  async function run(act: JobActionRequest): Promise<void> {
    const { team, id, user, arg = '' } = act
    const asker: Asker = { ...act, opId: `jobs.act:${act.verb}:${act.eventId}` }
    const job = await desk.storeOf(team).get(id)
    if (!job) return gate.tell(asker, jobText.noJob)
    if (!(await gate.lets(asker))) return
    switch (act.verb) {
      case 'undo':
        return notNow(
          asker,
          await dropped(job, act, (now) => now.state === 'held' || now.state === 'paused'),
          jobText.tooLate,
        )
      case 'cancel':
        return notNow(asker, await dropped(job, act, canCancel))
      case 'drop':
        return notNow(asker, await dropped(job, act, (now) => DROPS.has(now.state)))
      case 'anyway': {
        if (job.state === 'unknown' || job.state === 'paused') {
          await restarted(job, act, (now) => (now.state === job.state ? newAttempt(now, 'held') : undefined))
          return
        }
        const next = await desk.update(team, id, (now) =>
          applyOnce(now, act.eventId, () =>
            now.state === 'asking' ? { ...omitFields(now, 'twin'), state: 'picking' } : undefined,
          ),
        )
        if (next) await starting.proceed(next)
        return
      }
      case 'retry': {
        const next = await restarted(job, act, (now) =>
          canRestart(now) && now.state !== 'paused' ? restartJob(now) : undefined,
        )
        const isLate = next?.state === 'working' || next?.state === 'finished'
        return notNow(asker, !isLate || wasApplied(next, act.eventId))
      }
      case 'edit':
        return notNow(asker, await changes.apply(job, act))
      case 'pick': {
        const project = projects.find((entry) => projectKey(entry.name) === arg)
        if (!project) return gate.tell(asker, jobText.notNow)
        const next = await desk
          .storeOf(team)
          .update(id, (now) => (now.state === 'picking' ? { ...now, project: project.name } : undefined))
        if (next) await starting.proceed(next)
        return
      }
      case 'watch':
      case 'check': {
        const from = act.verb === 'watch' ? 'unwatched' : 'working'
        const next = await desk.update(team, id, (now) =>
          applyOnce(now, act.eventId, () => (now.state === from && now.remoteId ? watched(now) : undefined)),
        )
        if (next) await watch(next)
        return
      }
      case 'unwatch': {
        const next = await desk.update(team, id, (now) =>
          applyOnce(now, act.eventId, () =>
            now.state === 'working'
              ? { ...omitFields(now, 'silentSince', 'trouble'), state: 'unwatched', beat: now.beat + 1 }
              : undefined,
          ),
        )
        return notNow(asker, next?.state === 'unwatched' || wasApplied(next, act.eventId))
      }
      case 'stop':
        // Also after a crash: what this press said may have gone out, and the job ended, since.
        if (job.state !== 'working') return notNow(asker, await isSaid(job, act.eventId))
        return followUps.add(job, {
          user,
          text: jobText.stopText,
          source: act.eventId,
          isWhole: true,
          asksToStop: true,
        })
      case 'say':
        return followUps.add(job, { user, text: arg, source: act.eventId, isWhole: true })
      case 'send_again':
        return notNow(asker, await followUps.sendAgain(job, Number(arg), act.eventId))
      case 'drop_follow_up':
        return gate.tell(asker, (await followUps.drop(job, Number(arg))) ? jobText.followUpDropped : jobText.notNow)
      case 'instead': {
        const twin = job.twin === undefined ? undefined : await desk.storeOf(team).get(job.twin)
        const prompt = await desk.storeOf(team).prompt(id)
        if (job.state === 'dropped') return desk.refresh(job)
        if (job.state !== 'asking' || !twin || !prompt) return gate.tell(asker, jobText.notNow)
        // What stood in the thread before the other job's card, its agent has.
        const { cardTs } = twin
        const isOfThread = job.threadTs !== undefined && twin.threadTs === job.threadTs
        const isNew = (ts: string | undefined): boolean => ts === undefined || cardTs === undefined || ts > cardTs
        const quotes = prompt.quotes.filter(({ ts }) => !isOfThread || isNew(ts))
        const said = { user, text: prompt.instruction, prompt: { ...prompt, quotes } }
        await followUps.add(twin, { ...said, source: `${id}:instead`, isWhole: true })
        await desk.update(team, id, (now) =>
          now.state === 'asking' ? { ...drop(now), trouble: { code: 'instead', reference: '' } } : undefined,
        )
        return
      }
      case 'tell':
      case 'untell':
      case 'mirror':
      case 'hand':
      case 'post_here':
      case 'show_direct':
      case 'tell_admins':
        return deps.share(job, { verb: act.verb, user, arg, eventId: act.eventId }, asker)
    }
  }

  return {
    tasks: [
      kind.handler(async (act) => {
        await run(act)
        await deps.follow(act)
      }),
    ],
    act: (act) => queue.send(kind.of(act), { id: `jobs.act:${act.team}:${act.verb}:${act.eventId}` }),
  }
}
