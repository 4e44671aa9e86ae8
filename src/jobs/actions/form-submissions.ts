import { UpstreamError } from '../../core/errors.ts'
import { withTimeout } from '../../core/with-timeout.ts'
import type { Feature } from '../../slice.ts'
import type { OpenView, Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { callbackIds } from '../action-ids.ts'
import type { Project } from '../model/projects.ts'
import { sendAdopt } from '../run/adopt-task.ts'
import type { JobServices } from '../services.ts'
import { jobText } from '../text/en.ts'
import { sendJobAction } from './job-action-task.ts'

/** A form has to be answered within three seconds. */
const CHECK_TIMEOUT_MS = 2000

/** The forms about one job: checked while they are open, then sent as tasks. */
export function formSubmissionsFeature(services: JobServices): Feature {
  return {
    listen(slack) {
      slack.submit(callbackIds.followUp, (submission) => submitFollowUp(services, submission))
      slack.submit(callbackIds.found, (submission) => submitFound(services, submission))
      slack.submit(callbackIds.mirror, (submission) => submitMirror(services, submission))
      slack.submit(callbackIds.handOver, (submission) => submitHandOver(services, submission))
    },
  }
}

/** Submitted again as it is, a form counts once; with another content, because its answer was lost, it counts again. */
const submissionId = ({ keyedHash }: JobServices, { id }: OpenView, content: string): string =>
  `${id}:${keyedHash('form', content)}`

async function submitFollowUp(services: JobServices, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const arg = view.values['text']?.['text']?.value?.trim() ?? ''
  if (arg === '') return { errors: { text: jobText.form.promptMissing } }
  const eventId = submissionId(services, view, arg)
  await sendJobAction(services.queue, { team, id: view.privateMetadata, user, verb: 'say', eventId, arg })
}

/** Asks the agent while the form is open, so that an id it does not know can be corrected there. */
async function submitFound(services: JobServices, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const { jobs, projects, queue } = services
  const remoteId = view.values['id']?.['id']?.value?.trim() ?? ''
  if (remoteId === '') return { errors: { id: jobText.form.foundMissing } }
  const store = jobs.storeOf(team)
  const job = await store.get(view.privateMetadata)
  const project = job && projects.find(job.project)
  if (!job || !project) return { errors: { id: jobText.noJob } }
  const taken = await store.findByName(remoteId)
  if (taken && taken.remoteId === remoteId && taken.id !== job.id) return { errors: { id: jobText.foundTaken } }
  if (await isUnknownToAgent(services, project, remoteId)) return { errors: { id: jobText.foundUnknown(remoteId) } }
  await sendAdopt(queue, job, { user, eventId: view.id, remoteId })
}

async function isUnknownToAgent({ agent }: JobServices, project: Project, id: string): Promise<boolean> {
  const error = await withTimeout(
    CHECK_TIMEOUT_MS,
    agent.getJob({ ...project, id }).then(
      () => undefined,
      (failure: unknown) => failure,
    ),
  )
  return error instanceof UpstreamError && error.details.code === 'not_found'
}

async function submitMirror(services: JobServices, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const { jobs, conversations, queue } = services
  const channel = view.values['channel']?.['channel']?.selected_conversation ?? ''
  const id = view.privateMetadata
  const job = await jobs.storeOf(team).get(id)
  if (job?.channel === channel || job?.mirrors?.includes(channel))
    return { errors: { channel: jobText.form.mirrorSame } }
  if (!(await conversations.hasApp(team, channel))) return { errors: { channel: jobText.form.mirrorOutside } }
  const eventId = submissionId(services, view, channel)
  await sendJobAction(queue, { team, id, user, verb: 'mirror', eventId, arg: channel, channel })
}

async function submitHandOver(services: JobServices, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const { people, jobs, queue } = services
  const chosen = view.values['person']?.['person']?.selected_user ?? ''
  const person = chosen === '' ? undefined : await people.person(team, chosen)
  if (!person?.isMember) return { errors: { person: jobText.form.handMember } }
  const id = view.privateMetadata
  const job = await jobs.storeOf(team).get(id)
  if (job?.requester === chosen) return { errors: { person: jobText.form.handSame } }
  const eventId = submissionId(services, view, chosen)
  await sendJobAction(queue, { team, id, user, verb: 'hand', eventId, arg: chosen })
}
