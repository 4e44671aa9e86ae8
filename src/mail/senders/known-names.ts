import { type Address, domainOf } from '../records/address.ts'
import { skeletonOf } from '../../core/name-shape.ts'
import { isFreeMail, parseDomain } from './domain-names.ts'

const MIN_NAME_WORDS = 2
const MAX_NAME_WORDS = 6
const MIN_NAME_CHARS = 6
const MIN_BRAND = 4
/** The beginning of a domain's name under which its role addresses are found. */
const BRAND_KEY_CHARS = 4
/** Addresses of a company that its name stands before: “Acme Billing”. */
const ROLES = new Set(
  `accounting accounts admin billing contact finance help helpdesk hello hr info invoice invoices invoicing legal office orders payment payments payroll
  sales security service shipping support team`.split(/\s+/),
)

const wordsOf = (name: string): string[] =>
  name
    .replace(/\([^()]*\)/g, ' ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

/** A name without the words for roles, such as “support”: people are not called so. */
export const withoutRoles = (name: string): string =>
  name.replace(/\p{L}+/gu, (word) => (ROLES.has(word.toLowerCase()) ? ' ' : word))

/** The name of a person in any order of its words: “Brandt, Olga” is “Olga Brandt”. Undefined for a single word, which many people share. */
export function findNameKey(name: string): string | undefined {
  const words = wordsOf(name)
  if (words.length < MIN_NAME_WORDS || words.length > MAX_NAME_WORDS) return undefined
  if (words.join('').length < MIN_NAME_CHARS) return undefined
  return `person:${words.map(skeletonOf).toSorted().join(' ')}`
}

/** Distinguishes addresses with the same name: by the domain, or by the whole address where everyone can have one. */
export function hostOf(address: string): string | undefined {
  const registered = parseDomain(domainOf(address))?.registered
  return registered !== undefined && isFreeMail(registered) ? address.toLowerCase() : registered
}

const roleKey = (role: string, brand: string): string => `role:${role}:${skeletonOf(brand).slice(0, BRAND_KEY_CHARS)}`

/** The key of a role address, such as `billing@acmepay.test`; undefined for any other address. */
export function findRoleKey(address: string): string | undefined {
  const role = address.slice(0, address.lastIndexOf('@')).toLowerCase()
  const domain = parseDomain(domainOf(address))
  if (!domain || !ROLES.has(role) || domain.name.length < MIN_BRAND || isFreeMail(domain.registered)) return undefined
  return roleKey(role, domain.name)
}

/** A role that a sender's name claims, such as “Acme Billing”, and whether a host belongs to it. */
export interface ClaimedRole {
  key: string
  fits: (host: string) => boolean
}

/** The role that a name claims; undefined for any other name, and for a sender whose own domain has the company's name. */
export function findClaimedRole({ name = '', address }: Address): ClaimedRole | undefined {
  const words = wordsOf(name).map((word) => word.toLowerCase())
  const role = words.find((word) => ROLES.has(word))
  const brand = words.filter((word) => word !== role).join('')
  if (role === undefined || brand.length < MIN_BRAND) return undefined
  const shape = skeletonOf(brand)
  if (skeletonOf(domainOf(address)).includes(shape)) return undefined
  const fits = (host: string) => skeletonOf(parseDomain(host)?.name ?? '').startsWith(shape)
  return { key: roleKey(role, brand), fits }
}

/** The key of the addresses that an inbox has written to. */
export const writtenKey = (address: string): string => `written:${address.toLowerCase()}`
