import { domainToUnicode } from 'node:url'
import { domainOf } from '../model/address.ts'
import type { Badge, Mail } from '../model/mail.ts'

/** Characters that are easily mistaken for Latin letters. */
const confusables: Record<string, string> = {
  а: 'a', е: 'e', о: 'o', р: 'p', с: 'c', у: 'y', х: 'x', і: 'i', ј: 'j', ѕ: 's', ԁ: 'd', ɡ: 'g', ո: 'n', ѵ: 'v', ѡ: 'w',
  α: 'a', ο: 'o', ρ: 'p', ν: 'v', ι: 'i', κ: 'k', τ: 't', υ: 'u', ı: 'i', ł: 'l', ø: 'o',
  '0': 'o', '1': 'l', '3': 'e', '5': 's',
} // prettier-ignore

/** What a domain looks like to a hurried reader. */
function glance(domain: string): string {
  const letters = Array.from(domainToUnicode(domain).toLowerCase().normalize('NFKD').replace(/\p{M}/gu, ''))
  return letters
    .map((letter) => confusables[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
    .replaceAll('-', '')
}

/** One letter added, removed, replaced or swapped with its neighbour. */
function isOneSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const rest = (text: string, skip: number) => text.slice(start + skip)
  return (
    rest(one, 1) === rest(other, 1) ||
    rest(one, 1) === rest(other, 0) ||
    rest(one, 0) === rest(other, 1) ||
    (one[start] === other[start + 1] && one[start + 1] === other[start] && rest(one, 2) === rest(other, 2))
  )
}

const MIN_SLIP_LENGTH = 8

/** The known domain that this one imitates; undefined when it is known itself or resembles no other. */
export function findLookAlike(domain: string, known: string[]): string | undefined {
  if (domain === '' || known.some((one) => one === domain || domain.endsWith(`.${one}`))) return undefined
  const seen = glance(domain)
  return known.find((one) => {
    const other = glance(one)
    return seen === other || (one.length >= MIN_SLIP_LENGTH && isOneSlip(seen, other))
  })
}

/** What is known about the sender of a mail. */
export interface SenderHistory {
  isFirstContact: boolean
  /** Domains that take part in the thread already. */
  domains: string[]
}

/** The badges of a mail: what a person should know before trusting it. */
export function assessBadges(
  mail: Pick<Mail, 'from' | 'replyTo' | 'own' | 'restriction'>,
  known: SenderHistory,
): { badges: Badge[]; looksLike?: string } {
  const from = domainOf(mail.from.address)
  const own = mail.own === undefined ? undefined : domainOf(mail.own)
  const likeness = findLookAlike(from, own ? [own, ...known.domains] : known.domains)
  const differs = mail.replyTo.some(({ address }) => address.toLowerCase() !== mail.from.address.toLowerCase())
  const badges: (Badge | false | undefined)[] = [
    mail.restriction,
    own !== undefined && from !== own && 'external',
    known.isFirstContact && 'first_contact',
    mail.from.address !== '' && differs && 'reply_to_differs',
    likeness !== undefined && 'look_alike',
  ]
  return {
    badges: badges.filter((badge): badge is Badge => badge !== undefined && badge !== false),
    ...(likeness !== undefined && { looksLike: likeness }),
  }
}
