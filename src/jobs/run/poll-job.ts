import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import type { AgentJob } from '../../clients/agent-client.ts'
import { isRecent } from '../../core/clock.ts'
import { isErrorAnswer, UpstreamError } from '../../core/errors.ts'
import { readAgentSentence } from '../model/failure.ts'
import { failureReference } from '../model/job-ids.ts'
import { isAccessRefused, isEnded, type Job, omitFields } from '../model/job.ts'
import { hasPassedStep } from '../model/progress-steps.ts'
import { finalStateOf, withRemoteStatus } from '../model/remote-status.ts'
import { solveKeyAlarm } from '../notify/key-alarm.ts'
import { notifyJobEnd } from '../notify/notify-requester.ts'
import { notifyFailedTask } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import { jobShare, pollBoundMs, pollDelayMs } from './poll-interval.ts'
import { type PolledJob, type PollMemory } from './poll-memory.ts'
import { type PollRequest, pollTask } from './poll-task.ts'

/** The second failed poll in a row is reported. */
const FAILURES_BEFORE_NOTICE = 2
const RECHECK_SHOWN_MS = 5 * 60_000

/** The agent accepts a follow-up asynchronously: a job reported as finished so soon after one may be about to work again. */
const SETTLE_MS = 15_000

/** A job older than this that the process has never polled was polled by an earlier process. */
const INHERITED_MS = 10_000

/** Polls each job with one task, at an interval that grows with the job's age, until a final status. A poll without news writes no record. */
export const pollingFeature = (memory: PollMemory): ScopedFeature<JobScope> => ({
  tasks: [scopedHandler(pollTask, (scope: JobScope, request) => pollJob(scope, memory, request), notifyFailedTask)],
})

const isCurrent = (job: Job, beat: number): boolean => job.beat === beat && job.state === 'working'

async function pollJob(
  scope: JobScope,
  memory: PollMemory,
  { id, beat }: PollRequest,
): Promise<void | { againMs: number }> {
  const { jobs, clock } = scope
  const job = await jobs.store.get(id)
  if (!job || job.beat !== beat) return
  // The end was written, but perhaps not its card and its reply. Both are safe to repeat.
  if (isEnded(job)) {
    await jobs.refresh(job)
    return notifyJobEnd(scope, job)
  }
  const { remoteId } = job
  if (job.state !== 'working' || remoteId === undefined) return memory.forget(job)
  const scaled = (ms: number): number => clock.scaled(ms)
  const ageMs = Math.max(0, clock.now() - (job.pacedAt ?? job.askedAt))
  const boundMs = pollBoundMs(ageMs, scaled)
  const isInherited = !memory.isKnown(job) && ageMs > INHERITED_MS && clock.now() - memory.openedAt < boundMs
  const polled = memory.remember(job)
  // After a restart all polls are due at the same time: each job takes its own moment within its bound.
  if (isInherited) return { againMs: Math.round(boundMs * jobShare(id)) }
  try {
    const remote = await readRemoteJob(scope, job, remoteId)
    polled.failures = 0
    if (isAccessRefused(job)) await solveKeyAlarm(scope, job)
    const state = finalStateOf(remote)
    if (state && !(state === 'finished' && isSettling(scope, job, remote))) {
      await endRun(scope, memory, job, state, remote)
      return
    }
    await recordNews(scope, memory, job, remote)
  } catch (error) {
    await recordFailedPoll(scope, memory, { job, error, polled })
  }
  return { againMs: pollDelayMs(id, ageMs, scaled) }
}

async function readRemoteJob(
  { connection: { agent }, projects }: JobScope,
  job: Job,
  remoteId: string,
): Promise<AgentJob> {
  const project = projects.find(job.project)
  if (project) return agent.getJob({ ...project, id: remoteId })
  throw new UpstreamError('the project is not connected', { service: 'agent', code: 'forbidden', outcome: 'refused' })
}

