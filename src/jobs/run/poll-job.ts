import { z } from 'zod'
import type { AgentClient, AgentJob } from '../../clients/agent-client.ts'
import type { Clock } from '../../core/clock.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { Queue } from '../../queue/queue.ts'
import { taskKind, type TaskHandler } from '../../queue/task-kinds.ts'
import type { Notifier } from '../notify/notify-requester.ts'
import { type JobUpdates } from '../updates/job-updates.ts'
import { omitFields } from '../model/job.ts'
import { finalStateOf, withRemoteStatus } from '../model/remote-status.ts'
import { isEnded, type Job } from '../model/job.ts'
import { failureReference } from '../model/job-ids.ts'
import { pollBoundMs, pollDelayMs, jobShare } from './poll-interval.ts'

/** One lost answer is no news; the second in a row is. */
const FAILURES_TO_TELL = 2
const BEAT_MS = 5 * 60_000

/** Edits that carry no other news than "still checked", of a workspace's fifty a minute. */
const SPARE_EDITS = 10
const SPARE_WINDOW_MS = 60_000

/** A follow-up is taken up asynchronously: a job that says so soon after one that it is finished may be about to work again. */
const SETTLE_MS = 15_000

/** A job this old that nobody watched here was watched by an earlier process. */
const LATE_MS = 10_000
const SEEN_KEPT = 50_000

const beatSchema = z.object({ team: z.string(), id: z.string(), beat: z.number() })
const kind = taskKind('jobs.watch', beatSchema)
type Beat = z.infer<typeof beatSchema>

interface Seen {
  failures: number
  shownAt: number
}

/**
 * Follows each job with one task that comes again at a pace that follows the job's age, and ends at a final status. A poll that
 * finds nothing new writes no record; what only this process knows (failures in a row) it keeps in memory.
 */
