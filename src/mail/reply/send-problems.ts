import { explainError } from '../../clients/mailbox/error-messages.ts'
import type { UpstreamError, UserError } from '../../core/errors.ts'
import { INTERNAL_ERROR, type SendProblem } from '../model/reply.ts'
import { mailTexts } from '../text/en.ts'

const texts = mailTexts.sendProblems

/** A service's error in the words that the writer reads. */
export function toSendProblem(error: UpstreamError): SendProblem {
  const { text, resolvedBy: who, fix, serviceMessage, docs, upgradeUrl } = explainError(error)
  return {
    code: error.details.code,
    text,
    who,
    ...(fix && { fix }),
    ...(serviceMessage && { said: serviceMessage }),
    ...(docs && { docs }),
    ...(upgradeUrl && { upgradeUrl }),
  }
}

/** The request would no longer be the same, so it must not be repeated under its key. Stored; frozen. */
export const CHANGED_BYTES = 'changed_bytes'

/** A file has changed since the first attempt. */
export const changedBytes: SendProblem = {
  code: CHANGED_BYTES,
  who: 'writer',
  text: texts.changedBytes,
}
/** Our own error, after which nobody knows whether the reply was sent. */
export const internalError: SendProblem = {
  code: INTERNAL_ERROR,
  who: 'admin',
  text: texts.internalError,
}
/** The key of the first attempt has expired without an answer. */
export const noAnswer: SendProblem = {
  code: 'no_answer',
  who: 'writer',
  text: texts.noAnswer,
}
/** Refused after an attempt whose answer was lost: what the mailbox says of this attempt is not true of that one. */
export const toLateRefusal = ({ details: { code } }: UpstreamError): SendProblem => ({
  code,
  who: 'writer',
  text: texts.refusedLater,
})
/** A file that cannot be read or is too large. */
export const toFileProblem = (error: UserError): SendProblem => ({
  code: 'file_gone',
  who: 'writer',
  text: error.message,
})
