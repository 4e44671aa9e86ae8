import {
  addFollowUp,
  dropFollowUp,
  hasFollowUpFrom,
  replaceFollowUp,
  resendFollowUp,
} from '../follow-up/keep-follow-up.ts'
import { replyDraftId } from '../follow-up/reply-hint.ts'
import { askAboutJob } from '../access/authorize-requester.ts'
import { readVisiblePrompt } from '../conversation/quote-visibility.ts'
import { jobActions } from '../model/allowed-actions.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { quoteKey } from '../model/job-prompt.ts'
import type { Job } from '../model/job.ts'
import { handedSource, takesFollowUps } from '../model/other-job.ts'
import { dropJob } from '../model/transitions.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import type { JobActionRequest, JobActionResult } from './job-action-task.ts'

/** Actions that send a follow-up to the agent or decide about one. */
export const followUpActions = {
  stop: askToStop,
  say: sendFromForm,
  send_reply: sendReply,
  send_again: sendAgain,
  drop_follow_up: dropUnknownFollowUp,
  instead: followUpInstead,
}

/** The location of the click, for the audit. */
const readLocation = ({ channel, threadTs }: JobActionRequest): FollowUp['location'] =>
  channel === undefined ? undefined : { channel, ...(threadTs !== undefined && { threadTs }) }

/** Asks the agent to stop; it may ignore the request. */
async function askToStop(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { user, eventId } = request
  // Handles a repeat after a crash: this click may already have been sent, and the job may have ended since.
  if (!jobActions.stop.isAllowed(job))
    return (await hasFollowUpFrom(scope, job, eventId)) ? {} : { reply: (text) => text.notNow }
  const { stopText } = jobTextIn(await scope.languages.ofPerson(job.team, user))
  const stop = { user, verb: 'stop', text: stopText, source: eventId, isWhole: true, asksToStop: true }
  await addFollowUp(scope, job, { ...stop, location: readLocation(request) })
  return {}
}

async function sendFromForm(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { user, arg = '', eventId, edited } = request
  const said = { user, verb: 'say', text: arg, source: eventId, isWhole: true, location: readLocation(request) }
  if (edited === undefined) {
    await addFollowUp(scope, job, said)
    return {}
  }
  const { followUps } = await readVisiblePrompt(scope, job, { user })
  const prompt = followUps.find(({ n }) => n === edited)?.prompt
  const kept = { ...said, ...(prompt && { prompt: { ...prompt, instruction: arg } }) }
  return (await replaceFollowUp(scope, job, edited, kept)) ? {} : { refusal: (text) => text.notNow }
}

/** Sends one reply from the thread, or the text of a form that came too late, once. */
async function sendReply(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { user, seenIn = '', arg = '' } = request
  const source = replyDraftId(seenIn, arg)
  if (await hasFollowUpFrom(scope, job, source)) return { reply: (text) => text.hint.sent }
  const inThread = await scope.drafts.get(user, source)
  const reply = inThread ?? (await scope.drafts.get(user, arg))
  // Empty if the reply was deleted meanwhile.
  if (!reply?.text) return { reply: (text) => text.textGone }
  if (!jobActions.send_reply.isAllowed(job)) return { reply: (text) => text.notNow }
  const said = { user, verb: 'send_reply', text: reply.text, source, isWhole: true, isInThread: inThread !== undefined }
  await addFollowUp(scope, job, { ...said, location: readLocation(request) })
  return { reply: (text) => text.hint.sent }
}

async function sendAgain(
  scope: JobScope,
  job: Job,
  { user, arg, eventId, attempt }: JobActionRequest,
): Promise<JobActionResult> {
  const isSent = await resendFollowUp(scope, job, Number(arg ?? ''), { user, eventId, attempt })
  return isSent ? {} : { reply: (text) => text.notNow }
}

async function dropUnknownFollowUp(
  scope: JobScope,
  job: Job,
  { arg, eventId }: JobActionRequest,
): Promise<JobActionResult> {
  const dropped = await dropFollowUp(scope, job, Number(arg ?? ''), eventId)
  return {
    reply: (text) => (dropped === undefined ? text.notNow : text.followUpDropped),
    ...(dropped === 'done' && { done: {} }),
  }
}

/** The quotes that the agent of this job already has. */
async function readSentQuotes({ jobs: { store } }: JobScope, { id }: Job): Promise<Set<string>> {
  const [prompt, { rows }] = await Promise.all([store.prompt(id), store.followUps(id).list()])
  const sent = rows.flatMap(({ value }) => (value.state === 'sent' ? (value.prompt?.quotes ?? []) : []))
  return new Set([...(prompt?.quotes ?? []), ...sent].map(quoteKey))
}

/** Sends the text of a likely duplicate to the other job as a follow-up, instead of starting it. */
async function followUpInstead(scope: JobScope, job: Job, request: JobActionRequest): Promise<JobActionResult> {
  const { user } = request
  const { jobs, jobAccess } = scope
  const { id } = job
  const store = jobs.store
  const other = job.twin === undefined ? undefined : await store.get(job.twin)
  const prompt = await store.prompt(id)
  if (job.state === 'dropped') {
    await jobs.refresh(job)
    return {}
  }
  const source = handedSource(job)
  if (!jobActions.instead.isAllowed(job) || !other || !prompt) return { reply: (text) => text.notNow }
  if (!(await jobAccess.mayReadJob({ user }, other))) return { reply: (text) => text.noJob }
  // A repeat after a crash may find that the other job has changed since.
  if (!takesFollowUps(other) && !(await hasFollowUpFrom(scope, other, source))) {
    await jobs.refresh(job)
    return { reply: (text) => text.notNow }
  }
  const requester = { ...request, opId: `jobs.act:instead:${request.eventId}:other` }
  const permission = await askAboutJob(scope, requester, other, { verb: 'instead', needs: 'jobs.steer' })
  if (permission.is !== 'allowed') return { refusal: permission.message }
  // More people may read the other job, and would see there the text of this one.
  if (!(await jobAccess.maySendTextTo(job, other))) return { reply: (text) => text.insteadElsewhere }
  const known = await readSentQuotes(scope, other)
  const quotes = prompt.quotes.filter((quote) => !known.has(quoteKey(quote)))
  await addFollowUp(scope, other, {
    user,
    verb: 'instead',
    location: readLocation(request),
    text: prompt.instruction,
    prompt: { ...prompt, quotes },
    source,
    isWhole: true,
  })
  await jobs.update(id, (now) =>
    jobActions.instead.isAllowed(now) ? { ...dropJob(now), trouble: { code: 'instead', reference: '' } } : undefined,
  )
  return {}
}
