import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { UpstreamError } from '../../core/errors.ts'
import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { findJobToChange } from '../access/authorize-requester.ts'
import { describeJobAct } from '../access/job-act.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { applyOnce, type Job, wasApplied } from '../model/job.ts'
import { withRemoteJob } from '../model/transitions.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import type { JobText } from '../text/jobs-text.ts'
import { type AdoptRequest, adoptTask } from './adopt-task.ts'
import { startWatching } from './start-watching.ts'

const RETRY_MS = 5000

/**
 * Never repeats a create request with an unknown outcome automatically. A person who finds the job in the agent's dashboard enters its id, and the
 * original card watches it.
 */
export const adoptionFeature: ScopedFeature<JobScope> = {
  tasks: [
    scopedHandler(adoptTask, adoptJob, async (scope, request) => {
      const job = await scope.jobs.store.get(request.id)
      if (job) await recordAdoption(scope, job, request, 'failed')
      return false
    }),
  ],
}

const opIdOf = ({ id, eventId, remoteId }: AdoptRequest): string => `jobs.adopt:${id}:${eventId}:${remoteId}`

async function recordAdoption(
  scope: JobScope,
  job: Job,
  request: AdoptRequest,
  outcome: 'done' | 'failed',
): Promise<void> {
  const { team, user } = request
  const { channel, threadTs } = job
  const actor = { team, user, channel, threadTs, verb: 'found', opId: opIdOf(request) }
  const act = await describeJobAct(scope, job, { ...actor, action: jobActions.found.needs })
  await scope.authorizer.recordAct(act, { outcome })
}

async function adoptJob(scope: JobScope, request: AdoptRequest): Promise<void | { againMs: number }> {
  const { jobs, projects, connection, clock } = scope
  const { team, id, user, remoteId } = request
  const opId = opIdOf(request)
  let job = await jobs.store.get(id)
  const project = job && projects.find(job.project)
  if (!job || !project) return
  if (job.state === 'working' && job.remoteId === remoteId) {
    await jobs.update(id, () => undefined)
    await startWatching(scope, job)
  }
  // On a repeat after a crash, the job may have ended since.
  if (wasApplied(job, opId)) return recordAdoption(scope, job, request, 'done')
  if (!jobActions.found.isAllowed(job)) return
  const { channel, threadTs } = job
  const requester = { team, user, channel, threadTs, opId }
  // A person who may not steer the job may not be in its channel: answer by direct message.
  const wanted = { id, verb: 'found', needs: jobActions.found.needs }
  job = await findJobToChange(scope, { ...requester, channel: undefined }, wanted)
  if (!job) return
  const problem = await findAdoptionProblem(scope, job, { user, remoteId })
  const describeUnknown = (text: JobText): string => text.foundUnknown({ id: escapeMrkdwn(remoteId) })
  if (problem !== undefined)
    return answerRequester(scope, requester, problem === 'taken' ? (text) => text.foundTaken : describeUnknown)
  try {
    const remote = await connection.agent.getJob({ ...project, id: remoteId })
    const now = clock.now()
    const next = await jobs.update(id, (found) =>
      applyOnce(found, opId, () =>
        jobActions.found.isAllowed(found)
          ? withRemoteJob(found, remote, { remoteId, startedAt: parseTime(remote.createdAt) ?? found.askedAt, now })
          : undefined,
      ),
    )
    if (next) await startWatching(scope, next)
    if (next && wasApplied(next, opId)) await recordAdoption(scope, next, request, 'done')
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.details.outcome === 'not_sent') return { againMs: RETRY_MS }
    return answerRequester(scope, requester, describeUnknown)
  }
}

/**
 * Returns why the agent's job cannot be shown on this card: another card shows it, which looks like an unknown job to people who can't read that card.
 * Throws if Slack does not answer.
 */
export async function findAdoptionProblem(
  { jobs, jobAccess }: JobScope,
  { id }: Job,
  { user, remoteId }: { user: string; remoteId: string },
): Promise<'taken' | 'unknown' | undefined> {
  const other = await jobs.store.findByName(remoteId)
  if (other?.id === id || other?.remoteId?.toLowerCase() !== remoteId.toLowerCase()) return undefined
  return (await jobAccess.mayReadJob({ user }, other)) ? 'taken' : 'unknown'
}

function parseTime(iso: string | undefined): number | undefined {
  const at = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isFinite(at) ? at : undefined
}
