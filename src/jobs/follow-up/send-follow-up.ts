import type { AgentJob } from '../../clients/agent-client.ts'
import { UpstreamError } from '../../core/errors.ts'
import type { Feature } from '../../slice.ts'
import { composeFollowUp, type FollowUp, followUpId } from '../model/follow-up.ts'
import type { Project } from '../model/projects.ts'
import { isKnownState, isWaitingToStart, type Job, omitFields } from '../model/job.ts'
import { notifyFailedTask } from '../notify/thread-post.ts'
import type { JobServices } from '../services.ts'
import { FOLLOW_UP_NOT_ALLOWED, recordFollowUp, refuseFollowUp } from './authorize-follow-up.ts'
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
const UNDECIDED_MS = 30_000

type Outcome = Promise<void | { againMs: number }>

/** Sends each attempt at a follow-up to the agent once, in the order in which they were written. */
export function followUpFeature(services: JobServices): Feature {
  return {
    tasks: [
      followUpTask.handler(
        (attempt) => runFollowUp(services, attempt),
        async (attempt, failure) => {
          await recordGivenUp(services, attempt)
          return notifyFailedTask(services, attempt, failure)
        },
      ),
    ],
  }
}

async function recordGivenUp(services: JobServices, { team, id, n, attempt }: FollowUpAttempt): Promise<void> {
  const store = services.jobs.storeOf(team)
  const [job, row] = await Promise.all([store.get(id), store.followUps(id).get(followUpId(n))])
  if (job && row?.value.attempt === attempt) await recordFollowUp(services, job, row.value, 'failed')
}

async function runFollowUp(services: JobServices, { team, id, n, attempt }: FollowUpAttempt): Outcome {
  const store = services.jobs.storeOf(team)
  const found = await store.get(id)
  if (!found) return
  const known = (await store.followUps(id).get(followUpId(n)))?.value
  if (!known || known.attempt !== attempt) return
  const job = found.gathering === n ? ((await closeGathering(services, found, n)) ?? found) : found
  switch (known.state) {
    case 'sent':
      return recordSent(services, job, known)
    case 'sending':
    case 'unknown':
    case 'dropped':
      return recordUnknown(services, job, known)
    case 'refused':
      // Found after a crash: the record was written, but perhaps not what people are told.
      if (known.code === FOLLOW_UP_NOT_ALLOWED) return void (await refuseFollowUp(services, job, known))
      return settleFollowUp(services, job, known, { state: 'refused', code: known.code ?? 'refused' })
    case 'gathering':
    case 'waiting': {
      const waiting = await store
        .followUps(id)
        .update(followUpId(n), (now) => (now?.state === 'gathering' ? { ...now, state: 'waiting' } : undefined))
      return sendWhenPossible(services, job, waiting ?? known)
    }
    default:
      return
  }
}

const closeGathering = ({ jobs }: JobServices, job: Job, n: number): Promise<Job | undefined> =>
  jobs.storeOf(job.team).update(job.id, (now) => (now.gathering === n ? omitFields(now, 'gathering') : undefined))

/** Looks at the job first: it may not have started yet, be over, or have used up its hour. */
async function sendWhenPossible(services: JobServices, job: Job, followUp: FollowUp): Outcome {
  const { projects, quota, clock } = services
  const { state, remoteId } = job
  if (state === 'archived' || state === 'gone')
    return settleFollowUp(services, job, followUp, { state: 'refused', code: state })
  if (state === 'dropped' || state === 'refused')
    return settleFollowUp(services, job, followUp, { state: 'refused', code: 'never' })
  if (state === 'unknown' || !isKnownState(job)) return { againMs: clock.scaled(UNDECIDED_MS) }
  if (remoteId === undefined) {
    if (isWaitingToStart(job))
      await announceDelay(services, job, followUp, { reason: 'not_started', code: 'not_started' })
    return { againMs: NOT_STARTED_MS }
  }
  const project = projects.find(job.project)
  if (!project) return settleFollowUp(services, job, followUp, { state: 'refused', code: 'forbidden' })
  if (await refuseFollowUp(services, job, followUp)) return
  const waitMs = await quota.take(job.project, 'follow_up')
  if (waitMs > 0) return waitForQuota(services, job, followUp, waitMs)
  return sendToAgent(services, job, followUp, { project, remoteId })
}

async function sendToAgent(
  services: JobServices,
  job: Job,
  followUp: FollowUp,
  { project, remoteId }: { project: Project; remoteId: string },
): Outcome {
  const table = services.jobs.storeOf(job.team).followUps(job.id)
  const rowId = followUpId(followUp.n)
  const sending = await table.update(rowId, (now) =>
    now?.state === 'waiting' ? { ...now, state: 'sending', wasWorking: job.state === 'working' } : undefined,
  )
  if (sending?.state !== 'sending') return
  let remote: AgentJob
  try {
    remote = await services.agent.sendFollowUp({ ...project, id: remoteId, prompt: composeFollowUp(sending) })
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.service !== 'agent') throw error
    return handleFailedFollowUp(services, job, sending, error)
  }
  const sent = await table.update(rowId, (now) => now && { ...now, state: 'sent' })
  await recordSent(services, job, sent ?? sending, remote)
}
