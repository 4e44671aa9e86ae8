import { domainOf } from '../../records/address.ts'
import type { Badge, Mail } from '../../records/mail/mail.ts'
import { findClaimedDomain } from '../../senders/claimed-name.ts'
import { findLookAlike } from '../../senders/look-alike.ts'
import type { SenderHistory } from '../../senders/sender-history.ts'

/** Finds the badges of a mail: facts that a person should know before trusting it. */
export function assessBadges(
  { from: sender, own, replyTo, restriction }: Pick<Mail, 'from' | 'replyTo' | 'own' | 'restriction'>,
  known: SenderHistory,
): Pick<Mail, 'badges' | 'looksLike' | 'likeness' | 'claims' | 'claimsMember'> {
  const from = domainOf(sender.address)
  const ownDomain = own === undefined ? undefined : domainOf(own)
  const likeness =
    findLookAlike(from, known.own, 'near') ??
    findLookAlike(from, known.thread, 'near') ??
    findLookAlike(from, known.past, 'past')
  const claims =
    likeness === undefined
      ? (findClaimedDomain(sender, known.own, 'near') ??
        findClaimedDomain(sender, [...known.past, ...known.brands], 'past') ??
        known.namesakes[0])
      : undefined
  const claimsMember = likeness === undefined && claims === undefined && known.hasMemberName
  const differs = replyTo.some(({ address }) => address.toLowerCase() !== sender.address.toLowerCase())
  const badges: (Badge | false | undefined)[] = [
    restriction !== 'rule' && restriction,
    ownDomain !== undefined && from !== ownDomain && 'external',
    known.isFirstContact && 'first_contact',
    sender.address !== '' && differs && 'reply_to_differs',
    likeness !== undefined && 'look_alike',
    (claims !== undefined || claimsMember) && 'claimed_name',
  ]
  return {
    badges: badges.filter((badge): badge is Badge => badge !== undefined && badge !== false),
    ...likeness,
    ...(claims !== undefined && { claims }),
    ...(claimsMember && { claimsMember }),
  }
}
