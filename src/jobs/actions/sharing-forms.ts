import { findSubmissionProblem } from '../access/authorize-requester.ts'
import { withinDeadline } from '../../core/question-time.ts'
import type { Submission, SubmissionAnswer } from '../../slack/inbound/listeners.ts'
import { describeChannelProblem } from '../form/channel-problem.ts'
import { jobActions } from '../model/allowed-actions.ts'
import { parseJobTarget } from '../model/answer-location.ts'
import type { JobScope } from '../job-scope.ts'
import { jobTextIn } from '../text/jobs-text.ts'
import { nameSubmission, sendJobAction } from './job-action-task.ts'
import { buildHandOverModal, buildMirrorModal } from './job-modals.ts'
import { findHandOverQuestion, findMirrorQuestion, readAgreement, requireAgreement } from './sharing-agreement.ts'

/**
 * Checks the channel for a copy of a card. If the copy would have new readers, the form names them and asks. If Slack does not answer in time, the
 * task behind the form decides.
 */
export async function submitMirror(scope: JobScope, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const { access, jobs, jobAccess, queue } = scope
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  const refuse = (problem: string): SubmissionAnswer => ({ errors: { channel: problem } })
  const channel = view.values['channel']?.['channel']?.selected_conversation ?? ''
  const { jobId, location } = parseJobTarget(view.privateMetadata)
  const job = await jobs.store.get(jobId)
  if (!job) return refuse(text.noJob)
  const agreed = readAgreement(view)
  const eventId = await nameSubmission(scope, view, [channel, agreed].join())
  const requester = { team, user, ...location, opId: `jobs.act:mirror:${eventId}` }
  const wanted = { verb: 'mirror', needs: jobActions.mirror.needs }
  const [problem, answers] = await Promise.all([
    findSubmissionProblem(scope, requester, job, wanted),
    withinDeadline(
      Promise.all([
        jobAccess.mayReadJob({ user }, job),
        access.checkChannel(team, user, channel),
        findMirrorQuestion(scope, job, channel),
      ]),
    ),
  ])
  if (problem !== undefined) return refuse(problem)
  const [mayRead, verdict, question] = answers ?? []
  if (mayRead && (job.channel === channel || job.mirrors?.includes(channel))) return refuse(text.form.mirrorSame)
  if (verdict === 'hidden' || verdict === 'closed') return refuse(describeChannelProblem(text, verdict))
  if (question && question.agreement !== agreed)
    return requireAgreement(text, view, question, {
      asking: buildMirrorModal(text, view.privateMetadata, { channel, question }),
      field: 'channel',
    })
  const request = { team, id: job.id, user, verb: 'mirror' as const, eventId, arg: channel, ...location }
  await sendJobAction(queue, { ...request, ...(agreed !== undefined && { agreed }) })
}

/**
 * Checks the person who takes over. If they may not read the job now, the form shows that and asks. If Slack does not answer in time, the task behind
 * the form decides.
 */
export async function submitHandOver(scope: JobScope, { team, user, view }: Submission): Promise<SubmissionAnswer> {
  const { access, jobs, jobAccess, queue } = scope
  const text = jobTextIn(await scope.languages.ofPerson(team, user))
  const refuse = (problem: string): SubmissionAnswer => ({ errors: { person: problem } })
  const person = view.values['person']?.['person']?.selected_user ?? ''
  if (person === '') return refuse(text.form.handMember)
  const { jobId, location } = parseJobTarget(view.privateMetadata)
  const job = await jobs.store.get(jobId)
  if (!job) return refuse(text.noJob)
  const agreed = readAgreement(view)
  const isRepeat = await scope.drafts.submissions.has(view.id)
  const eventId = await nameSubmission(scope, view, [person, agreed].join())
  const requester = { team, user, ...location, opId: `jobs.act:hand:${eventId}` }
  const wanted = { verb: 'hand', needs: jobActions.hand.needs }
  const [problem, answers] = await Promise.all([
    findSubmissionProblem(scope, requester, job, wanted),
    withinDeadline(
      Promise.all([
        jobAccess.mayReadJob({ user }, job),
        access.mayUse(team, person),
        findHandOverQuestion(scope, job, person),
      ]),
    ),
  ])
  if (problem !== undefined) return refuse(problem)
  const [mayRead, isMember, question] = answers ?? []
  if (isMember === false) return refuse(text.form.handMember)
  // After an earlier submission, which may still assign the job to another person, the task behind the form decides.
  if (mayRead && job.requester === person && !isRepeat) return refuse(text.form.handSame)
  if (question && question.agreement !== agreed)
    return requireAgreement(text, view, question, {
      asking: buildHandOverModal(text, view.privateMetadata, { isWorking: job.state === 'working', person, question }),
      field: 'person',
    })
  const request = { team, id: job.id, user, verb: 'hand' as const, eventId, arg: person, ...location }
  await sendJobAction(queue, { ...request, ...(agreed !== undefined && { agreed }) })
}
