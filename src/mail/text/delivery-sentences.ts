import type { MailText } from './mail-text.ts'

/** A report of the mailbox about an address: a status code (RFC 3463) or words of the server, and the kind of the bounce. */
export interface Failure {
  status: string | undefined
  kind: string
}

const MEANINGS: Partial<
  Record<string, Exclude<keyof MailText['deliveryStatus'], 'unexplained' | 'withCode' | 'unknown'>>
> = {
  '1.1': 'noMailbox',
  '1.2': 'noDomain',
  '1.10': 'noMailAtDomain',
  '2.1': 'mailboxDisabled',
  '2.2': 'mailboxFull',
  '2.3': 'tooLargeForMailbox',
  '3.4': 'tooLargeForServer',
  '4.1': 'serverSilent',
  '4.4': 'noServer',
  '4.7': 'serverSlow',
  '7.1': 'refused',
}

/** The meaning of `5.1.1`; undefined for any other status. */
function findMeaning({ deliveryStatus }: MailText, status: string): string | undefined {
  const code = /^[45]\.(\d{1,3}\.\d{1,3})$/.exec(status.trim())?.[1]
  const meaning = code === undefined ? undefined : MEANINGS[code]
  return meaning && deliveryStatus[meaning]
}

/** `5.1.1` with its meaning, and with the code for people to look up; undefined for any other status. */
function explainStatus(text: MailText, status: string): string | undefined {
  const meaning = findMeaning(text, status)
  return meaning && text.deliveryStatus.withCode({ meaning, status: status.trim() })
}

const describeStatusCode = (text: MailText, status: string): string => explainStatus(text, status) ?? status

/** The reason for a bounce: a status that explains itself, or else the service's own words. */
export function describeBounceReason(text: MailText, { status, kind }: Failure): string {
  if (!status) return kind
  const said = kind === '' ? status : text.deliveryStatus.unexplained({ status, kind })
  return explainStatus(text, status) ?? said
}

/** The reason for a bounce in words, without a code: its meaning, or else the server's own words. */
export function explainBounce(text: MailText, status: string | undefined): string {
  const words = status !== undefined && /\p{L}{3}/u.test(status) ? status : undefined
  return (status === undefined ? undefined : findMeaning(text, status)) ?? words ?? text.deliveryStatus.unknown
}

/** The line of a card about addresses that a reply did not reach. */
export const describeBounced = (text: MailText, recipients: string, failure: Failure): string =>
  text.replyCard.bounced({ recipients, reason: describeBounceReason(text, failure) })

/** The line of a card about addresses that a reply has not reached yet. */
export const describeDelayed = (text: MailText, recipients: string, status: string | undefined): string =>
  status
    ? text.replyCard.delayedWithStatus({ recipients, status: describeStatusCode(text, status) })
    : text.replyCard.delayed({ recipients })

/** The line about an undelivered address in a report that came by mail. */
export const describeNotDelivered = (text: MailText, address: string, status: string | undefined): string =>
  status === undefined
    ? text.facts.notDelivered({ address })
    : text.facts.notDeliveredWithStatus({ address, status: describeStatusCode(text, status) })

/** The line of a card about a reply that arrived; it counts the recipients unless all of them have it. */
export const describeDelivered = (
  { replyCard }: MailText,
  time: string,
  { count, of }: { count: number; of: number },
): string =>
  count < of ? replyCard.deliveredToSome({ time, reached: count, count: of }) : replyCard.delivered({ time })

/** The line of a card about a reply that was not sent; `problem` is empty if it is unknown. */
export const describeFailure = ({ replyCard }: MailText, problem: string): string =>
  problem === '' ? replyCard.failedUnexplained : replyCard.failed({ problem })

/** The line of a card about a reply that the mailbox refused; `reason` is empty if it gave none. */
export const describeRejection = ({ replyCard }: MailText, reason: string): string =>
  reason === '' ? replyCard.rejectedUnexplained : replyCard.rejected({ reason })
