import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { type BounceRate, computeBounceShare } from '../../records/replies/bounce-rate.ts'
import { alertAdmins } from '../../notify/admin-alerts.ts'
import type { OutboundServices } from '../outbound-services.ts'

/** Counts a mail of an inbox as sent or bounced, once each, and tells the admins when too much bounces. */
export async function countOutcome(
  services: OutboundServices,
  team: string,
  inboxId: string,
  counted: { outcome: 'sent' | 'bounced'; mail: string },
): Promise<void> {
  const {
    records: { bounceRates },
  } = services
  const rate = await bounceRates.recordOutcome(team, inboxId, counted.outcome, counted.mail)
  if (!rate || rate.rises <= (rate.told ?? 0)) return
  // Alert before the write: a crash in between repeats the alert; in the other order it would be lost.
  await alertBounces(services, team, rate)
  await bounceRates.markAlerted(team, rate)
}

function alertBounces(services: OutboundServices, team: string, rate: BounceRate): Promise<void> {
  const inbox = escapeMrkdwn(rate.inboxId)
  const share = computeBounceShare(rate)
  const opId = `mail.bounces:${services.records.bounceRates.rateId(rate.inboxId)}:${rate.rises}`
  return alertAdmins(services, team, opId, ({ alerts }) =>
    textMessage(alerts.bounces(rate.level === 'alarm', inbox, share, rate.recent.length)),
  )
}
