import type { MailText } from './mail-text.ts'

/** The fate of a reply that the head of its thread names. */
export type ReplyFate = 'notDelivered' | 'notSent' | 'unknown' | 'waiting'

/** The kinds of mail that people write in a thread. A new mail is a later version of the one that began the thread. */
export type WrittenKind = 'replies' | 'forwards' | 'newMails'

/** Describes what a card and Read all leave out; empty if they show everything. */
export function describeHidden({ hidden }: MailText, mails: number, hasSignature: boolean): string {
  if (mails === 0) return hasSignature ? hidden.signature : ''
  return hasSignature ? hidden.mailsAndSignature({ mails }) : hidden.mails({ mails })
}

const KINDS = ['replies', 'forwards', 'newMails'] as const satisfies WrittenKind[]
const FATES = ['notDelivered', 'notSent', 'unknown', 'waiting'] as const satisfies ReplyFate[]

/** Counts the mail that people wrote in a thread, and names the fate of mail that was not simply sent. */
export function describeWritten(
  { written, formats }: MailText,
  counts: Record<WrittenKind, number>,
  fateCounts: Record<ReplyFate, number>,
): string {
  const kinds = formats.list(KINDS.flatMap((kind) => (counts[kind] > 0 ? written[kind]({ count: counts[kind] }) : [])))
  const fates = FATES.flatMap((fate) => (fateCounts[fate] > 0 ? written[fate]({ count: fateCounts[fate] }) : []))
  return fates.length > 0 ? written.withFates({ kinds, fates: formats.list(fates, 'comma') }) : kinds
}
