import { jobActions } from '../model/allowed-actions.ts'
import { projectKey } from '../model/job-ids.ts'
import { applyOnce, type Job, omitFields, wasApplied } from '../model/job.ts'
import { dropJob, newAttempt, restartJob, undoJob } from '../model/transitions.ts'
import { sendAdmit } from '../run/admission-task.ts'
import { leaveWaitingLine, proceedWithJob } from '../run/admission.ts'
import type { PrivateReply } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { applyEdit, keepEdit } from './edit-job.ts'
import type { JobActionRequest } from './job-action-task.ts'

/** Actions on a job that is not running: they start, change or drop it. */
export const startActions = {
  undo: undoHeldJob,
  cancel: cancelJob,
  drop: dropQuestion,
  anyway: startAnyway,
  retry: retryJob,
  edit: editJob,
  put_back: keepEdit,
  pick: pickProject,
}

/** Drops the job if its newest state allows it; false when it is too late. */
async function dropIf(
  services: JobServices,
  job: Job,
  { eventId }: JobActionRequest,
  { isAllowed, drop = dropJob }: { isAllowed: (now: Job) => boolean; drop?: (now: Job) => Job },
): Promise<boolean> {
  const next = await services.jobs.update(job.team, job.id, (now) =>
    applyOnce(now, eventId, () => (isAllowed(now) ? drop(now) : undefined)),
  )
  await leaveWaitingLine(services, job)
  if (next?.state === 'dropped') await reopenContinuedJob(services, next)
  return next?.state === 'dropped' || wasApplied(next, eventId)
}

/** The job that this one was to continue can be continued again. */
async function reopenContinuedJob({ jobs }: JobServices, { team, id, from }: Job): Promise<void> {
  if (from === undefined) return
  await jobs.update(team, from, (old) => (old.continued === id ? omitFields(old, 'continued') : undefined))
}

async function undoHeldJob(
  services: JobServices,
  job: Job,
  request: JobActionRequest,
): Promise<PrivateReply | undefined> {
  const { isAllowed } = jobActions.undo
  const isDone = await dropIf(services, job, request, { isAllowed, drop: (now) => undoJob(now, request.user) })
  return isDone ? undefined : (text) => text.tooLate
}

async function cancelJob(
  services: JobServices,
  job: Job,
  request: JobActionRequest,
): Promise<PrivateReply | undefined> {
  return (await dropIf(services, job, request, jobActions.cancel)) ? undefined : (text) => text.notNow
}

/** Drops a job that asks a person something. */
async function dropQuestion(
  services: JobServices,
  job: Job,
  request: JobActionRequest,
): Promise<PrivateReply | undefined> {
  return (await dropIf(services, job, request, jobActions.drop)) ? undefined : (text) => text.notNow
}

async function startAttempt(
  { jobs, queue }: JobServices,
  job: Job,
  { eventId }: JobActionRequest,
  move: (now: Job) => Job | undefined,
): Promise<Job | undefined> {
  const next = await jobs.update(job.team, job.id, (now) => applyOnce(now, eventId, move))
  if (next?.state === 'held') await sendAdmit(queue, next)
  return next
}

/** Starts a job that was paused or whose create was not answered, or one that may be a duplicate. */
async function startAnyway(services: JobServices, job: Job, request: JobActionRequest): Promise<void> {
  const { state } = job
  if (state === 'unknown' || state === 'paused') {
    await startAttempt(services, job, request, (now) =>
      now.state === state && jobActions.anyway.isAllowed(now) ? newAttempt(now, 'held') : undefined,
    )
    return
  }
  const next = await services.jobs.update(job.team, job.id, (now) =>
    applyOnce(now, request.eventId, () =>
      now.state === 'asking' && jobActions.anyway.isAllowed(now)
        ? { ...omitFields(now, 'twin'), state: 'picking' }
        : undefined,
    ),
  )
  if (next) await proceedWithJob(services, next)
}

async function retryJob(services: JobServices, job: Job, request: JobActionRequest): Promise<PrivateReply | undefined> {
  const next = await startAttempt(services, job, request, (now) =>
    jobActions.retry.isAllowed(now) ? restartJob(now) : undefined,
  )
  const isLate = next?.state === 'working' || next?.state === 'finished'
  return isLate && !wasApplied(next, request.eventId) ? (text) => text.notNow : undefined
}

async function editJob(services: JobServices, job: Job, request: JobActionRequest): Promise<PrivateReply | undefined> {
  return (await applyEdit(services, job, request)) ? undefined : (text) => text.notNow
}

/** Writes the project that a person picked, and starts the job. */
async function pickProject(
  services: JobServices,
  job: Job,
  { arg = '' }: JobActionRequest,
): Promise<PrivateReply | undefined> {
  const project = services.projects.all.find(({ name }) => projectKey(name) === arg)
  if (!project) return (text) => text.notNow
  const next = await services.jobs
    .storeOf(job.team)
    .update(job.id, (now) => (jobActions.pick.isAllowed(now) ? { ...now, project: project.name } : undefined))
  if (next) await proceedWithJob(services, next)
  return undefined
}
