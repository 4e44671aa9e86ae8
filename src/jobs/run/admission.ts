import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import type { TaskContext } from '../../queue/task-kinds.ts'
import { isKnownState, type Job, omitFields } from '../model/job.ts'
import { notifyFailedTask } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import { admitTask, type JobAttempt, sendAdmit, sendCreate } from './admission-task.ts'
import { recheckDelay } from './retry-delay.ts'

/** How many of the jobs in line are shown their new position when one leaves. */
const REFRESHED_IN_LINE = 20

/** Time for the jobs ahead to be taken. */
const TURN_MS = 500

/** Takes jobs whose hold is over to the agent, in the order in which they were asked for and within its limits. */
export const admissionFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(admitTask, admitJob, notifyFailedTask)],
}

/** Holds a job that has its project, so that it can be undone; undefined when it is past that. */
export async function holdJob({ jobs, settings, clock }: JobScope, job: Job): Promise<Job | undefined> {
  const { holdMs } = await settings.channel(job.team, job.channel)
  return jobs.update(job.id, (now) => {
    if (now.state !== 'picking' || now.project === '') return undefined
    const until = { heldUntil: clock.now() + holdMs, heldForMs: holdMs }
    return { ...now, state: 'held', ...(holdMs > 0 && until) }
  })
}

/** Sends a held job on to its admission, after the rest of its hold. */
export async function admitAfterHold({ queue, clock }: JobScope, job: Job | undefined): Promise<void> {
  if (job?.state !== 'held') return
  const restMs = Math.max(0, (job.heldUntil ?? 0) - clock.now())
  // More than the whole hold is left after the clock was set back.
  await sendAdmit(queue, job, Math.min(restMs, job.heldForMs ?? restMs))
}

/** Holds a job that has its project, and starts it after the hold. */
export async function proceedWithJob(scope: JobScope, job: Job): Promise<void> {
  await admitAfterHold(scope, await holdJob(scope, job))
}

/** Takes a job out of the line, and shows the jobs behind it their new position. */
export async function leaveWaitingLine({ jobs, quota }: JobScope, job: Job): Promise<void> {
  if (!job.project) return
  const line = quota.waitingLine(job.project)
  await line.leave(job)
  for (const next of (await line.list()).slice(0, REFRESHED_IN_LINE)) {
    const other = await line.readJob(next)
    if (other?.state === 'waiting') await jobs.refresh(other)
  }
}

async function admitJob(
  scope: JobScope,
  { id, attempt }: JobAttempt,
  { attempt: tries }: TaskContext,
): Promise<void | { againMs: number }> {
  const { jobs, queue, quota, clock } = scope
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
    // It keeps its position in line until the agent has answered.
    if (next?.state === 'creating') await sendCreate(queue, next)
    else await leaveWaitingLine(scope, job)
    return
  }
  // Even if it waits already: it may have joined an older line, or a previous attempt may have crashed before it joined.
  await quota.waitingLine(job.project).join(job)
  // On a repeat too: a previous attempt may have crashed after the write and before the refresh.
  if (job.state === 'held' || tries > 1)
    await jobs.update(id, (now) =>
      now.state === 'held' && now.attempt === attempt ? { ...now, state: 'waiting' } : undefined,
    )
  return { againMs: recheckDelay(clock, waitMs) }
}

/** Takes one create from the limits if it is this job's turn: 0. Otherwise how long to wait; the job that waits longest goes first. */
async function takeTurn(scope: JobScope, job: Job): Promise<number> {
  const { quota, clock } = scope
  const ahead = await countAhead(scope, job)
  if (ahead === 0) return quota.take(job.project, 'create')
  const { nextSlotAt } = await quota.peek(job.project, 'create', ahead + 1)
  return Math.max(TURN_MS, (nextSlotAt ?? 0) - clock.now())
}

/** How many jobs are ahead of this one. Removes those that no longer wait from the line when it would be their turn. */
async function countAhead({ quota }: JobScope, job: Job): Promise<number> {
  const line = quota.waitingLine(job.project)
  const ahead = (await line.list()).filter(({ id }) => id < job.id)
  for (const [index, next] of ahead.entries()) {
    const other = await line.readJob(next)
    // This includes a job that has just joined, and one whose create is on its way: if that is refused, it is still first.
    const isAhead = other?.state === 'waiting' || other?.state === 'held' || other?.state === 'creating'
    // The jobs behind the first one that does wait are not read: every job would read every other one.
    // The names of projects are a workspace's own: a job of another one is in this line because its project has the same quota.
    const isSame = next.team !== job.team || (other !== undefined && quota.sharesQuota(other.project, job.project))
    if (isAhead && isSame) return ahead.length - index
    await line.leave(next)
  }
  return 0
}
