import { isErrorAnswer, UpstreamError } from '../../core/errors.ts'
import type { JobScope } from '../job-scope.ts'
import type { Project } from '../model/projects.ts'
import type { Job } from '../model/job.ts'
import type { Outage } from '../model/outage-store.ts'
import { isRateLimited } from '../quota/agent-quota.ts'

/** The pause after the first failure; it doubles with each further one. */
const FIRST_PAUSE_MS = 10_000
const MAX_PAUSE_MS = 600_000
/** Longer than a request may take. */
const TRIAL_MS = 60_000
const RECHECK_MS = 5000

const pauseAfter = ({ clock }: JobScope, failures: number): number =>
  clock.scaled(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)))

/** The record of an outage after one more failure. Keeps no trial, which has ended with this failure. */
const withFailure = (now: Outage | undefined, failedAt: number, error: unknown): Outage => ({
  failedAt,
  failures: (now?.failures ?? 0) + 1,
  asked: now?.asked ?? {},
  ...(isErrorAnswer(error) && { isAnswered: true }),
})

/**
 * Records that a create request of this job may have been lost: the next jobs of its project are not sent until the agent is back. The job asks its
 * requester unless another of their jobs still does.
 */
export async function recordOutage(scope: JobScope, { id, project, requester }: Job, error: unknown): Promise<void> {
  const { outages } = scope.jobs
  const failedAt = scope.clock.now()
  const first = (await outages.get(project))?.asked[requester]
  const isSettled = first !== undefined && !(await isStillAsking(scope, first))
  await outages.update(project, (now) => {
    const current = now?.asked[requester]
    const asking = current === undefined || (isSettled && current === first) ? id : current
    return { ...withFailure(now, failedAt, error), asked: { ...now?.asked, [requester]: asking } }
  })
}

/** Whether a job asks what became of its request, or will in a moment. */
async function isStillAsking({ jobs }: JobScope, id: string): Promise<boolean> {
  const state = (await jobs.store.get(id))?.state
  return state === 'unknown' || state === 'creating'
}

/** Whether the agent answers with errors during its outage, instead of not at all. */
export const answersWithErrors = async ({ jobs: { outages } }: JobScope, { project }: Job): Promise<boolean> =>
  (await outages.get(project))?.isAnswered ?? false

/** Records that the agent has answered a create request. */
export const endOutage = ({ jobs: { outages } }: JobScope, { project }: Job): Promise<void> => outages.end(project)

/** Whether another job of this person already asks about the same outage. One question stands for all of them. */
export async function isAskedAlready({ jobs }: JobScope, { id, project, requester }: Job): Promise<boolean> {
  const asked = (await jobs.outages.get(project))?.asked[requester]
  return asked !== undefined && asked !== id && (await jobs.store.get(asked))?.state === 'unknown'
}

/**
 * Returns the milliseconds before a create request may be sent: 0 unless the agent has an outage. After a pause, one job at a time checks whether the
 * agent answers. A job that a person starts again is not held back.
 */
export async function waitForAgent(scope: JobScope, job: Job, project: Project): Promise<number> {
  const {
    jobs: { outages },
    clock,
    connection,
  } = scope
  const outage = await outages.get(job.project)
  if (!outage || (job.startedBy !== undefined && job.attempt > 1)) return 0
  const restMs = outage.failedAt + pauseAfter(scope, outage.failures) - clock.now()
  if (restMs > 0) return Math.min(restMs, RECHECK_MS)
  if (!(await takeTrial(scope, job))) return RECHECK_MS
  try {
    // The agent knows no job with this id: its own answer shows that it is back.
    await connection.agent.getJob({ ...project, id: job.id })
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.details.outcome === 'refused' || isRateLimited(error)) return 0
    const failedAt = clock.now()
    await outages.update(job.project, (now) => now && withFailure(now, failedAt, error))
    return RECHECK_MS
  }
  return 0
}

/** Claims the trial for one job at a time; false if another job has it. */
async function takeTrial({ jobs: { outages }, clock }: JobScope, { project }: Job): Promise<boolean> {
  let isTaken = false
  await outages.update(project, (now) => {
    isTaken = now !== undefined && (now.trialUntil ?? 0) < clock.now()
    return now && isTaken ? { ...now, trialUntil: clock.now() + TRIAL_MS } : undefined
  })
  return isTaken
}
