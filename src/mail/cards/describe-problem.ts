import type { ErrorExplanation, ErrorFacts } from '../../clients/mailbox/explain-error.ts'
import type { MailText } from '../text/mail-text.ts'
import type { SendProblem } from '../records/replies/reply.ts'

/** The sentence about a service's error. */
export const describeError = ({ problems }: MailText, { reason, facts }: ErrorExplanation): string =>
  problems[reason](facts)

/** Why a send failed, in the words of the reader. */
export function describeMailProblem(
  { problems }: MailText,
  { reason, facts, text }: Pick<SendProblem, 'reason' | 'facts' | 'text'>,
): string {
  const known: Partial<Record<string, (facts: ErrorFacts) => string>> = problems
  return known[reason]?.(facts) ?? text
}

/** What to do about a failed send: what people can do in Slack, or else the service's own advice. */
export function describeFix({ replyCard }: MailText, { reason, fix }: SendProblem): string | undefined {
  if (reason === 'block_listed') return replyCard.unblock
  return fix === undefined ? undefined : replyCard.fix({ fix })
}
