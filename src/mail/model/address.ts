import { domainToASCII } from 'node:url'
import { type Address as ParsedAddress, addressParser } from 'postal-mime'
import { z } from 'zod'
import type { WireAddresses } from '../../clients/mailbox/mailbox-schemas.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'

/** A mail address. The name is only what its owner claims, and is never shown without the address. */
export interface Address {
  name?: string
  address: string
}

const MAX_NAME = 100
const MAX_ENTRIES = 500
const MAX_INPUT = 64 * 1024

const ascii = z.email({ pattern: z.regexes.html5Email })

/** Letters of every script are allowed before the `@`; the domain needs a dot. */
function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).replace(/\P{ASCII}/gu, (letter) => (/[\p{L}\p{N}\p{M}]/u.test(letter) ? 'x' : ' '))
  return at > 0 && text.length <= 320 && text.includes('.', at) && ascii.safeParse(`${local}${text.slice(at)}`).success
}

/** Converts domains to ASCII, so that letters of another script are visible as such. */
function checked(entry: { name?: string; address: string }): Address | undefined {
  const at = entry.address.lastIndexOf('@')
  const domain = domainToASCII(entry.address.slice(at + 1))
  const address = `${entry.address.slice(0, at)}@${domain}`
  if (domain === '' || !isAddress(address)) return undefined
  if (sanitizeLine(address) !== address) return undefined
  const name = sanitizeLine(entry.name ?? '')
    .slice(0, MAX_NAME)
    .toWellFormed()
    .trim()
  return { ...(name && name.toLowerCase() !== address.toLowerCase() && { name }), address }
}

/** A line break in an address is an attempt to inject a header, so the entry is rejected. */
const broken = (text: string) => /[\r\n\0]/.test(text) || text.length > MAX_INPUT

function flat(entries: ParsedAddress[]): { name?: string; address: string }[] {
  return entries.flatMap((entry) =>
    entry.group ? entry.group : entry.address ? [{ name: entry.name, address: entry.address }] : [],
  )
}

function parsed(text: string): Address[] {
  if (broken(text)) return []
  return flat(addressParser(text)).flatMap((entry) => checked(entry) ?? [])
}

/** Reads senders and recipients in every form that the mailbox sends; entries that are not addresses are left out. */
export function readAddresses(value: WireAddresses): Address[] {
  const entries = Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : value === undefined ? [] : [value]
  const found = entries.flatMap((entry) => {
    if (typeof entry === 'string') return parsed(entry)
    const address = entry.email ?? entry.address ?? ''
    if (broken(address) || broken(entry.name ?? '')) return []
    const [first] = flat(addressParser(address)).flatMap(
      (one) => checked({ ...one, name: entry.name || (one.name ?? '') }) ?? [],
    )
    return first ?? []
  })
  return found.slice(0, MAX_ENTRIES)
}

/** Reads a recipients field as typed; `unreadable` contains the parts that the form must complain about. */
export function parseTypedAddresses(text: string): { addresses: Address[]; unreadable: string[] } {
  const parts = text
    .split(/[\n;]/)
    .flatMap(atCommas)
    .filter((part) => part.trim() !== '')
  const addresses: Address[] = []
  const unreadable: string[] = []
  for (const part of parts) {
    const found = parsed(part.trim())
    if (found.length === 0) unreadable.push(sanitizeLine(part))
    addresses.push(...found)
  }
  return { addresses: uniqueAddresses(addresses), unreadable }
}

/** Splits at the commas between addresses, not at those inside quotes or angle brackets. */
function atCommas(text: string): string[] {
  return text.match(/(?:"[^"]*"|<[^>]*>|[^,])+/g) ?? []
}

/** One entry per address, with a name if any entry has one. */
export function uniqueAddresses(addresses: Address[]): Address[] {
  const found = new Map<string, Address>()
  for (const entry of addresses) {
    const key = entry.address.toLowerCase()
    const before = found.get(key)
    if (!before || (!before.name && entry.name)) found.set(key, entry)
  }
  return [...found.values()]
}

/** `"Name" <address>` for the mailbox: the name is quoted and cannot end its quotes or the line. */
export function formatAddress({ name, address }: Address): string {
  const safe = sanitizeLine(name ?? '').replace(/["\\<>]/g, '')
  return safe ? `"${safe}" <${address}>` : address
}

/** The same as people type it: without quotes unless the name needs them. */
export function formatForField(address: Address): string {
  const { name = '' } = address
  return /^[\p{L}\p{N}]+(?:[ '’-][\p{L}\p{N}]+)*$/u.test(name) ? `${name} <${address.address}>` : formatAddress(address)
}

/** The part after the `@`, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Name and address for display, never the name alone, which is only what the sender claims. */
export const displayAddress = ({ name, address }: Address): string => (name ? `${name} <${address}>` : address)
