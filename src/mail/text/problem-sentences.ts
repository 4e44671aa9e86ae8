import type { ErrorFacts } from '../../clients/mailbox/explain-error.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'
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

/** The fields of a send request that its form has. */
const FORM_FIELDS = [
  'to',
  'cc',
  'bcc',
  'reply_to',
  'subject',
  'text',
  'html',
  'labels',
  'headers',
  'attachments',
] as const
const SHOWN_FIELDS = 5
const FIELD_CHARS = 200

const formFieldOf = (field: string): (typeof FORM_FIELDS)[number] | undefined =>
  FORM_FIELDS.find((one) => one === /^[a-z_]+/.exec(field)?.[0])

/** Whether a person can change all of these fields in the form, each named at the beginning as the mailbox names it. */
export const areFormFields = (fields: string[]): boolean => fields.every((field) => formFieldOf(field) !== undefined)

/** Names each rejected field as in the form, with the mailbox's reason; others by the mailbox's name. Counts those that are too many. */
function listFields({ problemFacts, formats }: MailText, fields: string[]): string {
  const shown = fields.slice(0, SHOWN_FIELDS).map((one) => {
    const [path = '', ...reason] = sanitizeLine(one).split(' ')
    const field = formFieldOf(one)
    const name =
      field === undefined ? path : problemFacts.field({ field: field === 'text' || field === 'html' ? 'other' : field })
    return truncate(reason.length === 0 ? name : `${name} (${reason.join(' ')})`, FIELD_CHARS)
  })
  const more = fields.length - shown.length
  return formats.list([...shown, ...(more > 0 ? [problemFacts.moreFields({ count: more })] : [])], 'comma')
}

/** Explains a failure as plain text with the service's own words, and names the other files with problems. */
export function explainProblem(text: MailText, reason: ProblemReason, facts: ErrorFacts): string {
  const { problems, problemsWithoutFact, problemFacts, formats } = text
  const { others = [] } = facts
  const isAboutFields = (reason === 'unprocessable' || reason === 'other') && facts.fields !== undefined
  const words = isAboutFields
    ? problems.validation_error
    : isWithoutFact(reason, facts)
      ? problemsWithoutFact[reason]
      : problems[reason]
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
  fields: listFields(text, fields),
  file: facts.file ?? '',
})

/** `50`, or `50 webhooks` in the service's words. */
function describeLimit({ problemFacts, formats }: MailText, { limit = 0, resource }: Omit<ErrorFacts, 'code'>): string {
  return resource === undefined ? formats.number(limit) : problemFacts.limit({ limit, resource })
}
