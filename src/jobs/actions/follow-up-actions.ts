import { addFollowUp, dropFollowUp, hasFollowUpFrom, resendFollowUp } from '../follow-up/keep-follow-up.ts'
import { replyDraftId } from '../follow-up/reply-hint.ts'
import { jobActions } from '../model/allowed-actions.ts'
import type { Job } from '../model/job.ts'
import { dropJob } from '../model/transitions.ts'
import type { PrivateReply } from '../notify/requester-reply.ts'
import type { JobServices } from '../services.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import type { JobActionRequest } from './job-action-task.ts'

/** Actions that send the agent something, or decide about what was sent. */
export const followUpActions = {
  stop: askToStop,
  say: sendFromForm,
  send_reply: sendReply,
  send_again: sendAgain,
  drop_follow_up: dropUnknownFollowUp,
  instead: followUpInstead,
}

/** Asks the agent to stop, which it may not obey. */
async function askToStop(
  services: JobServices,
  job: Job,
  { user, eventId }: JobActionRequest,
): Promise<PrivateReply | undefined> {
  // After a crash: this click may have been sent already, and the job may have ended since.
  if (!jobActions.stop.isAllowed(job))
    return (await hasFollowUpFrom(services, job, eventId)) ? undefined : (text) => text.notNow
  const { stopText } = jobTextIn(await services.languages.ofPerson(job.team, user))
  const stop = { user, text: stopText, source: eventId, isWhole: true, asksToStop: true }
  await addFollowUp(services, job, stop)
  return undefined
}

/** Keeps the text of the follow-up form. */
async function sendFromForm(services: JobServices, job: Job, request: JobActionRequest): Promise<void> {
  const { user, arg = '', eventId } = request
  await addFollowUp(services, job, { user, text: arg, source: eventId, isWhole: true })
}

/** Sends exactly one reply from the thread, once. */
async function sendReply(
  services: JobServices,
  job: Job,
  { team, user, seenIn = '', arg = '' }: JobActionRequest,
): Promise<PrivateReply | undefined> {
  const source = replyDraftId(seenIn, arg)
  if (await hasFollowUpFrom(services, job, source)) return (text) => text.hint.sent
  const reply = await services.drafts.get({ team, user }, source)
  if (!reply) return (text) => text.textGone
  if (!jobActions.send_reply.isAllowed(job)) return (text) => text.notNow
  await addFollowUp(services, job, { user, text: reply.text, source, isWhole: true, isInThread: true })
  return (text) => text.hint.sent
}

async function sendAgain(
  services: JobServices,
  job: Job,
  { arg, eventId }: JobActionRequest,
): Promise<PrivateReply | undefined> {
  return (await resendFollowUp(services, job, Number(arg ?? ''), eventId)) ? undefined : (text) => text.notNow
}

async function dropUnknownFollowUp(
  services: JobServices,
  job: Job,
  { arg }: JobActionRequest,
): Promise<PrivateReply | undefined> {
  const isDropped = await dropFollowUp(services, job, Number(arg ?? ''))
  return (text) => (isDropped ? text.followUpDropped : text.notNow)
}

/** Sends the text of a likely duplicate to the running job as a follow-up, instead of starting it. */
async function followUpInstead(
  services: JobServices,
  job: Job,
  { user }: JobActionRequest,
): Promise<PrivateReply | undefined> {
  const { jobs, jobAccess } = services
  const { team, id } = job
  const store = jobs.storeOf(team)
  const other = job.twin === undefined ? undefined : await store.get(job.twin)
  const prompt = await store.prompt(id)
  if (job.state === 'dropped') {
    await jobs.refresh(job)
    return undefined
  }
  if (!jobActions.instead.isAllowed(job) || !other || !prompt) return (text) => text.notNow
  if (!(await jobAccess.maySteerJob({ team, user }, other))) return (text) => text.noJob
  // More people may read the other job, and would see there what was asked here.
  if (!(await jobAccess.maySendTextTo(job, other))) return (text) => text.insteadElsewhere
  // The agent of the other job already has what was in the thread before its card.
  const { cardTs } = other
  const isOfThread = job.threadTs !== undefined && other.threadTs === job.threadTs
  const isNew = (ts: string | undefined): boolean => ts === undefined || cardTs === undefined || ts > cardTs
  const quotes = prompt.quotes.filter(({ ts }) => !isOfThread || isNew(ts))
  await addFollowUp(services, other, {
    user,
    text: prompt.instruction,
    prompt: { ...prompt, quotes },
    source: `${id}:instead`,
    isWhole: true,
  })
  await jobs.update(team, id, (now) =>
    jobActions.instead.isAllowed(now) ? { ...dropJob(now), trouble: { code: 'instead', reference: '' } } : undefined,
  )
  return undefined
}
