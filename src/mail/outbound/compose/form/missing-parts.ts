import { readRichText, slackToMail } from '../../../../mail-content/writing/slack-to-mail.ts'
import { mentionsAttachment } from '../../../../mail-content/writing/attachment-words.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'

/** The parts of a mail that may be missing. */
interface PartsToCheck {
  /** Undefined for an answer. */
  subject: string | undefined
  written: unknown
  fileNames: string[]
}

/**
 * Finds what the writer has probably forgotten: the subject, or a file that the text mentions. Each is asked about once, at Send; what was missing in
 * `replaced`, the version that this person sent before, was asked about then.
 */
export function listMissingParts(
  scope: OutboundScope,
  { text: { compose } }: FormReader,
  mail: PartsToCheck,
  replaced?: PartsToCheck,
): FormNotice[] {
  const isSubjectMissing = mail.subject === '' && replaced?.subject !== ''
  const isFileAsked = isFileMissing(mail) && !(replaced && isFileMissing(replaced))
  return [
    ...(isSubjectMissing ? [{ id: noticeId(scope, 'no_subject'), sentence: compose.missingSubject }] : []),
    ...(isFileAsked ? [{ id: noticeId(scope, 'no_file'), sentence: compose.missingFile }] : []),
  ]
}

const isFileMissing = ({ fileNames, written }: PartsToCheck): boolean =>
  fileNames.length === 0 && mentionsAttachment(readOwnText(written))

/** The typed text without the lines that quote someone else. */
function readOwnText(written: unknown): string {
  const block = readRichText(written)
  if (!block) return ''
  const lines = slackToMail(block, new Map()).text.split('\n')
  return lines.filter((line) => !line.startsWith('>')).join('\n')
}
