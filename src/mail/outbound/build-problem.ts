import type { ErrorFacts } from '../../clients/mailbox/explain-error.ts'
import { DEFAULT_LANGUAGE } from '../../core/language.ts'
import type { SendProblem } from '../records/replies/reply.ts'
import { mailTextIn, type ProblemReason } from '../text/mail-text.ts'
import { explainProblem } from '../text/problem-sentences.ts'

/** Builds a problem with its sentence, for versions that show the stored sentence. */
export function buildProblem(
  reason: ProblemReason,
  problem: Omit<SendProblem, 'reason' | 'text' | 'facts'>,
  facts: ErrorFacts = { code: problem.code },
): SendProblem {
  return { ...problem, reason, facts, text: explainProblem(mailTextIn(DEFAULT_LANGUAGE), reason, facts) }
}
