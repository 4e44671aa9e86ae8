import { questionTimeMs, withinDeadline } from '../../core/question-time.ts'
import { answerClick } from '../../access/answer-click.ts'
import { type AccessAnswer, type Act, allowed, answerInTime } from '../../access/authorize.ts'
import { accessTextIn } from '../../access/text/access-text.ts'
import { userMention } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { type JobNeed, resolveNeed } from '../model/job-action.ts'
import { type Job, wasApplied } from '../model/job.ts'
import { type JobRequester, refuseRequester, answerRequester } from '../notify/requester-reply.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { askToAct, askToStart } from './authorize-start.ts'
import { describeJobAct, describeStartAct } from './job-act.ts'

/** An act on a job: its verb in the audit, the permission it needs, and the project if it is not the job's. */
export interface WantedAct {
  verb: string
  needs: JobNeed
  project?: string | undefined
  /** Set for a form whose job can't move: permission to start jobs in another project is not enough. */
  isFixed?: boolean
  /** Text that the person typed and can no longer see, as in a closed form. */
  typed?: string | undefined
}

/** Returns whether this person may use Bellhop; otherwise refuses them privately. */
export async function authorizeRequester(scope: JobScope, requester: JobRequester): Promise<boolean> {
  if (await scope.access.mayUse(requester.team, requester.user)) return true
  const language = await scope.languages.ofPerson(requester.team, requester.user)
  await answerRequester(scope, requester, accessTextIn(language).membersOnly)
  return false
}

/** The answer to a person outside a job's conversation: the same as for an unknown job, unless they look at a copy of its card. */
export const describeHiddenJob = (text: JobText, job: Job | undefined, seenIn: string | undefined): string =>
  job && seenIn !== undefined && job.mirrors?.includes(seenIn)
    ? text.elsewhere({ requester: userMention(job.requester) })
    : text.noJob

/** A person who may not use Bellhop learns nothing about the job. The audit names only an existing job: another id may be any text. */
async function refuseOutsider(
  scope: JobScope,
  requester: JobRequester,
  { job, verb, needs, typed }: { job: Job | undefined } & WantedAct,
): Promise<void> {
  const act = describeStartAct({ ...requester, verb }, { kind: 'job', id: job?.id ?? 'unknown' })
  const action = resolveNeed(needs, job)
  if (action !== 'read') await scope.authorizer.ask({ ...act, action })
  const { membersOnly } = accessTextIn(await scope.languages.ofPerson(requester.team, requester.user))
  await refuseRequester(scope, requester, membersOnly, typed)
}

/** Whether this person may change a job that they may read. In a private channel, only members may. */
async function askToChange(scope: JobScope, act: Act, job: Job): Promise<AccessAnswer> {
  const { team, user } = act
  if (await scope.jobAccess.mayChangeJob({ user }, job)) return allowed
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  const { membersOfChannelOnly } = jobTextIn(await scope.languages.ofPerson(team, user))
  return { is: 'refused', message: textMessage(membersOfChannelOnly) }
}

/** Whether this person may do this to a job that they may read. */
export async function askAboutJob(
  scope: JobScope,
  { team, user, opId, channel, threadTs }: JobRequester,
  job: Job,
  { verb, needs, project }: WantedAct,
): Promise<AccessAnswer> {
  const action = resolveNeed(needs, job)
  if (action === 'read') return allowed
  const wanted = { team, user, opId, channel, threadTs, verb, action, ...(project !== undefined && { project }) }
  const act = await describeJobAct(scope, job, wanted)
  const permission = await askToChange(scope, act, job)
  return permission.is === 'allowed' ? askToAct(scope, act) : permission
}

/**
 * Returns the job if this person may do this to it now; otherwise answers privately. `seenIn` is the conversation of the clicked message, as reported
 * by Slack. With `eventId`, a click that has already changed the job is finished without another check. Throws if Slack does not answer.
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

/** Records the refusal of an act on a job that the person may not read, whatever the settings allow. */
async function recordHidden(
  { authorizer }: JobScope,
  requester: JobRequester,
  job: Job,
  { verb, needs }: WantedAct,
): Promise<void> {
  const action = resolveNeed(needs, job)
  if (action === 'read') return
  const act = describeStartAct({ ...requester, verb }, { kind: 'job', id: job.id })
  await authorizer.recordAct({ ...act, action }, { outcome: 'refused' })
}

/** Returns the job if this person may do this to it now, while they wait for a form; otherwise answers where they clicked. */
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

/** Whether the form may open. For a form in which the project is chosen, permission in any project is enough. */
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
  const action = resolveNeed(wanted.needs, job)
  if (action !== 'jobs.start' || wanted.isFixed) return askAboutJob(scope, requester, job, wanted)
  const act = await describeJobAct(scope, job, { ...requester, verb: wanted.verb, action })
  const permission = await askToChange(scope, act, job)
  return permission.is === 'allowed' ? askToStart(scope, act, undefined) : permission
}

/**
 * The problem to show in a submitted form about a job, which stays open with its content: the job is hidden from this person, or they may not do
 * this. In the second case they are also sent a message that names the people to ask. Returns undefined if there is no problem, or if Slack does not
 * answer in time: the task behind the form decides.
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
