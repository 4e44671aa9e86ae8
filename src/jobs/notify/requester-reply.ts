import { answerClick } from '../../access/answer-click.ts'
import { answerSoon } from '../../access/access-policy.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { replyPrivately, type Requester } from '../../slack/outbox/private-reply.ts'
import type { AnswerPlace } from '../model/answer-place.ts'
import { type Job, wasApplied } from '../model/job.ts'
import type { JobServices } from '../services.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { type OpenJobsView, sendListRefresh, showsJobs } from '../updates/view-refresh-task.ts'

/** The person to answer, and where they acted: in a conversation, on Home, or in an open list or page of jobs. */
export interface JobRequester extends Requester {
  isHome?: boolean | undefined
  view?: OpenJobsView | undefined
  /** The click in the view. */
  eventId?: string
}

/** What one person is told: as it is, or written in their language. */
export type PrivateReply = string | Message | ((text: JobText) => string | Message)

/** Answers one person where they acted, for their eyes only; the same `opId` is answered once. */
export async function replyToRequester(
  services: JobServices,
  requester: JobRequester,
  reply: PrivateReply,
): Promise<void> {
  const { isHome, view, eventId = requester.opId, ...rest } = requester
  const written =
    typeof reply === 'function' ? reply(jobTextIn(await services.languages.ofPerson(rest.team, rest.user))) : reply
  const message = typeof written === 'string' ? textMessage(written) : written
  const opId = `${requester.opId}:told`
  if (showsJobs(view)) return sendListRefresh(services.queue, { ...rest, eventId, view }, { opId, message })
  if (isHome) return services.showOnHome(rest.team, rest.user, message.text)
  return replyPrivately(services.outbox, { ...rest, opId }, message)
}

/** Answers one person at the place; in their own messages if there is none. */
export function answerAt(
  { outbox, showOnHome }: JobServices,
  requester: Pick<Requester, 'team' | 'user' | 'opId'>,
  place: AnswerPlace | undefined,
  message: Message,
): Promise<void> {
  if (place && 'isHome' in place) return showOnHome(requester.team, requester.user, message.text)
  return replyPrivately(outbox, { ...requester, ...place }, message)
}

/** Whether this person may start and steer jobs; otherwise refuses them privately. */
export async function authorizeRequester(services: JobServices, requester: JobRequester): Promise<boolean> {
  if (await services.access.mayAct(requester.team, requester.user)) return true
  const language = await services.languages.ofPerson(requester.team, requester.user)
  await replyToRequester(services, requester, accessTextIn(language).membersOnly)
  return false
}

/** The answer to somebody outside a job's conversation: as for an unknown job, unless they look at a copy of its card. */
export const describeHiddenJob = (text: JobText, job: Job | undefined, seenIn: string | undefined): string =>
  job && seenIn !== undefined && job.mirrors?.includes(seenIn) ? text.elsewhere(job.requester) : text.noJob

/**
 * The job, if this person may steer it now; otherwise answers privately. `seenIn`: the conversation of the message that they used, which Slack
 * vouches for. `eventId`: a click that has changed the job already is only finished. Throws if Slack does not answer.
 */
export async function findSteerableJob(
  services: JobServices,
  requester: JobRequester,
  { id, seenIn, eventId }: { id: string; seenIn?: string | undefined; eventId?: string },
): Promise<Job | undefined> {
  if (!(await authorizeRequester(services, requester))) return undefined
  const job = await services.jobs.storeOf(requester.team).get(id)
  if (job && eventId !== undefined && wasApplied(job, eventId)) return job
  if (job && (await services.jobAccess.maySteerJob(requester, job))) return job
  await replyToRequester(services, requester, (text) => describeHiddenJob(text, job, seenIn))
  return undefined
}

/** The job, if this person may read it now, while they wait for a form; otherwise answers where they clicked. */
export async function findJobForForm(services: JobServices, click: Action, id: string): Promise<Job | undefined> {
  const { team, user, eventId, message } = click
  const job = await services.jobs.storeOf(team).get(id)
  const mayRead = job ? await answerSoon(services.jobAccess.mayReadJob({ team, user }, job)) : false
  if (mayRead) return job
  const language = await services.languages.ofPerson(team, user)
  const refusal =
    mayRead === undefined
      ? accessTextIn(language).slackTooSlow
      : describeHiddenJob(jobTextIn(language), job, message?.channel)
  await answerClick(services, click, { opId: `jobs.hidden:${eventId}:told`, message: textMessage(refusal) })
  return undefined
}
