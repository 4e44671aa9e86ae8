import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { isErrorAnswer, UpstreamError } from '../../core/errors.ts'
import { authorizeCreate, recordStart } from '../access/authorize-create.ts'
import { readAgentSentence } from '../model/failure.ts'
import { failureReference } from '../model/job-ids.ts'
import { composePrompt } from '../model/job-prompt.ts'
import { isNotAllowed, type Job, START_NOT_ALLOWED, omitFields } from '../model/job.ts'
import { newAttempt, withRemoteJob } from '../model/transitions.ts'
import { askOthersToStart } from '../notify/ask-others-to-start.ts'
import { solveKeyAlarm } from '../notify/key-alarm.ts'
import { notifyJobEnd } from '../notify/notify-requester.ts'
import { notifyFailedTask } from '../notify/thread-post.ts'
import { isRateLimited } from '../quota/agent-quota.ts'
import type { JobScope } from '../job-scope.ts'
import { createJobTask, type JobAttempt, sendAdmit } from './admission-task.ts'
import { joinWaitingLine, leaveWaitingLine } from './admission.ts'
import { answersWithErrors, endOutage, isAskedAlready, recordOutage, waitForAgent } from './outage.ts'
import { hasGivenUp, retryDelay } from './retry-delay.ts'
import { startWatching } from './start-watching.ts'

/** Sends the create request of each attempt once, and acts on its outcome. */
export const creationFeature: ScopedFeature<JobScope> = {
  tasks: [scopedHandler(createJobTask, createJob, notifyFailedTask)],
}

const isCurrent = (job: Job, attempt: number): boolean => job.attempt === attempt && job.state === 'creating'

async function createJob(scope: JobScope, { id, attempt }: JobAttempt): Promise<void | { againMs: number }> {
  const { jobs, queue, projects, connection } = scope
  const job = await jobs.store.get(id)
  if (!job) return
  // Found after a crash: the record was written, but perhaps not its consequences.
  if (job.state !== 'creating') await jobs.update(id, () => undefined)
  // The agent was full: the job waits for its next attempt.
  if (job.state === 'waiting' && job.attempt === attempt + 1) return sendAdmit(queue, job)
  if (job.attempt !== attempt) return
  if (job.state === 'working') return finishStarted(scope, job)
  if (job.state === 'refused' || job.state === 'unknown') return finishUnstarted(scope, job)
  if (job.state !== 'creating') return
  // A create request has no idempotency key: one in flight when the process died is never repeated automatically.
  if (job.attempted === attempt) return recordUnknownOutcome(scope, job)
  const project = projects.find(job.project)
  const prompt = await jobs.store.prompt(id)
  if (!project || !prompt) return refuseJob(scope, job, 'no_project')
  const waitMs = await waitForAgent(scope, job, project)
  if (waitMs > 0) return keepUnsent(scope, job, { code: 'unreachable', waitMs })
  if (!(await authorizeCreate(scope, job))) return refuseJob(scope, job, START_NOT_ALLOWED)
  const marked = await jobs.store.update(id, (now) =>
    isCurrent(now, attempt) ? { ...now, attempted: attempt } : undefined,
  )
  if (!marked || !isCurrent(marked, attempt)) return
  try {
    const remote = await connection.agent.createJob({ ...project, prompt: composePrompt(prompt) })
    const now = scope.clock.now()
    const next = await jobs.update(id, (current) =>
      // Includes `unknown`: this answers a request that was considered lost.
      current.attempt === attempt && (current.state === 'creating' || current.state === 'unknown')
        ? withRemoteJob(current, remote, { remoteId: remote.id, startedAt: now, now })
        : undefined,
    )
    await endOutage(scope, job)
    if (next?.state === 'working' && next.attempt === attempt) await finishStarted(scope, next)
    return leaveWaitingLine(scope, job)
  } catch (error) {
    return handleFailedCreate(scope, marked, error)
  }
}

async function finishStarted(scope: JobScope, job: Job): Promise<void> {
  await recordStart(scope, job, 'done')
  await solveKeyAlarm(scope, job)
  await startWatching(scope, job)
}

