import type { ErrorFacts } from '../../clients/mailbox/explain-error.ts'
import type { MailText, ProblemReason } from './mail-text.ts'

type ReasonWithoutFact = keyof MailText['problemsWithoutFact']

/** The facts that a sentence names. An error without its fact has another sentence. */
const namedFacts: Partial<Record<ProblemReason, keyof ErrorFacts>> = {
  missing_permission: 'permission',
  limit_exceeded: 'limit',
  message_rejected: 'said',
  account_suspended: 'suspendedFor',
  validation_error: 'fields',
  unreadable_file: 'file',
  unfetched_file: 'file',
} satisfies Record<ReasonWithoutFact, keyof ErrorFacts>

function isWithoutFact(reason: ProblemReason, facts: ErrorFacts): reason is ReasonWithoutFact {
  const fact = namedFacts[reason]
  return fact !== undefined && facts[fact] === undefined
}

/** Whether this version has a sentence for a stored reason. */
export const isProblemReason = ({ problems }: MailText, reason: string): reason is ProblemReason =>
  Object.hasOwn(problems, reason)

/** Explains a failure as plain text with the service's own words, and names the other files with problems. */
export function explainProblem(text: MailText, reason: ProblemReason, facts: ErrorFacts): string {
  const { problems, problemsWithoutFact, problemFacts, formats } = text
  const { others = [] } = facts
  const words = isWithoutFact(reason, facts) ? problemsWithoutFact[reason] : problems[reason]
  const sentence = typeof words === 'string' ? words : words(listValues(text, facts))
  return others.length === 0 ? sentence : `${sentence} ${problemFacts.others({ files: formats.list(others) })}`
}

const listValues = (text: MailText, { code, fields = [], ...facts }: ErrorFacts) => ({
  code,
  permission: facts.permission ?? '',
  limit: describeLimit(text, facts),
  said: facts.said ?? '',
  entry: facts.entry ?? '',
  suspendedFor: facts.suspendedFor ?? '',
  fields: text.formats.list(fields, 'comma'),
  file: facts.file ?? '',
})

/** `50`, or `50 webhooks` in the service's words. */
function describeLimit({ problemFacts, formats }: MailText, { limit = 0, resource }: Omit<ErrorFacts, 'code'>): string {
  return resource === undefined ? formats.number(limit) : problemFacts.limit({ limit, resource })
}
