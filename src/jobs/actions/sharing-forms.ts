import { answerSoon } from '../../access/access-policy.ts'
import type { Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { describeChannelProblem } from '../form/channel-problem.ts'
import { parseTarget } from '../model/answer-place.ts'
import type { JobServices } from '../services.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { createSubmissionId, sendJobAction } from './job-action-task.ts'
import { buildHandOverModal, buildMirrorModal } from './job-modals.ts'
import { findHandOverQuestion, findMirrorQuestion, readAgreement, requireAgreement } from './sharing-agreement.ts'

/**
 * Checks where the copy of a card is to be shown. If somebody new would see it there, the form says who, and asks. If Slack does not answer in
 * time, the task behind the form decides.
 */
export async function submitMirror(services: JobServices, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const { access, jobs, jobAccess, queue, keyedHash } = services
  const text = jobTextIn(await services.languages.ofPerson(team, user))
  const refuse = (problem: string): SubmissionAnswer => ({ errors: { channel: problem } })
  const channel = view.values['channel']?.['channel']?.selected_conversation ?? ''
  const { jobId, place } = parseTarget(view.privateMetadata)
  const job = await jobs.storeOf(team).get(jobId)
  if (!job) return refuse(text.noJob)
  const [maySteer, verdict, question] =
    (await answerSoon(
      Promise.all([
        jobAccess.maySteerJob({ team, user }, job),
        access.checkChannel(team, user, channel),
        findMirrorQuestion(services, job, channel),
      ]),
    )) ?? []
  if (maySteer === false) return refuse(text.noJob)
  if (maySteer && (job.channel === channel || job.mirrors?.includes(channel))) return refuse(text.form.mirrorSame)
  if (verdict === 'hidden' || verdict === 'closed') return refuse(describeChannelProblem(text, verdict))
  const agreed = readAgreement(view)
  if (question && question.agreement !== agreed)
    return requireAgreement(text, view, question, buildMirrorModal(text, view.privateMetadata, { channel, question }))
  const eventId = createSubmissionId(keyedHash, view, [channel, agreed].join())
  const request = { team, id: job.id, user, verb: 'mirror' as const, eventId, arg: channel, ...place }
  await sendJobAction(queue, { ...request, ...(agreed !== undefined && { agreed }) })
}

/** Checks who takes over. If that person may not read the job now, the form says so, and asks; without Slack's answer the task decides. */
export async function submitHandOver(
  services: JobServices,
  { team, user, view }: Submission,
): Promise<SubmissionAnswer> {
  const { access, jobs, jobAccess, queue, keyedHash } = services
  const text = jobTextIn(await services.languages.ofPerson(team, user))
  const refuse = (problem: string): SubmissionAnswer => ({ errors: { person: problem } })
  const person = view.values['person']?.['person']?.selected_user ?? ''
  if (person === '') return refuse(text.form.handMember)
  const { jobId, place } = parseTarget(view.privateMetadata)
  const job = await jobs.storeOf(team).get(jobId)
  if (!job) return refuse(text.noJob)
  const [maySteer, isMember, question] =
    (await answerSoon(
      Promise.all([
        jobAccess.maySteerJob({ team, user }, job),
        access.mayAct(team, person),
        findHandOverQuestion(services, job, person),
      ]),
    )) ?? []
  if (maySteer === false) return refuse(text.noJob)
  if (isMember === false) return refuse(text.form.handMember)
  if (maySteer && job.requester === person) return refuse(text.form.handSame)
  const agreed = readAgreement(view)
  if (question && question.agreement !== agreed)
    return requireAgreement(text, view, question, buildHandOverModal(text, view.privateMetadata, { person, question }))
  const eventId = createSubmissionId(keyedHash, view, [person, agreed].join())
  const request = { team, id: job.id, user, verb: 'hand' as const, eventId, arg: person, ...place }
  await sendJobAction(queue, { ...request, ...(agreed !== undefined && { agreed }) })
}
