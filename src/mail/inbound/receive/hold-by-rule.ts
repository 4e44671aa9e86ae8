import { findRule } from '../../records/routing/decide-route.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { markRule } from '../../records/routing/mail-rule.ts'
import type { RoutingSettings } from '../../records/routing/routing-settings.ts'
import type { InboundScope } from '../inbound-scope.ts'

/** Returns the mail to store: quarantined if it begins a thread and its rule requires that. Mail restricted by the mailbox stays unchanged. */
export async function holdByRule(
  { mailStore, clock }: InboundScope,
  mail: Mail,
  settings: RoutingSettings,
): Promise<Mail> {
  if (mail.restriction !== undefined) return mail
  const rule = findRule(settings, mail)
  if (!rule?.isQuarantined) return mail
  const isInThread = (await mailStore.findThread(mail.thread)) !== undefined
  if (isInThread) return mail
  return { ...mail, restriction: 'rule', held: { state: 'held', at: clock.now() }, heldBy: markRule(rule) }
}

/** Records that the mailbox or a rule, not a person, restricted a mail. */
export const recordHoldBack = ({ team, audit }: InboundScope, key: string, { restriction }: Mail): Promise<void> =>
  audit.record({
    team,
    action: 'mail.hold_back',
    object: { kind: 'mail', id: key },
    outcome: 'done',
    opId: `mail.hold_back:${key}`,
    ...(restriction && { verb: restriction }),
  })
