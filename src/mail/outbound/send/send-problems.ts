import { explainError } from '../../../clients/mailbox/explain-error.ts'
import type { UpstreamError } from '../../../core/errors.ts'
import { CHANGED_BYTES, HAS_NEWS_SINCE, NEEDS_APPROVAL_SINCE } from '../../records/replies/can-look-up.ts'
import { INTERNAL_ERROR, type SendProblem } from '../../records/replies/reply.ts'
import { areFormFields } from '../../text/problem-sentences.ts'
import type { News } from '../approval/news.ts'
import { buildProblem } from '../build-problem.ts'

/** Converts a service's error to the problem stored with the reply. */
export function toSendProblem(error: UpstreamError): SendProblem {
  const { reason, facts, resolvedBy, fix, serviceMessage, docs, upgradeUrl } = explainError(error)
  // A field that no form has is in the request because of us.
  const who = facts.fields === undefined || areFormFields(facts.fields) ? resolvedBy : 'admin'
  const problem = {
    code: error.details.code,
    who,
    ...(fix && { fix }),
    ...(serviceMessage && { said: serviceMessage }),
    ...(docs && { docs }),
    ...(upgradeUrl && { upgradeUrl }),
  }
  return buildProblem(reason, problem, facts)
}

/** A file has changed since the first attempt. */
export const changedBytes = buildProblem('changed_bytes', { code: CHANGED_BYTES, who: 'writer' })
/** Our own error, after which the outcome of the send is unknown. */
export const internalError = buildProblem('internal', { code: INTERNAL_ERROR, who: 'admin' })
/** The writer could send when they wrote the reply, and no longer can. Stored; frozen. */
export const NOT_ALLOWED = 'not_allowed'
export const notAllowed = buildProblem('not_allowed', { code: NOT_ALLOWED, who: 'writer' })
/** Approval was switched on after an attempt whose answer was lost. */
export const notApproved = buildProblem('approval_since', { code: NEEDS_APPROVAL_SINCE, who: 'writer' })
/** Mail came, or an address can no longer be used, after an attempt whose answer was lost. */
export const stoppedBy: Record<News, SendProblem> = {
  mail: buildProblem('newer_mail_since', { code: HAS_NEWS_SINCE, who: 'writer' }),
  address: buildProblem('unreachable_since', { code: HAS_NEWS_SINCE, who: 'writer' }),
}
/** The key of the first attempt has expired without an answer. */
export const noAnswer = buildProblem('no_answer', { code: 'no_answer', who: 'writer' })
/** A refusal after an attempt whose answer was lost: the mailbox's reason is not about that attempt. */
export const toLateRefusal = ({ details: { code } }: UpstreamError): SendProblem =>
  buildProblem('refused_later', { code, who: 'writer' })
