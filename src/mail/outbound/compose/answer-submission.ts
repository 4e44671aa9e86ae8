import type { Submission, SubmissionAnswer } from '../../../slack/inbound/listeners.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { readSendButton } from '../schedule/send-time.ts'
import { addSeen, describeMissingTicks } from './fields/form-notice.ts'
import { blockIdOf } from './fields/reply-form-state.ts'
import { rebuildReplyFormModal } from './form/build-form.ts'
import { submitReply, type UnseenForm } from './submit-reply.ts'

/** Answers a submitted form: closes it, reports errors, or shows it again with notices that its writer has not seen. */
export async function answerSubmission(scope: OutboundScope, submission: Submission): Promise<SubmissionAnswer> {
  const submitted = await submitReply(scope, submission)
  return 'answer' in submitted ? submitted.answer : showUnseen(scope, submitted)
}

/** Shows the form again with these notices, which count as seen at the next Send. */
async function showUnseen(
  scope: OutboundScope,
  { reader, form, unseen, instruction, memory, links }: UnseenForm,
): Promise<SubmissionAnswer> {
  const { forms } = reader.text
  const warnings = [
    ...unseen.flatMap(({ sentence, needsTick }) => (sentence === undefined || needsTick ? [] : [sentence])),
    ...describeMissingTicks(reader.text, unseen, readSendButton(reader.text, form.view)),
    ...(instruction === undefined ? [] : [instruction]),
  ]
  const seen = addSeen(form.state, unseen, { wasAsked: true })
  const news = { warnings, memory: { ...memory, seen }, ...(links && { links }) }
  const next = await rebuildReplyFormModal(scope, reader, form, news)
  return next ? { update: next } : { errors: { [blockIdOf(form.state, 'text')]: forms.gone } }
}
