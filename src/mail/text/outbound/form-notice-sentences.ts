import { isolateDirection } from '../../../core/isolate-direction.ts'
import { BLOCK_LIMITS } from '../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../slack/blocks/mrkdwn.ts'
import type { MailText } from '../mail-text.ts'

/** The room for a name in the 200 characters of a warning. */
export const ALERT_NAME_CHARS = 60
/** The two characters that isolate a right-to-left text. */
const ISOLATE_CHARS = 2

/** Writes a warning with a quotation, and shortens only the quotation to fit. The quotation marks are part of the warning. */
function quoteInAlert(write: (quotation: string) => string, quoted: string): string {
  const room = BLOCK_LIMITS.alert - write('').length - ISOLATE_CHARS
  return write(isolateDirection(truncate(quoted, room)))
}

/** The fate of the reply that a colleague has written. */
export type ColleagueReplyFate = keyof MailText['forms']['colleague']

/**
 * How a form uses an older mail: as a forward, or as a reply although its sender has written again, or somebody else has written since; `stopped`: a
 * reply to it was stopped by the newer one.
 */
type OlderMail = 'forward' | 'again' | 'stopped' | 'other'

/** Warns that the form answers or forwards an earlier mail, and quotes the newest one. */
export function describeNewerMail(
  { forms }: MailText,
  { from, excerpt, older }: { from: string; excerpt: string; older: OlderMail },
): string {
  const values = { sender: truncate(from, ALERT_NAME_CHARS), older }
  return excerpt === ''
    ? forms.answersEarlierEmpty(values)
    : quoteInAlert((quotation) => forms.answersEarlier({ ...values, quotation }), excerpt)
}

/** Quotes another mail that is newer than the one that the form answers or forwards; `isOtherSide`: a reply to that one is none to this. */
export function describeOtherNewerMail(
  { forms }: MailText,
  { from, excerpt, isOtherSide }: { from: string; excerpt: string; isOtherSide: boolean },
): string {
  const sender = truncate(from, ALERT_NAME_CHARS)
  const side = isOtherSide ? 'other' : 'same'
  return excerpt === ''
    ? forms.alsoNewerEmpty({ sender, side })
    : quoteInAlert((quotation) => forms.alsoNewer({ sender, side, quotation }), excerpt)
}

/** Warns that a colleague has replied, or is about to, and quotes the reply, or names its recipients (`to`) if it goes to nobody in the form. */
export function describeColleagueReply(
  { forms }: MailText,
  {
    userName,
    fate,
    excerpt,
    to,
  }: { userName: string; fate: ColleagueReplyFate; excerpt: string; to?: string | undefined },
): string {
  const values = { name: truncate(userName, ALERT_NAME_CHARS) }
  if (to !== undefined) return forms.colleagueElsewhere[fate]({ ...values, to: truncate(to, ALERT_NAME_CHARS) })
  return excerpt === ''
    ? forms.colleagueEmpty[fate](values)
    : quoteInAlert((quotation) => forms.colleague[fate]({ ...values, quotation }), excerpt)
}

/** Warns that a colleague has answered the copy of the mail that another inbox received, or is about to, and quotes the reply. */
export function describeCopyReply(
  { forms }: MailText,
  { userName, inbox, fate, excerpt }: { userName: string; inbox: string; fate: ColleagueReplyFate; excerpt: string },
): string {
  const shown = fate === 'left' || fate === 'perhaps_left' ? fate : 'other'
  const values = { name: truncate(userName, ALERT_NAME_CHARS), inbox, fate: shown } as const
  return excerpt === ''
    ? forms.copyRepliedEmpty(values)
    : quoteInAlert((quotation) => forms.copyReplied({ ...values, quotation }), excerpt)
}

/** Asks whether addresses that are new to the inbox are right. Names them only if an alert has room for that. */
export function describeNewRecipients({ forms, formats }: MailText, addresses: string[], button: string): string {
  const named = forms.newRecipients({ addresses: formats.list(addresses, 'comma'), button })
  return named.length <= BLOCK_LIMITS.alert ? named : forms.newRecipientsAbove({ count: addresses.length, button })
}