const isSettling = ({ clock }: JobScope, job: Job, remote: AgentJob): boolean =>
  job.sent > 0 &&
  job.endedAt !== undefined &&
  isRecent(clock, job.pacedAt ?? 0, SETTLE_MS) &&
  remote.prLink === job.prLink

async function endRun(
  scope: JobScope,
  memory: PollMemory,
  job: Job,
  state: 'finished' | 'failed' | 'archived' | 'gone',
  remote?: AgentJob,
): Promise<void> {
  const { jobs, clock, log } = scope
  const { team, id, beat } = job
  const now = clock.now()
  const trouble = { code: state, reference: failureReference(id, job.run, state) }
  if (state === 'failed' || state === 'gone')
    log.warn({ job: id, team, remote: job.remoteId, reference: trouble.reference, code: state }, 'a job failed')
  const next = await jobs.update(id, (found) =>
    isCurrent(found, beat)
      ? {
          ...omitFields(remote ? withRemoteStatus(found, remote) : found, 'silentSince', 'trouble'),
          state,
          endedAt: now,
          checkedAt: now,
          ...(state !== 'finished' && { trouble }),
        }
      : undefined,
  )
  memory.forget(job)
  if (next && next.beat === beat && isEnded(next)) await notifyJobEnd(scope, next)
}

/** Whether the card should show a longer time of work. A few edits an hour for each job, and fewer while many jobs work. */
function isStepDue({ clock }: JobScope, memory: PollMemory, job: Job): boolean {
  const startedAt = job.startedAt ?? job.askedAt
  const shownMs = (job.checkedAt ?? startedAt) - startedAt
  return hasPassedStep(shownMs, clock.now() - startedAt, (ms) => clock.scaled(ms)) && memory.takeSpareEdit(job.team)
}

/** Records a first branch, model or pull request, the end of a silence, or a step of the time that the job has worked. */
async function recordNews(scope: JobScope, memory: PollMemory, job: Job, remote: AgentJob): Promise<void> {
  const { jobs, clock } = scope
  const next = withRemoteStatus(job, remote)
  const isNews =
    next.branch !== job.branch ||
    next.model !== job.model ||
    next.prLink !== job.prLink ||
    next.repository !== job.repository ||
    job.silentSince !== undefined
  if (!isNews && !isStepDue(scope, memory, job)) return
  await jobs.update(job.id, (found) =>
    isCurrent(found, job.beat)
      ? {
          ...omitFields(withRemoteStatus(found, remote), 'silentSince', 'trouble', 'adminsTold'),
          checkedAt: clock.now(),
        }
      : undefined,
  )
}

async function recordFailedPoll(
  scope: JobScope,
  memory: PollMemory,
  { job, error, polled }: { job: Job; error: unknown; polled: PolledJob },
): Promise<void> {
  const { jobs, clock, log } = scope
  if (!(error instanceof UpstreamError) || error.details.service !== 'agent') throw error
  const { code } = error.details
  polled.failures += 1
  if (polled.failures < FAILURES_BEFORE_NOTICE) return
  if (code === 'not_found') return endRun(scope, memory, job, 'gone')
  const now = clock.now()
  const isDue = !isRecent(clock, polled.shownAt, clock.scaled(RECHECK_SHOWN_MS))
  if (job.silentSince !== undefined && !isDue) return
  if (!memory.takeSpareEdit(job.team)) return
  polled.shownAt = now
  const isAnswered = isErrorAnswer(error) && { isAnswered: true }
  const reference = failureReference(job.id, job.beat, code)
  const trouble = { code, reference, ...isAnswered, ...readAgentSentence(error) }
  log.warn({ job: job.id, team: job.team, reference: trouble.reference, code }, 'a job cannot be watched')
  await jobs.update(job.id, (found) =>
    isCurrent(found, job.beat)
      ? { ...found, silentSince: found.silentSince ?? now, checkedAt: now, trouble }
      : undefined,
  )
}
