import { type Address, domainOf } from '../records/address.ts'
import { skeletonOf } from '../../core/name-shape.ts'
import { type DomainParts, isFreeMail, parseDomain } from './domain-names.ts'

const MIN_BRAND = 4
const MIN_PAST_BRAND = 5
/** Names of domains that are ordinary words in senders' names. */
const COMMON = new Set(
  `account accounts admin agentmail agency bank billing cloud company contact customer data digital direct email finance global group hello help home
  info international invoice legal mail marketing media news office online order partner people post press sales service services shop store support
  team test travel update web work world`.split(/\s+/),
)
const ADDRESS = /[^\s<>"'(),;:@]+@([^\s<>"'(),;:@]+\.[^\s<>"'(),;:@]+)/

/** The words of a sender's name as a reader sees them. */
const wordsOf = (name: string): string[] => name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')

/** Names that a sender may claim: the first words, each written like the name of a domain. */
export function findClaims({ name = '' }: Address): string[] {
  const [first = '', second = '', third = ''] = wordsOf(name)
  return [...new Set([first, `${first}${second}`, `${first}${second}${third}`])].filter(
    (one) => one.length >= MIN_BRAND,
  )
}

/** The domain of an address that a sender's name contains. */
export const findNamedDomain = ({ name = '' }: Address): string | undefined =>
  parseDomain(ADDRESS.exec(name)?.[1] ?? '')?.registered

/** Whether this is a person's own name, which their address also contains. */
function isPersonName({ name = '', address }: Address): boolean {
  const local = skeletonOf(address.slice(0, address.lastIndexOf('@')))
  return wordsOf(name).length > 1 && wordsOf(name).every((word) => local.includes(skeletonOf(word)))
}

function isClaimed(sender: Address, host: string, known: DomainParts, closeness: 'near' | 'past'): boolean {
  const brand = skeletonOf(known.name)
  const min = closeness === 'near' ? MIN_BRAND : MIN_PAST_BRAND
  if (known.name.length < min || COMMON.has(known.name) || isFreeMail(known.registered)) return false
  if (skeletonOf(host).includes(brand) || isPersonName(sender)) return false
  return findClaims(sender).some((claim) => skeletonOf(claim) === brand)
}

/** Finds the known domain whose name the sender’s name begins with, or whose address the name contains, although the mail comes from elsewhere. */
export function findClaimedDomain(sender: Address, known: string[], closeness: 'near' | 'past'): string | undefined {
  const from = parseDomain(domainOf(sender.address))
  const all = known.flatMap((one) => parseDomain(one) ?? [])
  if (!from || all.some(({ registered }) => registered === from.registered)) return undefined
  const named = findNamedDomain(sender)
  const found = all.find((one) => one.registered === named || isClaimed(sender, from.host, one, closeness))
  return found?.registered
}