export function createPolling(deps: {
  desk: JobUpdates
  queue: Queue
  agent: AgentClient
  clock: Clock
  log: Log
  announce: Notifier
}): { tasks: TaskHandler[]; watch: (job: Job) => Promise<void> } {
  const { desk, queue, agent, clock, log, announce } = deps
  const seen = new Map<string, Seen>()
  const spare = new Map<string, number[]>()
  const scaled = (ms: number): number => clock.scaled(ms)
  const openedAt = clock.now()

  /** Room for an edit without other news; a full budget leaves it to the next change. */
  function hasSpareEdit(team: string): boolean {
    const now = clock.now()
    const recent = (spare.get(team) ?? []).filter((at) => at > now - SPARE_WINDOW_MS)
    const has = recent.length < SPARE_EDITS
    spare.set(team, has ? [...recent, now] : recent)
    return has
  }

  const send = (job: Job, delayMs: number): Promise<void> =>
    queue.send(kind.of({ team: job.team, id: job.id, beat: job.beat }), {
      id: `jobs.watch:${job.team}:${job.id}:${job.beat}`,
      delayMs,
      isBackground: true,
    })

  const ageOf = (job: Job): number => Math.max(0, clock.now() - (job.pacedAt ?? job.askedAt))
  const current = (job: Job, beat: number): boolean => job.beat === beat && job.state === 'working'

  async function end(job: Job, state: 'finished' | 'failed' | 'archived' | 'gone', remote?: AgentJob): Promise<void> {
    const { team, id, beat } = job
    const now = clock.now()
    const trouble = { code: state, reference: failureReference(id, job.run, state) }
    if (state === 'failed')
      log.warn({ job: id, team, remote: job.remoteId, reference: trouble.reference }, 'a job failed')
    const next = await desk.update(team, id, (found) =>
      current(found, beat)
        ? {
            ...omitFields(remote ? withRemoteStatus(found, remote) : found, 'silentSince', 'stopAsked', 'trouble'),
            state,
            endedAt: now,
            checkedAt: now,
            ...(state !== 'finished' && { trouble }),
          }
        : undefined,
    )
    seen.delete(`${team}/${id}`)
    if (next && next.beat === beat && isEnded(next)) await announce.notifyEnd(next)
  }

  /** What is worth a write: a first branch, model or pull request, the end of a silence, or now and then that it was checked. */
  async function note(job: Job, remote: AgentJob, mark: Seen): Promise<void> {
    const now = clock.now()
    const next = withRemoteStatus(job, remote)
    const isNews =
      next.branch !== job.branch ||
      next.model !== job.model ||
      next.prLink !== job.prLink ||
      next.repository !== job.repository ||
      job.silentSince !== undefined
    const isDue = now - Math.max(mark.shownAt, job.checkedAt ?? 0) > scaled(BEAT_MS)
    if (!isNews && !(isDue && hasSpareEdit(job.team))) return
    mark.shownAt = now
    await desk.update(job.team, job.id, (found) =>
      current(found, job.beat)
        ? { ...omitFields(withRemoteStatus(found, remote), 'silentSince', 'trouble'), checkedAt: now }
        : undefined,
    )
  }

  async function failed(job: Job, error: unknown, mark: Seen): Promise<void> {
    if (!(error instanceof UpstreamError) || error.details.service !== 'agent') throw error
    const { code } = error.details
    mark.failures += 1
    if (mark.failures < FAILURES_TO_TELL) return
    if (code === 'not_found') return end(job, 'gone')
    const isDue = clock.now() - mark.shownAt > scaled(BEAT_MS)
    if (job.silentSince !== undefined && !isDue) return
    if (!hasSpareEdit(job.team)) return
    mark.shownAt = clock.now()
    const now = clock.now()
    const trouble = { code, reference: failureReference(job.id, job.beat, code) }
    log.warn({ job: job.id, team: job.team, reference: trouble.reference, code }, 'a job cannot be watched')
    await desk.update(job.team, job.id, (found) =>
      current(found, job.beat)
        ? { ...found, silentSince: found.silentSince ?? now, checkedAt: now, trouble }
        : undefined,
    )
  }

  async function poll({ team, id, beat }: Beat): Promise<void | { againMs: number }> {
    const job = await desk.storeOf(team).get(id)
    if (!job || job.beat !== beat) return
    // The end was written, its card and its reply perhaps not: shown and said twice it stands once.
    if (isEnded(job)) {
      await desk.refresh(job)
      return announce.notifyEnd(job)
    }
    const { remoteId } = job
    if (job.state !== 'working' || remoteId === undefined) return void seen.delete(`${team}/${id}`)
    const age = ageOf(job)
    const bound = pollBoundMs(age, scaled)
    const known = seen.get(`${team}/${id}`)
    const mark = known ?? { failures: 0, shownAt: job.checkedAt ?? 0 }
    seen.set(`${team}/${id}`, mark)
    // The end of a job is often seen by another process.
    const [oldest] = seen.keys()
    if (seen.size > SEEN_KEPT && oldest !== undefined) seen.delete(oldest)
    // After a restart everything is due at once: each job takes its own moment within its bound.
    if (!known && age > LATE_MS && clock.now() - openedAt < bound) return { againMs: Math.round(bound * jobShare(id)) }
    try {
      const project = desk.findProject(job.project)
      if (!project)
        throw new UpstreamError('the project is not connected', {
          service: 'agent',
          code: 'forbidden',
          outcome: 'refused',
        })
      const remote = await agent.getJob({ ...project, id: remoteId })
      mark.failures = 0
      const state = finalStateOf(remote)
      if (state && !(state === 'finished' && isSettling(job, remote))) return await end(job, state, remote)
      await note(job, remote, mark)
    } catch (error) {
      await failed(job, error, mark)
    }
    return { againMs: pollDelayMs(id, age, scaled) }
  }

  const isSettling = (job: Job, remote: AgentJob): boolean =>
    job.sent > 0 &&
    job.endedAt !== undefined &&
    clock.now() - (job.pacedAt ?? 0) < SETTLE_MS &&
    remote.prLink === job.prLink

  return {
    tasks: [kind.handler(poll, announce.notifyFailedTask)],
    watch: (job) => (job.state === 'working' ? send(job, pollDelayMs(job.id, 0, scaled)) : Promise.resolve()),
  }
}
