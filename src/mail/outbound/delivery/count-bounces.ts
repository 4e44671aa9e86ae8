import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import {
  ACCOUNT_RATE,
  ALARM_SHARE,
  type BounceRate,
  computeBounceShare,
  WARN_SHARE,
} from '../../records/replies/bounce-rate.ts'
import { alertAdmins } from '../../notify/admin-alerts.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** Counts a mail of an inbox as sent or bounced, once each, and alerts the admins if too much of the account's mail bounces. */
export async function countOutcome(
  scope: OutboundScope,
  inboxId: string,
  counted: { outcome: 'sent' | 'bounced'; mail: string },
): Promise<void> {
  const {
    records: { bounceRates },
  } = scope
  const rate = await bounceRates.recordOutcome(inboxId, counted.outcome, counted.mail)
  if (!rate || rate.rises <= (rate.told ?? 0)) return
  // The alert comes before the write: a crash in between repeats the alert; in the other order it would be lost.
  await alertBounces(scope, rate)
  await bounceRates.markAlerted(rate)
}

function alertBounces(scope: OutboundScope, rate: BounceRate): Promise<void> {
  const opId = `mail.bounces:${ACCOUNT_RATE}:${rate.rises}`
  return alertAdmins(scope, opId, (text) => textMessage(describeBounces(text, rate)))
}

function describeBounces({ alerts, formats }: MailText, rate: BounceRate): string {
  const share = formats.percent(computeBounceShare(rate), 1)
  const counted = { inbox: escapeMrkdwn(rate.inboxId), share, count: rate.recent.length }
  return rate.level === 'alarm'
    ? alerts.bouncesAlarm({ ...counted, limit: formats.percent(ALARM_SHARE) })
    : alerts.bounces({ ...counted, limit: formats.percent(WARN_SHARE) })
}
