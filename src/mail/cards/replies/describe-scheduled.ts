import { dateToken, escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { Reply } from '../../records/replies/reply.ts'

const WHEN = '{date_short_pretty} {time}'

/** When a scheduled reply leaves, or why it doesn't. */
export function describeScheduled({ schedule, nameSome }: MailText, reply: Reply): string {
  const { state, dueAt, isOverdue, refusedBy } = reply
  const when = dateToken(dueAt, WHEN)
  if (state === 'scheduled') return schedule.scheduled(when)
  if (refusedBy) return schedule.suppressed(escapeMrkdwn(nameSome(refusedBy.map((address) => ({ address })))))
  return isOverdue ? schedule.overdue : schedule.paused(when)
}
