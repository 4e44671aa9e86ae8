import { findJobRefusal } from '../access/authorize-requester.ts'
import { readPromptText } from '../access/job-act.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { projectKey } from '../model/job-ids.ts'
import { applyOnce, type Job, omitFields, wasApplied } from '../model/job.ts'
import { dropJob, newAttempt, restartJob, startedByClick, undoJob } from '../model/transitions.ts'
import { sendAdmit } from '../run/admission-task.ts'
import { leaveWaitingLine, proceedWithJob } from '../run/admission.ts'
import type { JobServices } from '../services.ts'
import { applyEdit, keepEdit } from './edit-job.ts'
import type { JobActionRequest, JobActionResult } from './job-action-task.ts'

/** Actions on a job that is not running: they start, change or drop it. */
export const startActions = {
  undo: undoHeldJob,
  cancel: cancelJob,
  drop: dropQuestion,
  anyway: startAnyway,
  retry: retryJob,
  edit: editJob,
  put_back: putBack,
  pick: pickProject,
}

/** The result of a click, from the job's newest record: `reply` only if it came too late. */
async function describeResult(
  next: Job | undefined,
  { eventId }: JobActionRequest,
  { isLate, reply = (text) => text.notNow }: { isLate: boolean; reply?: JobActionResult['reply'] },
  readText?: () => Promise<string | undefined>,
): Promise<JobActionResult> {
  if (wasApplied(next, eventId)) return { done: { text: await readText?.() } }
  return isLate ? { reply } : {}
}

/** Drops the job if its newest state allows it. */
async function dropIf(
  services: JobServices,
  job: Job,
  request: JobActionRequest,
  {
    isAllowed,
    drop = dropJob,
    reply,
  }: { isAllowed: (now: Job) => boolean; drop?: (now: Job) => Job; reply?: JobActionResult['reply'] },
): Promise<JobActionResult> {
  const next = await services.jobs.update(job.team, job.id, (now) =>
    applyOnce(now, request.eventId, () => (isAllowed(now) ? drop(now) : undefined)),
  )
  await leaveWaitingLine(services, job)
  if (next?.state === 'dropped') await reopenContinuedJob(services, next)
  return describeResult(next, request, { isLate: next?.state !== 'dropped', ...(reply && { reply }) })
}

/** The job that this one was to continue can be continued again. */
async function reopenContinuedJob({ jobs }: JobServices, { team, id, from }: Job): Promise<void> {
  if (from === undefined) return
  await jobs.update(team, from, (old) => (old.continued === id ? omitFields(old, 'continued') : undefined))
}

function undoHeldJob(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  return dropIf(services, job, request, {
    isAllowed: jobActions.undo.isAllowed,
    drop: (now) => undoJob(now, request.user),
    reply: (text) => text.tooLate,
  })
}

function cancelJob(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  return dropIf(services, job, request, { isAllowed: jobActions.cancel.isAllowed })
}

/** Drops a job that asks a person something. */
function dropQuestion(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  return dropIf(services, job, request, { isAllowed: jobActions.drop.isAllowed })
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
async function startAnyway(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { state } = job
  const { needs } = jobActions.anyway
  const readText = () => readPromptText(services, job)
  if (state === 'unknown' || state === 'paused') {
    const next = await startAttempt(services, job, request, (now) =>
      now.state === state && jobActions.anyway.isAllowed(now)
        ? startedByClick(newAttempt(now, 'held'), request.user, needs)
        : undefined,
    )
    return describeResult(next, request, { isLate: false }, readText)
  }
  const next = await services.jobs.update(job.team, job.id, (now) =>
    applyOnce(now, request.eventId, () =>
      now.state === 'asking' && jobActions.anyway.isAllowed(now)
        ? startedByClick({ ...omitFields(now, 'twin'), state: 'picking' }, request.user, needs)
        : undefined,
    ),
  )
  if (next) await proceedWithJob(services, next)
  // Without a project nothing starts yet.
  return describeResult(next, request, { isLate: false }, next?.project === '' ? undefined : readText)
}

async function retryJob(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const next = await startAttempt(services, job, request, (now) =>
    jobActions.retry.isAllowed(now) ? startedByClick(restartJob(now), request.user, jobActions.retry.needs) : undefined,
  )
  const isLate = next?.state === 'working' || next?.state === 'finished'
  return describeResult(next, request, { isLate }, () => readPromptText(services, job))
}

/** Another project than before is asked about as for a start in it. */
async function editJob(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { project, eventId, verb } = request
  if (project !== undefined && project !== job.project && !wasApplied(job, eventId)) {
    const wanted = { verb, needs: 'jobs.start' as const, project }
    const refusal = await findJobRefusal(services, { ...request, opId: `jobs.act:${verb}:${eventId}` }, job, wanted)
    if (refusal) return { refusal }
  }
  if (!(await applyEdit(services, job, request))) return { reply: (text) => text.notNow }
  return { done: { text: await readPromptText(services, job) } }
}

async function putBack(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  return (await keepEdit(services, job, request)) ? { done: {} } : {}
}

/** Writes the project that a person picked, and starts the job. */
async function pickProject(services: JobServices, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { arg = '', eventId, user } = request
  const project = services.projects.all.find(({ name }) => projectKey(name) === arg)
  if (!project) return { reply: (text) => text.notNow }
  const next = await services.jobs
    .storeOf(job.team)
    .update(job.id, (now) =>
      applyOnce(now, eventId, () =>
        jobActions.pick.isAllowed(now)
          ? startedByClick({ ...now, project: project.name }, user, jobActions.pick.needs)
          : undefined,
      ),
    )
  if (next) await proceedWithJob(services, next)
  return describeResult(next, request, { isLate: false }, () => readPromptText(services, job))
}
