import { askAboutJob } from '../access/authorize-requester.ts'
import { readPromptText } from '../access/job-act.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { projectKey } from '../model/job-ids.ts'
import { mayHaveStarted, withAsker } from '../model/other-job.ts'
import { applyOnce, askerOf, type Job, omitFields, wasApplied } from '../model/job.ts'
import { dismissJob, newAttempt, restartJob, startedByClick, undoJob } from '../model/transitions.ts'
import { sendAdmit } from '../run/admission-task.ts'
import { leaveWaitingLine, proceedWithJob } from '../run/admission.ts'
import { reopenContinuedJob } from '../start/continue-or-ask.ts'
import { findDuplicate } from '../start/find-duplicate.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { applyEdit, includeFollowUps, keepEdit } from './edit-job.ts'
import type { JobActionRequest, JobActionResult } from './job-action-task.ts'
import { notifyOfStop } from './notify-of-stop.ts'
import { returnEdit } from './return-edit.ts'

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

/** The result of a click, from the job's newest record. `reply` is set only if the click came too late. */
async function describeResult(
  next: Job | undefined,
  { eventId }: JobActionRequest,
  { isLate, reply = (text) => text.notNow }: { isLate: boolean; reply?: JobActionResult['reply'] },
  readText?: () => Promise<string | undefined>,
): Promise<JobActionResult> {
  if (wasApplied(next, eventId)) return { done: { text: await readText?.() } }
  return isLate ? { reply } : {}
}

async function dropIf(
  scope: JobScope,
  job: Job,
  request: JobActionRequest,
  {
    isAllowed,
    drop = (now) => dismissJob(now, request.user),
    reply,
  }: {
    isAllowed: (now: Job) => boolean
    drop?: (now: Job) => Job
    reply?: JobActionResult['reply']
  },
): Promise<JobActionResult> {
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, request.eventId, () => (isAllowed(now) ? drop(now) : undefined)),
  )
  await leaveWaitingLine(scope, job)
  if (next?.state === 'dropped') await reopenContinuedJob(scope, next)
  // The agent may have a job whose start was never confirmed: its text isn't returned.
  if (next && wasApplied(next, request.eventId) && !mayHaveStarted(next)) await notifyOfStop(scope, next, request.user)
  return describeResult(next, request, { isLate: next?.state !== 'dropped', ...(reply && { reply }) })
}

/** Links the card of a job that resumed while its continuation was asked about; shown once the job ends. */
async function linkContinuedJob({ jobs }: JobScope, { id, from, state }: Job): Promise<void> {
  if (from === undefined || state === 'dropped') return
  await jobs.update(from, (old) => (old.continued === undefined ? { ...old, continued: id } : undefined))
}

function undoHeldJob(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  return dropIf(scope, job, request, {
    isAllowed: jobActions.undo.isAllowed,
    drop: (now) => undoJob(now, request.user),
    reply: (text) => text.tooLate({ mayHave: false }),
  })
}

function cancelJob(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  return dropIf(scope, job, request, { isAllowed: jobActions.cancel.isAllowed })
}

function dropQuestion(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  return dropIf(scope, job, request, {
    isAllowed: (now) => isStillAsked(now, request) && jobActions.drop.isAllowed(now),
  })
}

/** Whether the job still has the question that the person answered, if they answered one in a window. */
const isStillAsked = ({ attempt }: Job, { attempt: asked }: JobActionRequest): boolean =>
  asked === undefined || asked === attempt

async function startAttempt(
  { jobs, queue }: JobScope,
  job: Job,
  { eventId }: JobActionRequest,
  move: (now: Job) => Job | undefined,
): Promise<Job | undefined> {
  const next = await jobs.update(job.id, (now) => applyOnce(now, eventId, move))
  if (next?.state === 'held') await sendAdmit(queue, next)
  return next
}

