import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import type { TaskContext } from '../../queue/task-kinds.ts'
import { isKnownState, type Job, omitFields } from '../model/job.ts'
import { notifyFailedTask } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import { admitTask, type JobAttempt, sendAdmit, sendCreate } from './admission-task.ts'
import { SHOWN_PLACES } from '../quota/waiting-line.ts'
import { recheckDelay } from './retry-delay.ts'

const TURN_MS = 500

/** Sends jobs to the agent after their hold, in the order of the requests and within its limits. */
export const admissionFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(admitTask, admitJob, notifyFailedTask)],
}

/** Holds a job that has its project, during which it can be undone; returns undefined if it has moved on. */
export async function holdJob({ jobs, settings, clock }: JobScope, job: Job): Promise<Job | undefined> {
  const { holdMs } = await settings.channel(job.team, job.channel)
  return jobs.update(job.id, (now) => {
    if (now.state !== 'picking' || now.project === '') return undefined
    const until = { heldUntil: clock.now() + holdMs, heldForMs: holdMs }
    return { ...now, state: 'held', ...(holdMs > 0 && until) }
  })
}

/** Sends a held job to admission after the rest of its hold. */
export async function admitAfterHold({ queue, clock }: JobScope, job: Job | undefined): Promise<void> {
  if (job?.state !== 'held') return
  const restMs = Math.max(0, (job.heldUntil ?? 0) - clock.now())
  // After the clock was set back, more than the whole hold would remain.
  await sendAdmit(queue, job, Math.min(restMs, job.heldForMs ?? restMs))
}

/** Holds a job that has its project, and starts it after the hold. */
export async function proceedWithJob(scope: JobScope, job: Job): Promise<void> {
  await admitAfterHold(scope, await holdJob(scope, job))
}

type JobInLine = Pick<Job, 'team' | 'id' | 'project'>

/**
 * Puts a job in line, and refreshes the cards behind it: its request may be older than theirs. `isRepeat`: an earlier attempt may have crashed in
 * between.
 */
export async function joinWaitingLine(scope: JobScope, job: JobInLine, { isRepeat = false } = {}): Promise<void> {
  const isNew = await scope.quota.waitingLine(job.project).join(job)
  // The job that had the last of the shown places is now behind them.
  if (isNew || isRepeat) await refreshBehind(scope, job, SHOWN_PLACES + 1)
}

/** Removes a job from the line, and refreshes the cards behind it, even if it had left before: an earlier attempt may have crashed in between. */
export async function leaveWaitingLine(scope: JobScope, job: JobInLine): Promise<void> {
  if (!job.project) return
  await scope.quota.waitingLine(job.project).leave(job)
  await refreshBehind(scope, job, SHOWN_PLACES)
}

/** Refreshes the cards behind this job in the first `places` of the line. */
async function refreshBehind({ jobs, quota }: JobScope, job: JobInLine, places: number): Promise<void> {
  const line = quota.waitingLine(job.project)
  // The jobs behind one without a shown place have none either, so the rest of the line is not read.
  if ((await line.listAhead(job, SHOWN_PLACES)).length === SHOWN_PLACES) return
  for (const next of (await line.list()).slice(0, places)) {
    const other = next.id > job.id ? await line.readJob(next) : undefined
    if (other?.state === 'waiting') await jobs.refresh(other)
  }
}

async function admitJob(
  scope: JobScope,
  { id, attempt }: JobAttempt,
  { attempt: tries }: TaskContext,
): Promise<void | { againMs: number }> {
  const { jobs, queue, clock } = scope
  const job = await jobs.store.get(id)
  if (!job || job.attempt !== attempt || !isKnownState(job)) return
  if (job.state === 'creating') return sendCreate(queue, job)
  if (job.state !== 'held' && job.state !== 'waiting') return leaveWaitingLine(scope, job)
  const waitMs = await takeTurn(scope, job)
  if (waitMs === 0) {
    const next = await jobs.update(id, (now) =>
      now.attempt === attempt && (now.state === 'held' || now.state === 'waiting')
        ? { ...omitFields(now, 'heldUntil', 'heldForMs', 'roomAt'), state: 'creating' }
        : undefined,
    )
    // The job keeps its position in line until the agent has answered.
    if (next?.state === 'creating') await sendCreate(queue, next)
    else await leaveWaitingLine(scope, job)
    return
  }
  // Joined again even if it waits already: it may have joined an older line, or an earlier attempt may have crashed before it joined.
  await joinWaitingLine(scope, job, { isRepeat: tries > 1 })
  // Also on a repeat: an earlier attempt may have crashed between the write and the refresh.
  if (job.state === 'held' || tries > 1)
    await jobs.update(id, (now) =>
      now.state === 'held' && now.attempt === attempt ? { ...now, state: 'waiting' } : undefined,
    )
  return { againMs: recheckDelay(clock, waitMs) }
}

/**
 * Takes one create request from the limits if it is this job's turn, and returns 0. Otherwise returns the wait; the job that waits longest goes
 * first.
 */
async function takeTurn(scope: JobScope, job: Job): Promise<number> {
  const { quota, clock } = scope
  const ahead = await countAhead(scope, job)
  if (ahead === 0) return quota.take(job.project, 'create')
  const { nextSlotAt } = await quota.peek(job.project, 'create', ahead + 1)
  return Math.max(TURN_MS, (nextSlotAt ?? 0) - clock.now())
}

/** Counts the jobs ahead of this one, up to those that the agent takes in an hour. Removes those that no longer wait from the line. */
async function countAhead(scope: JobScope, job: Job): Promise<number> {
  const { quota } = scope
  const line = quota.waitingLine(job.project)
  const ahead = await line.listAhead(job, quota.hourlyLimit)
  for (const [index, next] of ahead.toReversed().entries()) {
    const other = await line.readJob(next)
    // Includes a job that has just joined, and one whose create request is being sent: if refused, it is still first.
    const isAhead = other?.state === 'waiting' || other?.state === 'held' || other?.state === 'creating'
    // Jobs behind the first waiting one are not read: every job would read every other one. Project names belong to a workspace: a job of another
    // workspace is in this line because its project has the same quota.
    const isSame = next.team !== job.team || (other !== undefined && quota.sharesQuota(other.project, job.project))
    if (isAhead && isSame) return ahead.length - index
    await leaveWaitingLine(scope, { ...next, project: job.project })
  }
  return ahead.length < quota.hourlyLimit ? 0 : countAhead(scope, job)
}
