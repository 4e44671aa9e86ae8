import type { Action } from '../../../slack/inbound/listeners.ts'
import { formatInboxId } from '../../access/mail-acts.ts'
import { domainOf } from '../../records/address.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { type MailRule, matchesConditions } from '../../records/routing/mail-rule.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { isFreeMail, parseDomain } from '../../senders/domain-names.ts'
import { findMailForReader } from '../../access/mail-for-reader.ts'
import { emptyFields, type ShownForm } from './open-rule-form.ts'

/** Proposes a rule for similar mail: of the sender's domain, for its inbox and for the tag of the recipient's address. */
export async function showRuleForMail(
  scope: PlacementScope,
  action: Action,
  rules: MailRule[],
): Promise<ShownForm | 'answered'> {
  const shown = await findMailForReader(scope, action, action.value)
  if (!shown) return 'answered'
  const { mail } = shown
  const { address } = mail.from
  const domain = domainOf(address)
  // In front of the rule that now decides about this mail; behind it, the new rule would never get any.
  const position = rules.find(({ when }) => matchesConditions(when, mail))?.id ?? ''
  return {
    rules,
    meta: { position },
    fields: {
      ...emptyFields,
      inboxes: [formatInboxId(scope, mail.inboxId)],
      // At a service that gives everyone an address, the domain would not identify the sender.
      senders: isFreeMail(parseDomain(domain)?.registered ?? domain) ? address : domain,
      recipients: findTagged(mail),
      position,
    },
  }
}

/** Returns the inbox's tagged address that the mail was sent to, such as `support+billing@acme.com`. */
function findTagged({ inboxId, own = inboxId, to, cc }: Mail): string {
  const [name = '', domain = ''] = own.toLowerCase().split('@')
  const tagged = [...to, ...cc].find(({ address }) => {
    const given = address.toLowerCase()
    return domain !== '' && given.startsWith(`${name}+`) && given.endsWith(`@${domain}`)
  })
  return tagged?.address ?? ''
}
