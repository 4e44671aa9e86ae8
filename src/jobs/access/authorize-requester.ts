import { questionTimeMs, withinDeadline } from '../../core/question-time.ts'
import { answerClick } from '../../access/answer-click.ts'
import { type AccessAnswer, type Act, allowed, answerInTime } from '../../access/authorize.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import { userMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import type { JobActionNeed } from '../model/job-action.ts'
import { type Job, wasApplied } from '../model/job.ts'
import { type JobRequester, refuseRequester, answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { askToAct, askToStart } from './authorize-start.ts'
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
  const permission = needs === 'read' ? allowed : await scope.authorizer.ask({ ...act, action: needs })
  const { membersOnly } = accessTextIn(await scope.languages.ofPerson(requester.team, requester.user))
  await refuseRequester(scope, requester, permission.is === 'allowed' ? membersOnly : permission.message, typed)
}

/** Whether this person may change a job that they may read: of a private channel, only its members may. */
async function askToChange(scope: JobScope, act: Act, job: Job): Promise<AccessAnswer> {
  const { team, user } = act
  if (await scope.jobAccess.mayChangeJob({ user }, job)) return allowed
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  const { membersOfChannelOnly } = jobTextIn(await scope.languages.ofPerson(team, user))
  return { is: 'refused', message: textMessage(membersOfChannelOnly) }
}

/** Whether this person may do it with a job that they may read. */
export async function askAboutJob(
  scope: JobScope,
  { team, user, opId, channel, threadTs }: JobRequester,
  job: Job,
  { verb, needs: action, project }: WantedAct,
): Promise<AccessAnswer> {
  if (action === 'read') return allowed
  const wanted = { team, user, opId, channel, threadTs, verb, action, ...(project !== undefined && { project }) }
  const act = await describeJobAct(scope, job, wanted)
  const permission = await askToChange(scope, act, job)
  return permission.is === 'allowed' ? askToAct(scope, act) : permission
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
  const permission = await askAboutJob(scope, requester, job, wanted)
  if (permission.is === 'allowed') return job
  await refuseRequester(scope, requester, permission.message, wanted.typed)
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
  const job = await scope.jobs.store.get(id)
  const limit = { withinMs: questionTimeMs() }
  const permission = await answerInTime(scope, click, askToOpenForm(scope, click, job, wanted), limit)
  if (job && permission.is === 'allowed') return job
  if (permission.is !== 'allowed')
    await answerClick(scope, click, { opId: `jobs.hidden:${click.eventId}:told`, message: permission.message })
  return undefined
}

const describeOpening = ({ team, user, eventId, message }: Action, { verb }: WantedAct): JobRequester => ({
  team,
  user,
  ...message,
  opId: `jobs.open:${verb}:${eventId}`,
})

/** Whether the form may open. A form that starts another job lets the person choose among the projects. */
async function askToOpenForm(
  scope: JobScope,
  click: Action,
  job: Job | undefined,
  wanted: WantedAct,
): Promise<AccessAnswer> {
  const { team, user, message } = click
  const requester = describeOpening(click, wanted)
  if (!job || !(await scope.jobAccess.mayReadJob({ user }, job))) {
    if (job) await recordHidden(scope, requester, job, wanted)
    const text = jobTextIn(await scope.languages.ofPerson(team, user))
    return { is: 'refused', message: textMessage(describeHiddenJob(text, job, message?.channel)) }
  }
  if (wanted.needs !== 'jobs.start') return askAboutJob(scope, requester, job, wanted)
  const act = await describeJobAct(scope, job, { ...requester, verb: wanted.verb, action: wanted.needs })
  const permission = await askToChange(scope, act, job)
  return permission.is === 'allowed' ? askToStart(scope, act, undefined) : permission
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
  const mayRead = await withinDeadline(scope.jobAccess.mayReadJob(requester, job))
  if (mayRead === undefined) return undefined
  if (!mayRead) {
    await recordHidden(scope, requester, job, wanted)
    return text.noJob
  }
  const permission = await answerInTime(scope, requester, askAboutJob(scope, requester, job, wanted), {
    withinMs: questionTimeMs(),
  })
  if (permission.is !== 'refused') return undefined
  await answerRequester(scope, requester, permission.message)
  return text.form.refused
}
