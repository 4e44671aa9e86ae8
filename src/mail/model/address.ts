import { domainToASCII } from 'node:url'
import { type Address as ParsedAddress, addressParser } from 'postal-mime'
import { z } from 'zod'
import type { WireAddresses } from '../../clients/mailbox/mailbox-schemas.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'

/** A person's mail address; the name is their own claim and is never shown without the address. */
export interface Address {
  name?: string
  address: string
}

const MAX_NAME = 100
const MAX_ENTRIES = 500
const MAX_INPUT = 64 * 1024

const ascii = z.email({ pattern: z.regexes.html5Email })

/** Letters of every script may stand before the `@`; the domain has a dot. */
function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).replace(/\P{ASCII}/gu, (letter) => (/[\p{L}\p{N}\p{M}]/u.test(letter) ? 'x' : ' '))
  return at > 0 && text.length <= 320 && text.includes('.', at) && ascii.safeParse(`${local}${text.slice(at)}`).success
}

/** Domains are written as the network knows them, so that letters of another script show as what they are. */
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

/** A line break in an address is an attempt to add a header: such an entry is no address. */
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

/** Reads senders and recipients in every shape that the mailbox sends; what is no address is left out. */
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

/** Reads what a person typed into a recipients field; what cannot be read comes back, to be named in the form. */
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

/** Commas between addresses, not those inside quotes or angle brackets. */
function atCommas(text: string): string[] {
  return text.match(/(?:"[^"]*"|<[^>]*>|[^,])+/g) ?? []
}

/** One entry per address, with a name if one was given for it anywhere. */
export function uniqueAddresses(addresses: Address[]): Address[] {
  const found = new Map<string, Address>()
  for (const entry of addresses) {
    const key = entry.address.toLowerCase()
    const before = found.get(key)
    if (!before || (!before.name && entry.name)) found.set(key, entry)
  }
  return [...found.values()]
}

/** `"Name" <address>` for the wire: the name is quoted and can end neither its quotes nor the line. */
export function formatAddress({ name, address }: Address): string {
  const safe = sanitizeLine(name ?? '').replace(/["\\<>]/g, '')
  return safe ? `"${safe}" <${address}>` : address
}

/** The same as people type it: without quotes where the name needs none. */
export function formatForField(address: Address): string {
  const { name = '' } = address
  return /^[\p{L}\p{N}]+(?:[ '’-][\p{L}\p{N}]+)*$/u.test(name) ? `${name} <${address.address}>` : formatAddress(address)
}

/** The part after the `@`, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** Name and real address, always both; the name is only what the sender claims. */
export const displayAddress = ({ name, address }: Address): string => (name ? `${name} <${address}>` : address)
