import { describeBounceReason, type Failure } from './delivery-sentences.ts'
import type { MailText } from './mail-text.ts'

/** The addresses that a reply did not reach, as part of a sentence to its writer. */
export const describeUndelivered = (text: MailText, recipients: string, failure: Failure): string =>
  text.writerNotices.failure({ recipients, reason: describeBounceReason(text, failure) })

/** The notice about a reply that the mailbox refused; `reason` is empty if it gave none. */
export const writeRejectedNotice = ({ writerNotices }: MailText, isAnswer: boolean, reason: string): string =>
  reason === '' ? writerNotices.rejectedUnexplained({ isAnswer }) : writerNotices.rejected({ isAnswer, reason })

/** The same notice for a reply whose outcome was unknown at first. */
export const writeFoundRejectedNotice = ({ writerNotices }: MailText, isAnswer: boolean, reason: string): string =>
  reason === ''
    ? writerNotices.foundRejectedUnexplained({ isAnswer })
    : writerNotices.foundRejected({ isAnswer, reason })

/** The notice about a reply that was not sent; `problem` is empty if the reason is not known. */
export const writeFailedNotice = ({ writerNotices }: MailText, isAnswer: boolean, problem: string): string =>
  problem === '' ? writerNotices.failedUnexplained({ isAnswer }) : writerNotices.failed({ isAnswer, problem })

/** The same for the others, because the writer, named in mrkdwn, is gone. */
export const writeOthersFailedNotice = (
  { writerNotices: { forOthers } }: MailText,
  writer: string,
  problem: string,
): string => (problem === '' ? forOthers.failedUnexplained({ writer }) : forOthers.failed({ writer, problem }))

/** The notice about a reply whose outcome is unknown; `problem` is empty if the reason is not known. */
export const writeUnknownNotice = ({ writerNotices }: MailText, isAnswer: boolean, problem: string): string =>
  problem === '' ? writerNotices.unknown({ isAnswer }) : writerNotices.unknownBecause({ isAnswer, problem })

const TIME_MARK = '\0'

/** The notice that a reply was sent after all: the words before and after its time, which Slack shows as an element of its own. */
export function splitFoundSent({ writerNotices }: MailText, isAnswer: boolean): { before: string; after: string } {
  const [before = '', after = ''] = writerNotices.foundSent({ isAnswer, time: TIME_MARK }).split(TIME_MARK)
  return { before, after }
}
