import { type RoutingAlarm, toRoutingAlarm } from '../../placement/routing/routing-alarms.ts'
import { createMailKey, isQuarantined } from '../../records/mail/mail.ts'
import type { MailImport } from '../../records/mail/mail-import.ts'
import type { InboundScope } from '../inbound-scope.ts'

/** How many mails of an import wait for a channel, and why. */
export interface WaitingImported {
  alarm: RoutingAlarm
  mails: number
}

/** Counts the mails of an import that wait for a channel now, by the alarm that they belong to. */
export async function countWaiting(
  scope: InboundScope,
  { inboxId, found }: Pick<MailImport, 'inboxId' | 'found'>,
): Promise<WaitingImported[]> {
  const { mailStore, keyedHash } = scope
  const alarms = new Map<string, RoutingAlarm>()
  for await (const { id, value } of mailStore.waitingThreads.all())
    if (value.inboxId === inboxId) alarms.set(id, toRoutingAlarm(scope, value))
  const counts = new Map<string, WaitingImported>()
  // Usually no mail waits, and no mail is read.
  for (const { messageId } of alarms.size > 0 ? found : []) {
    const mail = await mailStore.findMail(createMailKey(keyedHash, inboxId, messageId))
    const alarm = mail && !isQuarantined(mail) ? alarms.get(mail.thread) : undefined
    if (alarm) counts.set(alarm.id, { alarm, mails: (counts.get(alarm.id)?.mails ?? 0) + 1 })
  }
  return [...counts.values()]
}
