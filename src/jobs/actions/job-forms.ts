import { withinDeadline } from '../../core/question-time.ts'
import { answerClick } from '../../access/answer-click.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { isActAllowed } from '../access/authorize-start.ts'
import { describeJobAct } from '../access/job-act.ts'
import { readVisiblePrompt } from '../conversation/quote-visibility.ts'
import { buildFollowUpModal } from '../follow-up/follow-up-modal.ts'
import { openJobForm } from '../form/job-form.ts'
import { renderJobDetails } from '../lists/job-details.ts'
import { findAnswerLocation, formatJobTarget } from '../model/answer-location.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { type FollowUp, followUpId, isIncluded, isReplaced, isTextRefused, isToInclude } from '../model/follow-up.ts'
import type { JobFormName } from '../model/job-action.ts'
import { isNumberIncluded, type Job, threadTsOf } from '../model/job.ts'
import { findJobForForm, type WantedAct } from '../access/authorize-requester.ts'
import { leaveWaitingLine } from '../run/admission.ts'
import type { JobScope } from '../job-scope.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { endPause, pauseBeforeStart } from './edit-job.ts'
import { buildAdoptModal, buildHandOverModal, buildMirrorModal } from './job-modals.ts'
import { buildPromptModal } from './prompt-modal.ts'

type OpenForm = (scope: JobScope, job: Job, action: Action, text: JobText, argument?: string) => Promise<void>

const FORMS: Record<JobFormName, OpenForm> = {
  follow_up: openFollowUpForm,
  prompt: openPrompt,
  found: ({ views, connection: { config } }, job, action, text) =>
    views.push(action, buildAdoptModal(text, job, config.dashboardUrl)),
  edit: (scope, job, action) => openEditForm(scope, job, action),
  continue: openContinueForm,
  details: async (scope, job, action) =>
    scope.views.push(action, await renderJobDetails(scope, job, action.user, findAnswerLocation(action))),
  before_start: openBeforeStart,
  other_project: openOtherProjectForm,
  mirror: ({ views }, job, action, text) =>
    views.push(action, buildMirrorModal(text, formatJobTarget(job.id, findAnswerLocation(action)))),
  hand: ({ views }, job, action, text) =>
    views.push(
      action,
      buildHandOverModal(text, formatJobTarget(job.id, findAnswerLocation(action)), {
        isWorking: job.state === 'working',
      }),
    ),
  settings: ({ slices }, _job, action) => slices.openSettings(action, 'channel'),
}

/** Opens a form about one job while the click's trigger is valid, for people who may act on the job. */
export async function openJobActionForm(
  scope: JobScope,
  { form, jobId, argument, ...wanted }: { form: JobFormName; jobId: string; argument?: string | undefined } & WantedAct,
  action: Action,
): Promise<void> {
  const job = await findJobForForm(scope, action, jobId, wanted)
  if (!job) return
  const text = jobTextIn(await scope.languages.ofPerson(action.team, action.user))
  await FORMS[form](scope, job, action, text, argument)
}

/** The argument is the number of a follow-up to edit. */
async function openFollowUpForm(
  scope: JobScope,
  job: Job,
  action: Action,
  text: JobText,
  argument?: string,
): Promise<void> {
  const location = findAnswerLocation(action)
  if (argument === undefined) return scope.views.push(action, await buildFollowUpModal(scope, text, job, { location }))
  const n = Number(argument)
  const old = (await scope.jobs.store.followUps(job.id).get(followUpId(n)))?.value
  if (!old || !isTextRefused(old)) {
    const reply = { opId: `jobs.edit_follow_up:${action.eventId}:told`, message: textMessage(text.notNow) }
    return answerClick(scope, action, reply)
  }
  const edited = { n, text: old.prompt?.instruction ?? old.text }
  await scope.views.push(action, await buildFollowUpModal(scope, text, job, { location, edited }))
}

async function openPrompt(scope: JobScope, job: Job, action: Action, text: JobText): Promise<void> {
  const { sent = job.title, followUps, hidden } = await readVisiblePrompt(scope, job, action)
  const apart = followUps.filter((one) => !isIncluded(job, one))
  const canGoElsewhere = jobActions.elsewhere.inPrompt(job, scope.projects.names.length)
  await scope.views.push(action, buildPromptModal(text, job, sent, apart, { canGoElsewhere, hidden }))
}

