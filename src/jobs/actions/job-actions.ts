import type { Feature } from '../../slice.ts'
import type { Requester } from '../../slack/outbox/private-reply.ts'
import { sendListRefresh } from '../lists/list-refresh.ts'
import type { JobVerb } from '../model/allowed-actions.ts'
import { isKnownState, type Job } from '../model/job.ts'
import { authorizeRequester, replyToRequester } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { jobText } from '../text/en.ts'
import { applyEdit } from './edit-job.ts'
import { askToStop, dropUnknownFollowUp, followUpInstead, sendAgain, sendFromForm } from './follow-up-actions.ts'
import { type JobActionRequest, jobActionTask } from './job-action-task.ts'
import {
  askAdmins,
  handOver,
  mirrorCard,
  postCardHere,
  showCardInDirectMessages,
  startNotifying,
  stopNotifying,
} from './share-job.ts'
import { cancelJob, dropQuestion, pickProject, retryJob, startAnyway, undoJob } from './start-actions.ts'
import { rewatchJob, unwatchJob } from './watch-actions.ts'

/** Answers what the person is told; nothing when they see it on the card. */
export type JobActionHandler = (
  services: JobServices,
  job: Job,
  request: JobActionRequest,
  requester: Requester,
) => Promise<void | Parameters<typeof replyToRequester>[2]>

const HANDLERS: Record<JobVerb, JobActionHandler> = {
  undo: undoJob,
  cancel: cancelJob,
  drop: dropQuestion,
  anyway: startAnyway,
  retry: retryJob,
  edit: async (services, job, request) => ((await applyEdit(services, job, request)) ? undefined : jobText.notNow),
  pick: pickProject,
  watch: rewatchJob,
  check: rewatchJob,
  unwatch: unwatchJob,
  stop: askToStop,
  say: sendFromForm,
  send_again: sendAgain,
  drop_follow_up: dropUnknownFollowUp,
  instead: followUpInstead,
  tell: startNotifying,
  untell: stopNotifying,
  mirror: mirrorCard,
  hand: handOver,
  post_here: postCardHere,
  show_direct: showCardInDirectMessages,
  tell_admins: askAdmins,
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
  const { team, id, user, channel, threadTs, responseUrl, eventId } = request
  const verb: string = request.verb
  const requester: Requester = { team, user, channel, threadTs, responseUrl, opId: `jobs.act:${verb}:${eventId}` }
  const job = await services.jobs.storeOf(team).get(id)
  if (!job) return replyToRequester(services, requester, jobText.noJob)
  if (!(await authorizeRequester(services, requester))) return
  // A verb or a state of a later version: the job is left as it is.
  if (!isKnownVerb(verb) || !isKnownState(job)) return replyToRequester(services, requester, jobText.notNow)
  const reply = await HANDLERS[verb](services, job, request, requester)
  if (reply) await replyToRequester(services, requester, reply)
}
