import { formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findChannel } from '../records/mail/placement.ts'
import type { MailText } from '../text/mail-text.ts'

/**
 * Describes the progress of a thread in one line of a list. `whose` names the person responsible, and may be empty. `mailAt`: the time of the mail whose
 * words are shown, for an open thread; without it, the line has no time. `doneBy` names the person who marked it as done, in mrkdwn.
 */
export function describeThreadProgress(
  { work: { list, card } }: MailText,
  thread: MailThread,
  whose: string,
  { mailAt, doneBy }: { mailAt?: number | undefined; doneBy?: string | undefined } = {},
): string {
  const { owner, work, workAt, snooze, muted } = thread
  const words = list.state
  const at = workAt ?? owner?.at ?? snooze?.at
  const format = (moment: number | undefined) => (moment === undefined ? '' : formatMoment(moment))
  const when = format(at)
  const done = doneBy === undefined ? card.done({ when }) : card.doneBy({ name: doneBy, when })
  const ended = work === 'done' ? done : work === 'waiting' ? card.waiting({ when }) : format(mailAt)
  const progress = snooze ? words.snoozed({ until: formatMoment(snooze.until) }) : ended
  return [whose, progress, muted && words.muted, findChannel(thread) === undefined && words.noChannel]
    .filter(Boolean)
    .join(' · ')
}
