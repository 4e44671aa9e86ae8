import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import type { AgentJob } from '../../clients/agent-client.ts'
import { UpstreamError } from '../../core/errors.ts'
import { composeFollowUp, FOLLOW_UP_NOT_ALLOWED, type FollowUp, followUpId, isTakenBack } from '../model/follow-up.ts'
import type { Project } from '../model/projects.ts'
import { isKnownState, isWaitingToStart, type Job, omitFields } from '../model/job.ts'
import { notifyFailedTask } from '../notify/thread-post.ts'
import type { JobScope } from '../job-scope.ts'
import { recordFollowUp, refuseFollowUp } from './authorize-follow-up.ts'
import {
  announceDelay,
  handleFailedFollowUp,
  recordSent,
  recordUnknown,
  settleFollowUp,
  waitForQuota,
} from './follow-up-outcome.ts'
import { type FollowUpAttempt, followUpTask } from './follow-up-task.ts'

const NOT_STARTED_MS = 3000
/** Until a process of that version takes the follow-up. */
const LATER_VERSION_MS = 30_000

type Outcome = Promise<void | { againMs: number }>

/** Sends each attempt at a follow-up to the agent once, in the order of writing. */
export const followUpFeature: ScopedFeature<JobScope> = {
  tasks: [
    scopedHandler(followUpTask, runFollowUp, async (scope, attempt, failure) => {
      await recordGivenUp(scope, attempt)
      return notifyFailedTask(scope, attempt, failure)
    }),
  ],
}

async function recordGivenUp(scope: JobScope, { id, n, attempt }: FollowUpAttempt): Promise<void> {
  const store = scope.jobs.store
  const [job, row] = await Promise.all([store.get(id), store.followUps(id).get(followUpId(n))])
  if (job && row?.value.attempt === attempt) await recordFollowUp(scope, job, row.value, 'failed')
}

async function runFollowUp(scope: JobScope, { id, n, attempt }: FollowUpAttempt): Outcome {
  const store = scope.jobs.store
  const found = await store.get(id)
  if (!found) return
  const known = (await store.followUps(id).get(followUpId(n)))?.value
  if (!known || known.attempt !== attempt) return
  const job = found.gathering === n ? ((await closeGathering(scope, found, n)) ?? found) : found
  switch (known.state) {
    case 'sent':
      return recordSent(scope, job, known)
    case 'sending':
    case 'unknown':
      return recordUnknown(scope, job, known)
    case 'dropped':
      return isTakenBack(known) ? undefined : recordUnknown(scope, job, known)
    case 'refused':
      // Found after a crash: the record was written, but the notices may not have been sent.
      if (known.code === FOLLOW_UP_NOT_ALLOWED) return void (await refuseFollowUp(scope, job, known))
      return settleFollowUp(scope, job, known, { state: 'refused', code: known.code ?? 'refused' })
    case 'gathering':
    case 'waiting': {
      const waiting = await store
        .followUps(id)
        .update(followUpId(n), (now) => (now?.state === 'gathering' ? { ...now, state: 'waiting' } : undefined))
      return sendWhenPossible(scope, job, waiting ?? known)
    }
    default:
      return
  }
}

const closeGathering = ({ jobs }: JobScope, job: Job, n: number): Promise<Job | undefined> =>
  jobs.store.update(job.id, (now) => (now.gathering === n ? omitFields(now, 'gathering') : undefined))

/** Checks the job first: it may not have started, may have ended, or may have used up its hour. */
async function sendWhenPossible(scope: JobScope, job: Job, followUp: FollowUp): Outcome {
  const { projects, quota, clock } = scope
  const { state, remoteId } = job
  if (state === 'archived' || state === 'gone')
    return settleFollowUp(scope, job, followUp, { state: 'refused', code: state })
  if (state === 'dropped' || state === 'refused')
    return settleFollowUp(scope, job, followUp, { state: 'refused', code: 'never' })
  if (!isKnownState(job)) return { againMs: clock.scaled(LATER_VERSION_MS) }
  if (state === 'unknown') {
    await announceDelay(scope, job, followUp, { reason: 'unconfirmed', code: 'unconfirmed' })
    return { againMs: NOT_STARTED_MS }
  }
  if (remoteId === undefined) {
    if (isWaitingToStart(job)) await announceDelay(scope, job, followUp, { reason: 'not_started', code: 'not_started' })
    return { againMs: NOT_STARTED_MS }
  }
  const project = projects.find(job.project)
  if (!project) return settleFollowUp(scope, job, followUp, { state: 'refused', code: 'forbidden' })
  if (await refuseFollowUp(scope, job, followUp)) return
  const waitMs = await quota.take(job.project, 'follow_up')
  if (waitMs > 0) return waitForQuota(scope, job, followUp, waitMs)
  return sendToAgent(scope, job, followUp, { project, remoteId })
}

/** Whether the agent may be at work: a job that nobody watches may not have stopped. */
const mayWork = ({ state }: Job): boolean => state === 'working' || state === 'unwatched'

async function sendToAgent(
  scope: JobScope,
  job: Job,
  followUp: FollowUp,
  { project, remoteId }: { project: Project; remoteId: string },
): Outcome {
  const table = scope.jobs.store.followUps(job.id)
  const rowId = followUpId(followUp.n)
  const sending = await table.update(rowId, (now) =>
    now?.state === 'waiting' ? { ...now, state: 'sending', wasWorking: mayWork(job) } : undefined,
  )
  if (sending?.state !== 'sending') return
  let remote: AgentJob
  try {
    remote = await scope.connection.agent.sendFollowUp({ ...project, id: remoteId, prompt: composeFollowUp(sending) })
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'agent') throw error
    return handleFailedFollowUp(scope, job, sending, error)
  }
  const sent = await table.update(rowId, (now) => now && { ...now, state: 'sent' })
  await recordSent(scope, job, sent ?? sending, remote)
}
