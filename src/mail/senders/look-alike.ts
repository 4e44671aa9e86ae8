import type { DomainLikeness } from '../records/mail/mail.ts'
import { skeletonOf } from '../../core/name-shape.ts'
import { type DomainParts, isFreeMail, parseDomain } from './domain-names.ts'

/**
 * How closely domains are compared. `near`: our domains, and those in the thread. `past`: the many domains that the inbox has exchanged mail with.
 */
export type DomainCloseness = 'near' | 'past'

/** A shorter name has too many real neighbours. */
const MIN_SEEN_LENGTH = 5
const MIN_SWAP_LENGTH = 6
const MIN_SLIP_LENGTH: Record<DomainCloseness, number> = { near: 6, past: 10 }
/** Endings that a reader of `.com` does not notice. */
const LIKE_COM = new Set(['co', 'cm', 'om'])

type Slip = 'swapped' | 'other'

/** Finds one letter that was added, removed, replaced or swapped with its neighbour. A digit is no slip: numbers distinguish real names. */
function findSlip(one: string, other: string): Slip | undefined {
  if (Math.abs(one.length - other.length) > 1) return undefined
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const rest = (text: string, skip: number) => text.slice(start + skip)
  const isSwapped =
    one[start] === other[start + 1] && one[start + 1] === other[start] && rest(one, 2) === rest(other, 2)
  if (isSwapped && one.length === other.length) return 'swapped'
  const isReplaced = rest(one, 1) === rest(other, 1)
  if (!isReplaced && rest(one, 1) !== rest(other, 0) && rest(one, 0) !== rest(other, 1)) return undefined
  return /\d/.test(`${one[start] ?? ''}${other[start] ?? ''}`) ? undefined : 'other'
}

/** `acme.com.other.test` and `acme-com.test` for `acme.com`. */
const isPrefixed = ({ host, name }: DomainParts, known: DomainParts): boolean =>
  host.startsWith(`${known.registered}.`) || name === known.registered.replaceAll('.', '-')

function isSameShape(domain: DomainParts, known: DomainParts): boolean {
  if (domain.name === known.name || skeletonOf(domain.name) !== skeletonOf(known.name)) return false
  const isForeign = /\P{ASCII}/u.test(domain.name)
  const isSameSuffix = domain.suffix === known.suffix
  return isForeign || (isSameSuffix && Math.max(domain.name.length, known.name.length) >= MIN_SEEN_LENGTH)
}

function isOneSlip(domain: DomainParts, known: DomainParts, closeness: DomainCloseness): boolean {
  if (domain.suffix !== known.suffix) return false
  const { length } = known.name
  const slip = findSlip(plainly(domain.name), plainly(known.name))
  return (
    (slip === 'swapped' && length >= MIN_SWAP_LENGTH) || (slip !== undefined && length >= MIN_SLIP_LENGTH[closeness])
  )
}

const plainly = (name: string): string => name.toLowerCase().replaceAll('-', '')

/** How a domain imitates a known one; undefined if it is the known one, or resembles it no more than real domains resemble each other. */
export function findLikeness(
  domain: DomainParts,
  known: DomainParts,
  closeness: DomainCloseness,
): DomainLikeness | undefined {
  if (domain.registered === known.registered || isFreeMail(domain.registered)) return undefined
  if (isPrefixed(domain, known)) return 'prefix'
  if (isSameShape(domain, known)) return 'letters'
  if (isFreeMail(known.registered)) return undefined
  if (isOneSlip(domain, known, closeness)) return 'slip'
  const isLikeCom = domain.name === known.name && known.suffix === 'com' && LIKE_COM.has(domain.suffix)
  return closeness === 'near' && isLikeCom ? 'suffix' : undefined
}

/** The first known domain that this one imitates, and how; undefined if this one is known. */
export function findLookAlike(
  domain: string,
  known: string[],
  closeness: DomainCloseness,
): { looksLike: string; likeness: DomainLikeness } | undefined {
  const parts = parseDomain(domain)
  const all = known.flatMap((one) => parseDomain(one) ?? [])
  if (!parts || all.some(({ registered }) => registered === parts.registered)) return undefined
  for (const one of all) {
    const likeness = findLikeness(parts, one, closeness)
    if (likeness) return { looksLike: one.registered, likeness }
  }
  return undefined
}
