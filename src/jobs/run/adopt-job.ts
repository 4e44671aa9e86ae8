import { UpstreamError } from '../../core/errors.ts'
import type { Feature } from '../../slice.ts'
import { findJobToChange } from '../access/authorize-requester.ts'
import { describeJobAct } from '../access/job-act.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { applyOnce, type Job, wasApplied } from '../model/job.ts'
import { withRemoteJob } from '../model/transitions.ts'
import { answerRequester } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import type { JobText } from '../text/jobs-text.ts'
import { type AdoptRequest, adoptTask } from './adopt-task.ts'
import { startWatching } from './start-watching.ts'

const RETRY_MS = 5000

/**
 * A create whose outcome is unknown is never repeated automatically. A person who finds the job in the agent's dashboard names its id, and it is
 * watched on the card that asked for it.
 */
export function adoptionFeature(services: JobServices): Feature {
  return {
    tasks: [
      adoptTask.handler(
        (request) => adoptJob(services, request),
        async (request) => {
          const job = await services.jobs.storeOf(request.team).get(request.id)
          if (job) await recordAdoption(services, job, request, 'failed')
          return false
        },
      ),
    ],
  }
}

const opIdOf = ({ id, eventId, remoteId }: AdoptRequest): string => `jobs.adopt:${id}:${eventId}:${remoteId}`

async function recordAdoption(
  services: JobServices,
  job: Job,
  request: AdoptRequest,
  outcome: 'done' | 'failed',
): Promise<void> {
  const { team, user } = request
  const { channel, threadTs } = job
  const actor = { team, user, channel, threadTs, verb: 'found', opId: opIdOf(request) }
  const act = await describeJobAct(services, job, { ...actor, action: jobActions.found.needs })
  await services.authorizer.recordAct(act, { outcome })
}

async function adoptJob(services: JobServices, request: AdoptRequest): Promise<void | { againMs: number }> {
  const { jobs, projects, agent, clock } = services
  const { team, id, user, remoteId } = request
  const opId = opIdOf(request)
  let job = await jobs.storeOf(team).get(id)
  const project = job && projects.find(job.project)
  if (!job || !project) return
  if (job.state === 'working' && job.remoteId === remoteId) {
    await jobs.update(team, id, () => undefined)
    await startWatching(services, job)
  }
  // Repeated after a crash: the job may have ended since.
  if (wasApplied(job, opId)) return recordAdoption(services, job, request, 'done')
  if (!jobActions.found.isAllowed(job)) return
  const { channel, threadTs } = job
  const requester = { team, user, channel, threadTs, opId }
  // Somebody who may not steer the job may not be in its channel either: they are answered in their own messages.
  const wanted = { id, verb: 'found', needs: jobActions.found.needs }
  job = await findJobToChange(services, { ...requester, channel: undefined }, wanted)
  if (!job) return
  const problem = await findAdoptionProblem(services, job, { user, remoteId })
  if (problem !== undefined) return answerRequester(services, requester, problem)
  try {
    const remote = await agent.getJob({ ...project, id: remoteId })
    const now = clock.now()
    const next = await jobs.update(team, id, (found) =>
      applyOnce(found, opId, () =>
        jobActions.found.isAllowed(found)
          ? withRemoteJob(found, remote, { remoteId, startedAt: parseTime(remote.createdAt) ?? found.askedAt, now })
          : undefined,
      ),
    )
    if (next) await startWatching(services, next)
    if (next && wasApplied(next, opId)) await recordAdoption(services, next, request, 'done')
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    if (error.details.outcome === 'not_sent') return { againMs: RETRY_MS }
    return answerRequester(services, requester, (text) => text.foundUnknown(remoteId))
  }
}

/** Why the agent's job cannot be shown on this card: another card shows it, which only its readers learn. Throws if Slack does not answer. */
export async function findAdoptionProblem(
  { jobs, jobAccess }: JobServices,
  { id, team }: Job,
  { user, remoteId }: { user: string; remoteId: string },
): Promise<((text: JobText) => string) | undefined> {
  const other = await jobs.storeOf(team).findByName(remoteId)
  if (other?.id === id || other?.remoteId?.toLowerCase() !== remoteId.toLowerCase()) return undefined
  const isReader = await jobAccess.mayReadJob({ team, user }, other)
  return (text) => (isReader ? text.foundTaken : text.foundUnknown(remoteId))
}

function parseTime(iso: string | undefined): number | undefined {
  const at = iso === undefined ? Number.NaN : Date.parse(iso)
  return Number.isFinite(at) ? at : undefined
}
