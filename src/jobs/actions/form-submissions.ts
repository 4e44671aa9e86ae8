import type { ScopedFeature } from '../../scoped-feature.ts'
import { UpstreamError } from '../../core/errors.ts'
import { withinDeadline, withinQuestionTime } from '../../core/question-time.ts'
import type { Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { jobActionIds, jobCallbackIds } from '../action-ids.ts'
import { findSubmissionProblem } from '../access/authorize-requester.ts'
import { readFollowUpForm } from '../follow-up/follow-up-modal.ts'
import { canReplaceFollowUp } from '../follow-up/keep-follow-up.ts'
import { jobActions } from '../model/allowed-actions.ts'
import type { Project } from '../model/projects.ts'
import { findAdoptionProblem } from '../run/adopt-job.ts'
import { sendAdopt } from '../run/adopt-task.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { nameSubmission, sendJobAction } from './job-action-task.ts'
import { submitHandOver, submitMirror } from './sharing-forms.ts'

/** Slack expects an answer to a form within three seconds. */
const CHECK_TIMEOUT_MS = 1500

/** Forms about one job: checked while open, then sent as tasks. */
export const formSubmissionsFeature: ScopedFeature<JobScope> = {
  listen(slack) {
    slack.submit(jobCallbackIds.followUp, submitFollowUp)
    slack.submit(jobCallbackIds.found, submitFound)
    slack.submit(jobCallbackIds.mirror, submitMirror)
    slack.submit(jobCallbackIds.handOver, submitHandOver)
    slack.action(jobActionIds.agree, () => Promise.resolve())
  },
}

async function submitFollowUp(scope: JobScope, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  const { jobId: id, location, edited, text: arg } = readFollowUpForm(view)
  if (arg === '') return { errors: { text: text.form.promptMissing } }
  // Refuses while the form is still open, which keeps the typed text.
  const job = await scope.jobs.store.get(id)
  const eventId = await nameSubmission(scope, view, arg)
  const requester = { team, user, ...location, opId: `jobs.act:say:${eventId}` }
  const wanted = { verb: 'say', needs: jobActions.follow_up.needs }
  const problem = await findSubmissionProblem(scope, requester, job, wanted)
  if (problem !== undefined) return { errors: { text: problem } }
  if (job && edited !== undefined && !(await canReplaceFollowUp(scope, job, edited, eventId)))
    return { errors: { text: text.notNow } }
  const replaced = edited === undefined ? {} : { edited }
  await sendJobAction(scope.queue, { team, id, user, verb: 'say', eventId, arg, ...location, ...replaced })
}

/** Asks the agent while the form is open: an unknown id can then be corrected there. */
async function submitFound(scope: JobScope, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const { jobs, projects, queue, languages } = scope
  const text = jobTextIn(await languages.ofPerson(team, user))
  const remoteId = view.values['id']?.['id']?.value?.trim() ?? ''
  if (remoteId === '') return { errors: { id: text.form.foundMissing } }
  const job = await jobs.store.get(view.privateMetadata)
  const project = job && projects.find(job.project)
  if (!job || !project) return { errors: { id: text.noJob } }
  const requester = { team, user, opId: `jobs.adopt:${job.id}:${view.id}:${remoteId}` }
  const [refusal, problem, isUnknown] = await Promise.all([
    findSubmissionProblem(scope, requester, job, { verb: 'found', needs: jobActions.found.needs }),
    withinDeadline(findAdoptionProblem(scope, job, { user, remoteId })),
    isUnknownToAgent(scope, project, remoteId),
  ])
  if (refusal !== undefined) return { errors: { id: refusal } }
  if (problem === 'taken') return { errors: { id: text.foundTaken } }
  if (problem === 'unknown' || isUnknown) return { errors: { id: text.foundUnknown({ id: remoteId }) } }
  await sendAdopt(queue, job, { user, eventId: view.id, remoteId })
}

async function isUnknownToAgent({ connection: { agent } }: JobScope, project: Project, id: string): Promise<boolean> {
  const error = await withinQuestionTime(
    CHECK_TIMEOUT_MS,
    agent.getJob({ ...project, id }).then(
      () => undefined,
      (failure: unknown) => failure,
    ),
  )
  return error instanceof UpstreamError && error.details.code === 'not_found'
}
