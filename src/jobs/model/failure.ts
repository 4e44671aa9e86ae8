import { UpstreamError } from '../../core/errors.ts'
import { redactCredentials } from '../../core/log-redaction.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'
import { truncate } from '../../slack/blocks/mrkdwn.ts'

const SENTENCE_CHARS = 300

/** Returns the agent's own sentence in an error answer, as a field for a record: one line, without credentials. */
export function readAgentSentence(error: unknown): { said?: string } {
  const sentence = error instanceof UpstreamError ? (error.details.serviceMessage ?? '') : ''
  const said = truncate(sanitizeLine(redactCredentials(sentence)), SENTENCE_CHARS)
  return said === '' ? {} : { said }
}