/** Starts a job that was paused, may be a duplicate, or whose create request was not answered. */
async function startAnyway(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { state } = job
  const { needs } = jobActions.anyway
  const readText = () => readPromptText(scope, job)
  const isAllowed = (now: Job): boolean => isStillAsked(now, request) && jobActions.anyway.isAllowed(now)
  const isLate = (now: Job | undefined) =>
    now?.state === 'dropped' || (now !== undefined && !isStillAsked(now, request))
  if (state === 'unknown' || state === 'paused') {
    const next = await startAttempt(scope, job, request, (now) =>
      now.state === state && isAllowed(now) ? startedByClick(newAttempt(now, 'held'), request.user, needs) : undefined,
    )
    return describeResult(next, request, { isLate: isLate(next) }, readText)
  }
  const next = await scope.jobs.update(job.id, (now) =>
    applyOnce(now, request.eventId, () =>
      now.state === 'asking' && isAllowed(now)
        ? startedByClick({ ...omitFields(now, 'twin'), state: 'picking' }, request.user, needs)
        : undefined,
    ),
  )
  if (next) await proceedWithJob(scope, next)
  if (next && wasApplied(next, request.eventId)) await linkContinuedJob(scope, next)
  // A job without a project does not start yet.
  return describeResult(next, request, { isLate: isLate(next) }, next?.project === '' ? undefined : readText)
}

/** Starts the job again with the follow-ups that the agent had: its next job knows nothing of them. */
async function retryJob(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  if (!wasApplied(job, request.eventId) && jobActions.retry.isAllowed(job)) await includeFollowUps(scope, job)
  const next = await startAttempt(scope, job, request, (now) =>
    jobActions.retry.isAllowed(now)
      ? startedByClick(restartJob(now), request.user, jobActions.retry.needs(now))
      : undefined,
  )
  const isLate = next?.state === 'working' || next?.state === 'finished'
  return describeResult(next, request, { isLate }, () => readPromptText(scope, job))
}

/** A change of project needs the permission to start a job in the new one. */
async function editJob(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { project, eventId, verb } = request
  if (project !== undefined && project !== job.project && !wasApplied(job, eventId)) {
    const wanted = { verb, needs: 'jobs.start' as const, project }
    const requester = { ...request, opId: `jobs.act:${verb}:${eventId}` }
    const permission = await askAboutJob(scope, requester, job, wanted)
    if (permission.is !== 'allowed') return { refusal: permission.message }
  }
  if (!(await applyEdit(scope, job, request))) return { refusal: (text) => text.notNow }
  return { done: { text: await readPromptText(scope, job) } }
}

async function putBack(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  if (await keepEdit(scope, job, request)) return { done: {} }
  await returnEdit(scope, (await scope.jobs.store.get(job.id)) ?? job, request)
  return {}
}

async function pickProject(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { arg = '', eventId, user } = request
  const project = scope.projects.all.find(({ name }) => projectKey(name) === arg)
  if (!project) return { reply: (text) => text.notNow }
  const twin = await findLateDuplicate(scope, job, request)
  const next = await scope.jobs.store.update(job.id, (now) =>
    applyOnce(now, eventId, () => {
      if (!jobActions.pick.isAllowed(now)) return undefined
      const picked = { ...now, project: project.name }
      return twin === undefined
        ? startedByClick(picked, user, jobActions.pick.needs)
        : { ...picked, state: 'asking' as const, twin }
    }),
  )
  if (next?.state === 'asking') return askAboutDuplicate(scope, next, request)
  if (next) await proceedWithJob(scope, next)
  return describeResult(next, request, { isLate: false }, () => readPromptText(scope, job))
}

/** Returns a job like this one that was started while this one waited for its project. A person who was asked before is not asked again. */
async function findLateDuplicate(
  scope: JobScope,
  job: Job,
  { eventId }: JobActionRequest,
): Promise<string | undefined> {
  if (wasApplied(job, eventId) || job.startedBy !== undefined || !jobActions.pick.isAllowed(job)) return undefined
  const prompt = await scope.jobs.store.prompt(job.id)
  const collect = jobTextIn(await scope.languages.ofPerson(job.team, askerOf(job))).collect.instruction
  const isFromList = job.door === 'list' && prompt?.instruction.trim() === collect
  return findDuplicate(scope, job, isFromList ? undefined : prompt?.instruction, { includesLater: true })
}

/** Shows the question whether to start this job as well. Safe to repeat. */
async function askAboutDuplicate(
  { jobs }: JobScope,
  job: Job,
  { eventId }: JobActionRequest,
): Promise<JobActionResult> {
  if (job.twin !== undefined) await jobs.store.update(job.twin, (other) => withAsker(other, job.id))
  await jobs.refresh(job)
  return wasApplied(job, eventId) ? { done: {} } : {}
}
