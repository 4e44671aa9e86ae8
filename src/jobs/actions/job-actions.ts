import type { Feature } from '../../slice.ts'
import type { JobVerb } from '../model/allowed-actions.ts'
import { isKnownState, type Job } from '../model/job.ts'
import { findSteerableJob, type JobRequester, type PrivateReply, replyToRequester } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { sendListRefresh } from '../updates/view-refresh-task.ts'
import { followUpActions } from './follow-up-actions.ts'
import { type JobActionRequest, jobActionTask } from './job-action-task.ts'
import { shareActions } from './share-job.ts'
import { startActions } from './start-actions.ts'
import { subscribeActions } from './subscribe-actions.ts'
import { watchActions } from './watch-actions.ts'

/** Carries out one action. Returns what the person is told, or nothing if they see the result on the card. */
type JobActionHandler = (services: JobServices, job: Job, request: JobActionRequest) => Promise<void | PrivateReply>

/** By the verb of the task; the table in `model/allowed-actions.ts` names them all. */
const HANDLERS: Record<JobVerb, JobActionHandler> = {
  ...startActions,
  ...watchActions,
  ...followUpActions,
  ...shareActions,
  ...subscribeActions,
}

const isKnownVerb = (verb: string): verb is JobVerb => Object.hasOwn(HANDLERS, verb)

/** What people do with a job. Each action looks at the newest state first, and answers when it came too late. */
export function jobActionsFeature(services: JobServices): Feature {
  return {
    tasks: [
      jobActionTask.handler(async (request) => {
        await runJobAction(services, request)
        await sendListRefresh(services.queue, request)
      }),
    ],
  }
}

async function runJobAction(services: JobServices, request: JobActionRequest): Promise<void> {
  const { team, id, user, channel, threadTs, seenIn, responseUrl, replaces, eventId, isHome, view } = request
  const verb: string = request.verb
  const opId = `jobs.act:${verb}:${eventId}`
  const where = { channel, threadTs, responseUrl, replacesOriginal: replaces, isHome, view }
  const requester: JobRequester = { team, user, ...where, eventId, opId }
  const job = await findSteerableJob(services, requester, { id, seenIn, eventId })
  if (!job) return
  // A verb or a state of a later version: the job is left as it is.
  if (!isKnownVerb(verb) || !isKnownState(job)) return replyToRequester(services, requester, ({ notNow }) => notNow)
  const reply = await HANDLERS[verb](services, job, request)
  if (reply) await replyToRequester(services, requester, reply)
}
