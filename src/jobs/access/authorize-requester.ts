import { withinDeadline } from '../../core/question-time.ts'
import { answerClick } from '../../access/answer-click.ts'
import type { Act } from '../../access/authorize.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import { userMention } from '../../slack/blocks/mrkdwn.ts'
import type { Message } from '../../slack/blocks/slack-message.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { JobActionNeed } from '../model/job-action.ts'
import { type Job, wasApplied } from '../model/job.ts'
import { type JobRequester, refuseRequester, answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { findActRefusal, findStartRefusal } from './authorize-start.ts'
import { describeJobAct, describeStartAct } from './job-act.ts'

/** What somebody wants to do: what the audit calls it, what it needs, and the project if it is not the job's. */
export interface WantedAct {
  verb: string
  needs: JobActionNeed
  project?: string | undefined
  /** What they typed for it and see nowhere else, as in a form that is closed. */
  typed?: string | undefined
}

/** Whether Bellhop answers this person at all; otherwise refuses them privately. */
export async function authorizeRequester(scope: JobScope, requester: JobRequester): Promise<boolean> {
  if (await scope.access.mayUse(requester.team, requester.user)) return true
  const language = await scope.languages.ofPerson(requester.team, requester.user)
  await answerRequester(scope, requester, accessTextIn(language).membersOnly)
  return false
}

/** The answer to somebody outside a job's conversation: as for an unknown job, unless they look at a copy of its card. */
export const describeHiddenJob = (text: JobText, job: Job | undefined, seenIn: string | undefined): string =>
  job && seenIn !== undefined && job.mirrors?.includes(seenIn)
    ? text.elsewhere({ requester: userMention(job.requester) })
    : text.noJob

/**
 * Somebody whom Bellhop does not answer learns nothing of the job, not even by whom they are told to ask. The audit names only a job that there is:
 * another id may be any text.
 */
async function refuseOutsider(
  scope: JobScope,
  requester: JobRequester,
  { job, verb, needs, typed }: { job: Job | undefined } & WantedAct,
): Promise<void> {
  const act = describeStartAct({ ...requester, verb }, { kind: 'job', id: job?.id ?? 'unknown' })
  const refusal = needs === 'read' ? undefined : await scope.authorizer.findRefusal({ ...act, action: needs })
  const { membersOnly } = accessTextIn(await scope.languages.ofPerson(requester.team, requester.user))
  await refuseRequester(scope, requester, refusal ?? membersOnly, typed)
}

/** Why this person may not change a job that they may read: they are not in its private channel. Undefined if they may. */
async function findChannelRefusal(scope: JobScope, act: Act, job: Job): Promise<Message | undefined> {
  const { team, user } = act
  if (await scope.jobAccess.mayChangeJob({ user }, job)) return undefined
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  return textMessage(jobTextIn(await scope.languages.ofPerson(team, user)).membersOfChannelOnly)
}

/** Why this person may not do it with a job that they may read; undefined if they may. Throws if Slack does not answer. */
export async function findJobRefusal(
  scope: JobScope,
  { team, user, opId, channel, threadTs }: JobRequester,
  job: Job,
  { verb, needs: action, project }: WantedAct,
): Promise<Message | undefined> {
  if (action === 'read') return undefined
  const wanted = { team, user, opId, channel, threadTs, verb, action, ...(project !== undefined && { project }) }
  const act = await describeJobAct(scope, job, wanted)
  return (await findChannelRefusal(scope, act, job)) ?? findActRefusal(scope, act)
}

/**
 * The job, if this person may do this with it now; otherwise answers privately. `seenIn`: the conversation of the message that they used, which Slack
 * vouches for. `eventId`: a click that has changed the job already is only finished. Throws if Slack does not answer.
 */
export async function findJobToChange(
  scope: JobScope,
  requester: JobRequester,
  { id, seenIn, eventId, ...wanted }: { id: string; seenIn?: string | undefined; eventId?: string } & WantedAct,
): Promise<Job | undefined> {
  const { team, user } = requester
  const job = await scope.jobs.store.get(id)
  if (job && eventId !== undefined && wasApplied(job, eventId)) return job
  if (!(await scope.access.mayUse(team, user))) {
    await refuseOutsider(scope, requester, { job, ...wanted })
    return undefined
  }
  if (!job || !(await scope.jobAccess.mayReadJob(requester, job))) {
    if (job) await recordHidden(scope, requester, job, wanted)
    await refuseRequester(scope, requester, (text) => describeHiddenJob(text, job, seenIn), wanted.typed)
    return undefined
  }
  const refusal = await findJobRefusal(scope, requester, job, wanted)
  if (!refusal) return job
  await refuseRequester(scope, requester, refusal, wanted.typed)
  return undefined
}

/** An act on a job that the person may not read is refused whatever the settings say. */
async function recordHidden(
  { authorizer }: JobScope,
  requester: JobRequester,
  { id }: Job,
  { verb, needs }: WantedAct,
): Promise<void> {
  if (needs === 'read') return
  const act = describeStartAct({ ...requester, verb }, { kind: 'job', id })
  await authorizer.recordAct({ ...act, action: needs }, { outcome: 'refused' })
}

/** The job, if this person may do this with it now, while they wait for a form; otherwise answers where they clicked. */
export async function findJobForForm(
  scope: JobScope,
  click: Action,
  id: string,
  wanted: WantedAct,
): Promise<Job | undefined> {
  const { team, user, eventId, message } = click
  const job = await scope.jobs.store.get(id)
  const mayRead = job ? await withinDeadline(scope.jobAccess.mayReadJob({ user }, job)) : false
  const refusal = job && mayRead ? await withinDeadline(findFormRefusal(scope, click, job, wanted)) : undefined
  if (refusal === 'none') return job
  const language = await scope.languages.ofPerson(team, user)
  const sentence =
    mayRead === false
      ? describeHiddenJob(jobTextIn(language), job, message?.channel)
      : accessTextIn(language).slackTooSlow
  if (job && mayRead === false) await recordHidden(scope, describeOpening(click, wanted), job, wanted)
  const answer = { opId: `jobs.hidden:${eventId}:told`, message: refusal ?? textMessage(sentence) }
  await answerClick(scope, click, answer)
  return undefined
}

const describeOpening = ({ team, user, eventId, message }: Action, { verb }: WantedAct): JobRequester => ({
  team,
  user,
  ...message,
  opId: `jobs.open:${verb}:${eventId}`,
})

/** `none` if the form may open. A form that starts another job lets the person choose among the projects. */
async function findFormRefusal(scope: JobScope, click: Action, job: Job, wanted: WantedAct): Promise<Message | 'none'> {
  const requester = describeOpening(click, wanted)
  if (wanted.needs !== 'jobs.start') return (await findJobRefusal(scope, requester, job, wanted)) ?? 'none'
  const act = await describeJobAct(scope, job, { ...requester, verb: wanted.verb, action: wanted.needs })
  return (await findChannelRefusal(scope, act, job)) ?? (await findStartRefusal(scope, act, undefined)) ?? 'none'
}

/**
 * What a submitted form about a job says while it is still open, with what was typed in it: the job is hidden from this person, or they may not do
 * this, of which they also get the message with whom to ask. Undefined too if Slack does not answer in time: the task behind the form decides.
 */
export async function findSubmissionProblem(
  scope: JobScope,
  requester: JobRequester,
  job: Job | undefined,
  wanted: WantedAct,
): Promise<string | undefined> {
  const text = jobTextIn(await scope.languages.ofPerson(requester.team, requester.user))
  if (job === undefined) return text.noJob
  const problem = await withinDeadline(
    scope.jobAccess.mayReadJob(requester, job).then(async (mayRead) => {
      if (mayRead) return findJobRefusal(scope, requester, job, wanted)
      await recordHidden(scope, requester, job, wanted)
      return text.noJob
    }),
  )
  if (typeof problem !== 'object') return problem
  await answerRequester(scope, requester, problem)
  return text.form.refused
}
