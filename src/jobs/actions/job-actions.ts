import { type ScopedFeature, scopedHandler } from '../../scoped-feature.ts'
import { findJobToChange, type WantedAct } from '../access/authorize-requester.ts'
import { describeJobAct } from '../access/job-act.ts'
import { jobActionList, type JobVerb } from '../model/allowed-actions.ts'
import { projectKey } from '../model/job-ids.ts'
import { isKnownState, type Job } from '../model/job.ts'
import { type JobRequester, refuseRequester, answerRequester } from '../notify/requester-reply.ts'
import { type JobNeed, resolveNeed } from '../model/job-action.ts'
import type { JobScope } from '../job-scope.ts'
import { sendListRefresh } from '../updates/view-refresh-task.ts'
import { followUpActions } from './follow-up-actions.ts'
import { type JobActionRequest, type JobActionResult, jobActionTask } from './job-action-task.ts'
import { shareActions } from './share-job.ts'
import { startActions } from './start-actions.ts'
import { subscribeActions } from './subscribe-actions.ts'
import { watchActions } from './watch-actions.ts'

type JobActionHandler = (scope: JobScope, job: Job, request: JobActionRequest) => Promise<JobActionResult>

/** Keyed by the verb of the task; the table in `model/allowed-actions.ts` names all verbs. */
const HANDLERS: Record<JobVerb, JobActionHandler> = {
  ...startActions,
  ...watchActions,
  ...followUpActions,
  ...shareActions,
  ...subscribeActions,
}

const isKnownVerb = (verb: string): verb is JobVerb => Object.hasOwn(HANDLERS, verb)

/** Acts on a job. Each handler checks the newest state first, and answers an act that comes too late. */
export const jobActionsFeature: ScopedFeature<JobScope> = {
  tasks: [
    scopedHandler(
      jobActionTask,
      async (scope, request) => {
        await runJobAction(scope, request)
        await sendListRefresh(scope.queue, request)
      },
      async (scope, request) => {
        const job = await scope.jobs.store.get(request.id)
        if (job) await recordAction(scope, job, request, { outcome: 'failed' })
        return false
      },
    ),
  ],
}

const opIdOf = ({ verb, eventId }: JobActionRequest): string => `jobs.act:${verb}:${eventId}`

/** The text typed in the form, which is closed by now. */
const typedIn = ({ verb, arg }: JobActionRequest): string | undefined =>
  verb === 'say' || verb === 'edit' || verb === 'put_back' ? arg : undefined

/** The permission that the verb needs; for a verb of a later version, the right to manage the job. */
function describeWanted({ projects }: JobScope, request: JobActionRequest): WantedAct {
  const { verb, arg } = request
  const own = jobActionList.find(([, action]) => action.task === verb)?.[1].needs ?? 'jobs.steer'
  // An edit that moves the job to another project asks for permission to start it there.
  const needs: JobNeed = (job) => (verb === 'edit' && movesJob(job, request) ? 'jobs.steer' : resolveNeed(own, job))
  const picked = verb === 'pick' ? projects.all.find(({ name }) => projectKey(name) === arg) : undefined
  return { verb, needs, ...(picked && { project: picked.name }), typed: typedIn(request) }
}

const movesJob = ({ project }: Job, { project: other }: JobActionRequest): boolean =>
  other !== undefined && other !== project

async function runJobAction(scope: JobScope, request: JobActionRequest): Promise<void> {
  const { team, id, user, channel, threadTs, seenIn, responseUrl, replaces, eventId, isHome, view } = request
  const where = { channel, threadTs, responseUrl, replacesOriginal: replaces, isHome, view }
  const requester: JobRequester = { team, user, ...where, eventId, opId: opIdOf(request) }
  const job = await findJobToChange(scope, requester, { id, seenIn, eventId, ...describeWanted(scope, request) })
  if (!job) return
  const verb: string = request.verb
  // Leaves the job unchanged for a verb or a state of a later version.
  if (!isKnownVerb(verb) || !isKnownState(job)) return answerRequester(scope, requester, ({ notNow }) => notNow)
  const { reply, refusal, done } = await HANDLERS[verb](scope, job, request)
  if (done) await recordAction(scope, job, request, done)
  if (refusal) await refuseRequester(scope, requester, refusal, typedIn(request))
  if (reply) await answerRequester(scope, requester, reply)
}

/** Writes one audit record for each click that changed something. */
async function recordAction(
  scope: JobScope,
  job: Job,
  request: JobActionRequest,
  result: { text?: string | undefined; outcome?: 'failed' },
): Promise<void> {
  const { verb, needs, project } = describeWanted(scope, request)
  const action = resolveNeed(needs, job)
  if (action === 'read') return
  const { team, user, channel, threadTs } = request
  const actor = { team, user, channel, threadTs, verb, opId: opIdOf(request) }
  const act = await describeJobAct(scope, job, { ...actor, action, ...(project !== undefined && { project }) })
  await scope.authorizer.recordAct(act, result)
}
