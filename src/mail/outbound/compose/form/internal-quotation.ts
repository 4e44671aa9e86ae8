import { BLOCK_LIMITS } from '../../../../slack/blocks/block-builders.ts'
import { truncate } from '../../../../slack/blocks/mrkdwn.ts'
import { domainOf } from '../../../records/address.ts'
import { isFreeMail, parseDomain } from '../../../senders/domain-names.ts'
import { listOwnDomains } from '../../../senders/sender-history.ts'
import { ALERT_NAME_CHARS } from '../../../text/outbound/form-notice-sentences.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { AnsweredMail } from '../fields/form-context.ts'
import { addressNoticeId, type FormNotice } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { listRecipients, type RecipientLists } from '../fields/reply-form-state.ts'

/**
 * Warns that people outside will read a mail that was only between us, because the reply quotes it: a colleague's note above a forwarded mail, for
 * example.
 */
export async function findInternalQuotation(
  scope: OutboundScope,
  { text: { forms, formats } }: FormReader,
  { mail }: Pick<AnsweredMail, 'mail'>,
  { recipients, isQuoted }: { recipients: RecipientLists; isQuoted: boolean },
): Promise<FormNotice[]> {
  if (!isQuoted) return []
  const own = await listCompanyDomains(scope, mail.own)
  const isOurs = ({ address }: { address: string }): boolean => own.includes(domainOf(address))
  if (![mail.from, ...mail.to, ...mail.cc].every(isOurs)) return []
  const outside = listRecipients(recipients).filter((one) => !isOurs(one))
  if (outside.length === 0) return []
  const addresses = outside.map(({ address }) => address)
  const sender = truncate(mail.from.address, ALERT_NAME_CHARS)
  const named = forms.quotesInternal({ who: formats.list(addresses, 'comma'), sender })
  const sentence =
    named.length <= BLOCK_LIMITS.alert ? named : forms.quotesInternalTo({ count: addresses.length, sender })
  return [{ id: addressNoticeId(scope, 'internal', addresses), sentence }]
}

/** Our own domains; not those in which everyone can have an address. */
async function listCompanyDomains({ routes }: OutboundScope, own: string | undefined): Promise<string[]> {
  const domains = listOwnDomains(await routes.read(), own)
  return domains.filter((domain) => !isFreeMail(parseDomain(domain)?.registered ?? domain))
}
