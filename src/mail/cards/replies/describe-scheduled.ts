import { escapeMrkdwn, formatMoment } from '../../../slack/blocks/mrkdwn.ts'
import type { MailText } from '../../text/mail-text.ts'
import { nameAddresses } from '../../text/name-people.ts'
import { lacksSender, type Reply } from '../../records/replies/reply.ts'

/** Describes when a scheduled reply is sent, or why a paused one isn't. */
export function describeScheduled(text: MailText, reply: Reply): string {
  const { schedule } = text
  const { state, dueAt, sendAt, isOverdue, refusedBy } = reply
  const time = formatMoment(dueAt)
  if (lacksSender(reply)) return schedule.senderless({ time })
  if (state === 'scheduled') return schedule.scheduled({ time })
  if (refusedBy) return schedule.suppressed({ addresses: escapeMrkdwn(nameAddresses(text, refusedBy)) })
  if (sendAt === undefined) return schedule.delayed
  return isOverdue ? schedule.overdue : schedule.paused({ time })
}
