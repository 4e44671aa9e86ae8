import { type ErrorExplanation, isKeyRejected } from '../../clients/mailbox/explain-error.ts'
import type { MailText } from '../text/mail-text.ts'
import { explainProblem, isProblemReason } from '../text/problem-sentences.ts'
import type { SendProblem } from '../records/replies/reply.ts'

/** The sentence about a service's error. */
export const describeError = (text: MailText, { reason, facts }: ErrorExplanation): string =>
  explainProblem(text, reason, facts)

/** Explains in the reader's language why a send failed. */
export const describeMailProblem = (text: MailText, problem: Pick<SendProblem, 'reason' | 'facts' | 'text'>): string =>
  isProblemReason(text, problem.reason) ? explainProblem(text, problem.reason, problem.facts) : problem.text

/** Whether the mailbox's words refer to a list that only programs read. */
const refersToErrors = (words: string): boolean => /\berrors\b/i.test(words)

/** The mailbox's own sentence about a failed send; undefined if it refers to a list that ours has. */
export const findSaid = ({ said }: SendProblem): string | undefined =>
  said === undefined || refersToErrors(said) ? undefined : said

/** Returns advice about a failed send: what people can do in Slack, or else the service's own advice. */
export function describeFix({ replyCard }: MailText, { reason, fix, who, facts }: SendProblem): string | undefined {
  if (reason === 'block_listed') return replyCard.unblock
  // The sentence about the key says who has to do what.
  if (isKeyRejected(reason)) return undefined
  if (fix !== undefined && !refersToErrors(fix)) return replyCard.fix({ fix })
  if (facts.fields !== undefined) return who === 'admin' ? replyCard.fixRequest : replyCard.fixFields
  return fix === undefined ? undefined : replyCard.fixUnnamed
}