/** The start of a job whose request had no answer counts as failed. A refusal by the access policy is already recorded. */
async function finishUnstarted(scope: JobScope, job: Job): Promise<void> {
  if (job.trouble?.code !== START_NOT_ALLOWED) await recordStart(scope, job, 'failed')
  if (job.state !== 'unknown' || !(await isAskedAlready(scope, job))) await notifyJobEnd(scope, job)
  if (isNotAllowed(job)) await askOthersToStart(scope, job)
}

async function handleFailedCreate(scope: JobScope, job: Job, error: unknown): Promise<void | { againMs: number }> {
  if (!(error instanceof UpstreamError) || error.details.service !== 'agent') throw error
  const { outcome, code } = error.details
  if (outcome === 'unknown') return recordUnknownOutcome(scope, job, error)
  if (outcome === 'refused' || isRateLimited(error)) await endOutage(scope, job)
  if (outcome === 'refused') return refuseJob(scope, job, code, error)
  return isRateLimited(error) ? waitForTurn(scope, job, error) : keepUnsent(scope, job, { code, error })
}

/** Puts the job in line for a new attempt, because the agent takes no more this hour. */
async function waitForTurn(scope: JobScope, job: Job, error: UpstreamError): Promise<void> {
  const { jobs, quota, queue } = scope
  const { id, attempt } = job
  await quota.recordRefusal(job.project, 'create', error)
  await joinWaitingLine(scope, job)
  const next = await jobs.update(id, (now) => (isCurrent(now, attempt) ? newAttempt(now) : undefined))
  if (next?.state === 'waiting') await sendAdmit(queue, next)
}

/** Keeps a job whose request never reached the agent, or was held back, for another try; gives up after an hour. */
async function keepUnsent(
  scope: JobScope,
  job: Job,
  { code, error, waitMs }: { code: string; error?: UpstreamError; waitMs?: number },
): Promise<void | { againMs: number }> {
  const { jobs, clock, log } = scope
  const { team, id, attempt, silentSince } = job
  const now = clock.now()
  const since = silentSince ?? now
  if (hasGivenUp(clock, since)) return refuseJob(scope, job, 'unreachable', error)
  const hasAnswer = waitMs === undefined ? isErrorAnswer(error) : await answersWithErrors(scope, job)
  const isAnswered = hasAnswer && { isAnswered: true }
  const reference = failureReference(id, attempt, code)
  const trouble = { code, reference, ...isAnswered, ...readAgentSentence(error) }
  // A job that was held back has not asked the agent, so its card has nothing new.
  if (silentSince === undefined || waitMs === undefined) {
    log.warn({ err: error, job: id, team, reference: trouble.reference, code }, 'a job could not be sent yet')
    await jobs.update(id, (current) =>
      isCurrent(current, attempt)
        ? { ...omitFields(current, 'attempted'), silentSince: since, checkedAt: now, trouble }
        : undefined,
    )
  }
  return { againMs: waitMs ?? retryDelay(clock, since) }
}

async function refuseJob(scope: JobScope, job: Job, code: string, error?: unknown): Promise<void> {
  const { jobs, clock, log } = scope
  const { team, id, attempt } = job
  const trouble = { code, reference: failureReference(id, attempt, code), ...readAgentSentence(error) }
  log.warn({ err: error, job: id, team, reference: trouble.reference, code }, 'a job was not started')
  const next = await jobs.update(id, (now) =>
    isCurrent(now, attempt)
      ? { ...omitFields(now, 'silentSince'), state: 'refused', trouble, endedAt: clock.now() }
      : undefined,
  )
  await leaveWaitingLine(scope, job)
  if (next?.state === 'refused') await finishUnstarted(scope, next)
}

async function recordUnknownOutcome(scope: JobScope, job: Job, error?: unknown): Promise<void> {
  const { jobs, log } = scope
  const { team, id, attempt } = job
  if (error !== undefined) await recordOutage(scope, job, error)
  const reference = failureReference(id, attempt, 'unknown')
  const isAnswered = isErrorAnswer(error) && { isAnswered: true }
  const trouble = { code: 'unknown', reference, ...isAnswered, ...readAgentSentence(error) }
  log.warn({ err: error, job: id, team, reference: trouble.reference }, 'the outcome of a create is unknown')
  const next = await jobs.update(id, (now) =>
    isCurrent(now, attempt) ? { ...omitFields(now, 'silentSince'), state: 'unknown', trouble } : undefined,
  )
  await leaveWaitingLine(scope, job)
  if (next?.state === 'unknown') await finishUnstarted(scope, next)
}
