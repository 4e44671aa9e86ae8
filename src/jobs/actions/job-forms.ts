import { answerClick } from '../../access/answer-click.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import type { Action } from '../../slack/inbound/listeners.ts'
import { describeJobAct } from '../access/job-act.ts'
import { readVisiblePrompt } from '../conversation/quote-visibility.ts'
import { buildFollowUpModal } from '../follow-up/follow-up-modal.ts'
import { openJobForm } from '../form/job-form.ts'
import { renderJobDetails } from '../lists/job-details.ts'
import { findAnswerPlace, formatJobTarget } from '../model/answer-place.ts'
import { jobActions } from '../model/allowed-actions.ts'
import type { JobFormName } from '../model/job-action.ts'
import { type Job, threadTsOf } from '../model/job.ts'
import { findJobForForm, type WantedAct } from '../access/authorize-requester.ts'
import { leaveWaitingLine } from '../run/admission.ts'
import type { JobServices } from '../services.ts'
import { type JobText, jobTextIn } from '../text/jobs-text.ts'
import { endPause, pauseBeforeStart } from './edit-job.ts'
import { buildAdoptModal, buildHandOverModal, buildMirrorModal } from './job-modals.ts'
import { buildPromptModal } from './prompt-modal.ts'

type OpenForm = (services: JobServices, job: Job, action: Action, text: JobText) => Promise<void>

const FORMS: Record<JobFormName, OpenForm> = {
  follow_up: async (services, job, action, text) =>
    services.views.push(action, await buildFollowUpModal(services, text, job, findAnswerPlace(action))),
  prompt: openPrompt,
  found: ({ views, dashboardUrl }, job, action, text) => views.push(action, buildAdoptModal(text, job, dashboardUrl)),
  edit: (services, job, action) => openEditForm(services, job, action),
  continue: openContinueForm,
  details: async (services, job, action) =>
    services.views.push(action, await renderJobDetails(services, job, action.user, findAnswerPlace(action))),
  before_start: openBeforeStart,
  other_project: openOtherProjectForm,
  mirror: ({ views }, job, action, text) =>
    views.push(action, buildMirrorModal(text, formatJobTarget(job.id, findAnswerPlace(action)))),
  hand: ({ views }, job, action, text) =>
    views.push(action, buildHandOverModal(text, formatJobTarget(job.id, findAnswerPlace(action)))),
  settings: ({ slices }, _job, action) => slices.openSettings(action, 'channel'),
}

/** Opens a form about one job while the click's trigger is valid, for people who may do this with the job. */
export async function openJobActionForm(
  services: JobServices,
  { form, jobId, ...wanted }: { form: JobFormName; jobId: string } & WantedAct,
  action: Action,
): Promise<void> {
  const job = await findJobForForm(services, action, jobId, wanted)
  if (!job) return
  const text = jobTextIn(await services.languages.ofPerson(action.team, action.user))
  await FORMS[form](services, job, action, text)
}

async function openPrompt(services: JobServices, job: Job, action: Action, text: JobText): Promise<void> {
  const { sent = job.title, followUps, hidden } = await readVisiblePrompt(services, job, action)
  const canGoElsewhere = jobActions.elsewhere.inPrompt(job, services.projects.names.length)
  await services.views.push(action, buildPromptModal(text, job, sent, followUps, { canGoElsewhere, hidden }))
}

/** The old text, follow-ups and pull request, for a person to edit before they become another job. */
async function openContinueForm(services: JobServices, job: Job, action: Action, text: JobText): Promise<void> {
  const { prompt, followUps, forForm } = await readVisiblePrompt(services, job, action)
  const more = followUps.map((one) => one.prompt?.instruction ?? one.text)
  const parts = [prompt?.instruction ?? job.title, ...more, job.prLink && text.earlierPr(job.prLink)]
  await openJobForm(services, action, {
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

async function openEditForm(services: JobServices, job: Job, action: Action, why?: 'before'): Promise<void> {
  const { prompt, forForm } = await readVisiblePrompt(services, job, action)
  await openJobForm(services, action, {
    door: 'again',
    edit: job.id,
    text: prompt?.instruction ?? job.title,
    channel: job.channel,
    threadTs: job.threadTs,
    project: job.project,
    ...forForm('prompt'),
    ...(job.used && { used: job.used }),
    ...(why && { why }),
  })
}

/** Ends the hold before the form opens: what a person looks at has not been sent. */
async function openBeforeStart(services: JobServices, job: Job, action: Action, text: JobText): Promise<void> {
  const { user, eventId } = action
  const paused = await pauseBeforeStart(services, job, user)
  if (!paused) {
    const reply = { opId: `jobs.before:${eventId}:told`, message: textMessage(text.tooLateToChange) }
    return answerClick(services, action, reply)
  }
  try {
    await openEditForm(services, paused, action, 'before')
  } catch (error) {
    await endPause(services, paused, user)
    throw error
  }
  await leaveWaitingLine(services, paused)
  const actor = {
    team: job.team,
    user,
    verb: 'before_start',
    opId: `jobs.open:before_start:${eventId}`,
    ...action.message,
  }
  await services.authorizer.recordAct(await describeJobAct(services, paused, { ...actor, action: 'jobs.steer' }))
}

/** A job that the agent has stays where it is; its text starts another one in another project. */
async function openOtherProjectForm(services: JobServices, job: Job, action: Action): Promise<void> {
  const { prompt, forForm } = await readVisiblePrompt(services, job, action)
  const other = services.projects.names.find((name) => name !== job.project)
  if (other === undefined) return
  await openJobForm(services, action, {
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
