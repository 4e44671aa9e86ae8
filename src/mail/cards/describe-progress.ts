import { formatMoment } from '../../slack/blocks/mrkdwn.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { findChannel } from '../records/mail/placement.ts'
import type { MailText } from '../text/mail-text.ts'

/** Describes the progress of a thread in one line of a list. `whose` names the person responsible, and may be empty. */
export function describeThreadProgress({ work: { list, card } }: MailText, thread: MailThread, whose: string): string {
  const { owner, work, workAt, snooze, muted } = thread
  const words = list.state
  const at = workAt ?? owner?.at ?? snooze?.at
  const when = at === undefined ? '' : formatMoment(at)
  const open = whose === '' ? words.mine({ when }) : words.since({ when })
  const ended = work === 'done' ? card.done({ when }) : work === 'waiting' ? card.waiting({ when }) : open
  const progress = snooze ? words.snoozed({ until: formatMoment(snooze.until) }) : ended
  return [whose, progress, muted && words.muted, findChannel(thread) === undefined && words.noChannel]
    .filter(Boolean)
    .join(' · ')
}