/** Shows the old text, follow-ups and pull request, which a person can edit before they become another job. */
async function openContinueForm(scope: JobScope, job: Job, action: Action, text: JobText): Promise<void> {
  const { prompt, followUps, forForm } = await readVisiblePrompt(scope, job, action)
  const isNew = (one: FollowUp): boolean => !isNumberIncluded(job, one.n) && !one.asksToStop && !isReplaced(one)
  const more = followUps.filter(isNew).map((one) => one.prompt?.instruction ?? one.text)
  const parts = [prompt?.instruction ?? job.title, ...more, job.prLink && text.earlierPr({ url: job.prLink })]
  await openJobForm(scope, action, {
    door: 'again',
    from: job.id,
    text: parts.filter((part) => typeof part === 'string').join('\n\n'),
    channel: job.channel,
    threadTs: threadTsOf(job),
    project: job.project,
    ...forForm('all'),
    ...(job.mail && { mail: job.mail }),
  })
}

/** After a run, the form includes the follow-ups that were sent, because the agent's next job knows nothing of them. */
async function openEditForm(scope: JobScope, job: Job, action: Action, why?: 'before'): Promise<void> {
  const { prompt, followUps, forForm } = await readVisiblePrompt(scope, job, action)
  const sent = why === 'before' ? [] : followUps.filter((one) => isToInclude(job, one))
  const reason = why ?? (job.state === 'dropped' ? 'stopped' : undefined)
  const parts = [prompt?.instruction ?? job.title, ...sent.map((one) => one.prompt?.instruction ?? one.text)]
  const savesOnly = why === 'before' && !(await mayStartAnywhere(scope, action))
  await openJobForm(scope, action, {
    door: 'again',
    edit: job.id,
    text: parts.join('\n\n'),
    channel: job.channel,
    threadTs: job.threadTs,
    project: job.project,
    ...forForm(sent.length > 0 ? 'all' : 'prompt'),
    ...(job.used && { used: job.used }),
    ...(reason && { why: reason }),
    ...(savesOnly && { savesOnly }),
  })
}

/** Whether the person may start jobs in a project. If Slack doesn't answer in time, the submission of the form asks again. */
async function mayStartAnywhere(scope: JobScope, { team, user }: Action): Promise<boolean> {
  const question = { team, user, action: 'jobs.start' } as const
  return (await withinDeadline(isActAllowed(scope, question))) !== false
}

/** Ends the hold before the form opens: the text shown has not been sent yet. */
async function openBeforeStart(scope: JobScope, job: Job, action: Action, text: JobText): Promise<void> {
  const { user, eventId } = action
  const paused = await pauseBeforeStart(scope, job, user)
  if (!paused) {
    const reply = { opId: `jobs.before:${eventId}:told`, message: textMessage(text.tooLateToChange) }
    return answerClick(scope, action, reply)
  }
  try {
    await openEditForm(scope, paused, action, 'before')
  } catch (error) {
    await endPause(scope, paused, user)
    throw error
  }
  await leaveWaitingLine(scope, paused)
  const actor = {
    team: job.team,
    user,
    verb: 'before_start',
    opId: `jobs.open:before_start:${eventId}`,
    ...action.message,
  }
  await scope.authorizer.recordAct(await describeJobAct(scope, paused, { ...actor, action: 'jobs.steer' }))
}

/** Starts another job in another project from the text of a job that the agent already has. */
async function openOtherProjectForm(scope: JobScope, job: Job, action: Action): Promise<void> {
  const { prompt, forForm } = await readVisiblePrompt(scope, job, action)
  const other = scope.projects.names.find((name) => name !== job.project)
  if (other === undefined) return
  await openJobForm(scope, action, {
    door: 'again',
    why: 'elsewhere',
    not: job.project,
    text: prompt?.instruction ?? job.title,
    channel: job.channel,
    threadTs: threadTsOf(job),
    project: other,
    ...forForm('prompt'),
    ...(job.used && { used: job.used }),
    ...(job.mail && { mail: job.mail }),
  })
}
