import { domainToASCII } from 'node:url'
import { type Address as ParsedAddress, addressParser } from 'postal-mime'
import { z } from 'zod'
import { isolateDirection, isolateLineStart } from '../../core/isolate-direction.ts'
import { sanitizeLine } from '../../core/sanitize-text.ts'

/** A mail address. The name is a claim of its owner and is never shown without the address. */
export interface Address {
  name?: string
  address: string
}

const MAX_NAME = 100
const MAX_ADDRESS = 320
/** Limit of recipients kept from one field of a mail; the others are only counted. */
const MAX_ENTRIES = 500
/** Limit of one entry, which has room for a long name. Only the beginning of a longer name is read. */
const ENTRY_CHARS = 1000
/** Characters read from one field: for the worst texts, the parser takes microseconds per character. */
const FIELD_CHARS = 16 * 1024
/** Smallest size counted for an entry: a field of commas has thousands. */
const SMALLEST_ENTRY = 20
/** Nested groups are parsed once per level. If a text has more colons, only the part from the last `<` on is parsed. */
const MAX_COLONS = 5
/** Limit of characters in a typed field; Slack's own limit is 3,000. */
const MAX_TYPED = 10_000

/** Pairs of marks; a comma between them separates nothing. */
const CLOSINGS: Partial<Record<string, string>> = { '"': '"', '<': '>' }

const ascii = z.email({ pattern: z.regexes.html5Email })

/** Letters of every script are allowed before the `@`; the domain needs a dot. */
function isAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const local = text.slice(0, at).replace(/\P{ASCII}/gu, (letter) => (/[\p{L}\p{N}\p{M}]/u.test(letter) ? 'x' : ' '))
  return at > 0 && text.includes('.', at) && ascii.safeParse(`${local}${text.slice(at)}`).success
}

/** Converts the domain to ASCII, which makes letters of another script visible. */
function checked(entry: { name?: string; address: string }): Address | undefined {
  if (entry.address.length > MAX_ADDRESS) return undefined
  const at = entry.address.lastIndexOf('@')
  const domain = domainToASCII(entry.address.slice(at + 1))
  const address = `${entry.address.slice(0, at)}@${domain}`
  if (domain === '' || address.length > MAX_ADDRESS || !isAddress(address)) return undefined
  if (sanitizeLine(address) !== address) return undefined
  const name = sanitizeLine((entry.name ?? '').slice(0, ENTRY_CHARS))
    .slice(0, MAX_NAME)
    .toWellFormed()
    .trim()
  return { ...(name && name.toLowerCase() !== address.toLowerCase() && { name }), address }
}

const broken = (text: string) => /[\r\n\0]/.test(text)

/** Joins folded lines: long lists are broken into lines that begin with a blank. */
const unfolded = (text: string): string => text.replace(/\r?\n[ \t]+/g, ' ')

/** `Name <a@b>` without anything that needs a parser. */
const SIMPLE = /^([^"'<>()[\]:;,@\\=?\r\n\0]*)<([^\s<>@"()]{1,64}@[^\s<>@"()]{1,255})>$/

const BRACKETS = /<([^<>]{3,400})(?:>|$)/g

/**
 * Reads the addresses in angle brackets, whatever the names before them. Returns none if a line looks like a header, which is an attempt to inject
 * one.
 */
function readBrackets(text: string): Address[] {
  if (/[\r\n\0][^\S\r\n]*[\w-]{1,40}:/.test(text)) return []
  let end = 0
  return [...text.matchAll(BRACKETS)].flatMap(({ 0: bracket, 1: inner = '', index }) => {
    const before = text.slice(Math.max(end, index - ENTRY_CHARS), index)
    end = index + bracket.length
    const name = before.replace(/^.*[<>]/s, '').replace(/^\s*[,;]|["\\()[\]]/g, '')
    const address = inner.trim().replace(/^mailto:/i, '')
    return broken(address) ? [] : (checked({ name, address }) ?? [])
  })
}

function flat(entries: ParsedAddress[]): { name?: string; address: string }[] {
  return entries.flatMap((entry) =>
    entry.group ? entry.group : entry.address ? [{ name: entry.name, address: entry.address }] : [],
  )
}

/** Shortens an entry enough to be parsed, and keeps the address after a name without end. */
function shortened(entry: string): string {
  if (entry.length <= ENTRY_CHARS) return entry
  const address = entry.slice(entry.lastIndexOf('<'))
  if (!entry.includes('<') || address.length > MAX_ADDRESS + 2) return entry.slice(0, ENTRY_CHARS)
  return `"${entry.slice(0, ENTRY_CHARS / 2).replace(/["\\<>]/g, '')}" ${address}`
}

function parsed(text: string): Address[] {
  const [, name = '', address = ''] = SIMPLE.exec(text.length > ENTRY_CHARS ? '' : text.trim()) ?? []
  const simple = address && checked({ name, address })
  if (simple) return [simple]
  const found = broken(text) ? [] : parseEntry(text)
  return found.length > 0 ? found : readBrackets(text)
}

function parseEntry(text: string): Address[] {
  const short = shortened(text)
  const isNested = short.split(':', MAX_COLONS + 2).length > MAX_COLONS + 1
  const start = isNested ? short.lastIndexOf('<') : 0
  return start < 0 ? [] : flat(addressParser(short.slice(start))).flatMap((entry) => checked(entry) ?? [])
}

/** Splits one field of a mail into texts with one address each. A short text stays whole for the parser, which knows groups. */
function* entriesOf(value: unknown): Generator<string | { name: string; address: string }> {
  for (const entry of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (typeof entry === 'string') {
      const line = unfolded(entry)
      if (line.length > ENTRY_CHARS || broken(line)) yield* splitAtCommas(line)
      else yield line
    } else if (typeof entry === 'object' && entry !== null) {
      const { name, email, address } = entry as Partial<Record<string, unknown>>
      const given = email ?? address
      yield { name: typeof name === 'string' ? name : '', address: typeof given === 'string' ? given : '' }
    }
  }
}

/** Reads senders and recipients in every form that the mailbox sends; entries that are not addresses are left out. */
export const readAddresses = (value: unknown): Address[] => readAddressField(value).addresses

/** Reads addresses like `readAddresses`, and counts the entries beyond the limit. */
export function readAddressField(value: unknown): { addresses: Address[]; leftOut: number } {
  const addresses: Address[] = []
  let left = FIELD_CHARS
  let leftOut = 0
  for (const entry of entriesOf(value)) {
    const size = Math.min(ENTRY_CHARS, typeof entry === 'string' ? entry.length : entry.address.length)
    if (typeof entry !== 'string' || !SIMPLE.test(entry.trim())) left -= Math.max(size, SMALLEST_ENTRY)
    if (addresses.length >= MAX_ENTRIES || left < 0) leftOut += size > 0 ? 1 : 0
    else addresses.push(...(typeof entry === 'string' ? parsed(entry) : readObject(entry)))
  }
  return { addresses: addresses.slice(0, MAX_ENTRIES), leftOut: leftOut + Math.max(0, addresses.length - MAX_ENTRIES) }
}

function readObject({ name, address }: { name: string; address: string }): Address[] {
  if (broken(address)) return []
  const [first] = flat(addressParser(shortened(address))).flatMap(
    (one) => checked({ ...one, name: name || (one.name ?? '') }) ?? [],
  )
  return first ? [first] : []
}

/** Reads a recipients field as typed; `unreadable` contains the parts that the form must reject. */
export function parseTypedAddresses(text: string): { addresses: Address[]; unreadable: string[] } {
  if (text.length > MAX_TYPED) return { addresses: [], unreadable: [`${sanitizeLine(text.slice(0, MAX_NAME))}…`] }
  const parts = text
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => [...splitAtCommas(line, { ...CLOSINGS, '(': ')' })])
    .flatMap(splitAtBlanks)
  const addresses: Address[] = []
  const unreadable: string[] = []
  for (const part of parts) {
    const found = parsed(part.trim())
    if (found.length === 0 || hasOtherAddress(part, found) || hasRest(part)) unreadable.push(sanitizeLine(part))
    else addresses.push(...found)
  }
  return { addresses: uniqueAddresses(addresses), unreadable }
}

/** Quoted names and comments; an address in them is not a recipient. */
const ASIDES = /"[^"]*"|\([^()]*\)/g

/** Splits a part into addresses that were pasted with only blanks between them. */
function splitAtBlanks(part: string): string[] {
  const plain = part.replace(ASIDES, (aside) => '_'.repeat(aside.length))
  if (plain.includes('<')) {
    const ends = [...plain.matchAll(/>(?=[^>]*@)/g)].map(({ index }) => index + 1)
    return [0, ...ends].map((from, at) => part.slice(from, ends[at]))
  }
  const words = plain.trim().split(/\s+/)
  return words.length > 1 && words.every((word) => word.includes('@')) ? part.trim().split(/\s+/) : [part]
}

/** Whether the part contains another address, which would be taken for a name and get no mail. */
function hasOtherAddress(part: string, found: Address[]): boolean {
  const words = part.replace(ASIDES, ' ').match(/[^\s<>,;:]+@[^\s<>,;:]+/g) ?? []
  const typed = new Set(words.map((word) => word.toLowerCase()))
  return typed.size > found.length
}

/** Whether words follow the address in angle brackets, which the parser would leave out. */
const hasRest = (part: string): boolean => /<[^<>]*>\s*[^\s<][^<]*$/.test(part.replace(ASIDES, ' '))

/**
 * Splits at the commas and semicolons between addresses, not inside quotes, angle brackets or other `closings`. Yields one part at a time, because a
 * text may have millions.
 */
function* splitAtCommas(text: string, closings = CLOSINGS): Generator<string> {
  const isFilled = (part: string): boolean => part.trim() !== ''
  const last = new Map(Object.values(closings).map((closing) => [closing, text.lastIndexOf(closing ?? '')]))
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at)
    const closing = closings[mark]
    // A mark that is never closed is an ordinary character.
    const end = closing !== undefined && at < (last.get(closing) ?? -1) ? text.indexOf(closing, at + 1) : at
    if (end > at && (mark !== '(' || !text.slice(at, end).includes('@'))) at = end
    else if (mark === ',' || mark === ';') {
      const part = text.slice(from, at)
      if (isFilled(part)) yield part
      from = at + 1
    }
  }
  const rest = text.slice(from)
  if (isFilled(rest)) yield rest
}

/** Whether two addresses are the same, ignoring case. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Returns one entry per address, with a name if any entry has one. */
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

/** `Name <address>` as people type it: quoted only if the name needs quotes. */
export function formatForField(address: Address): string {
  const { name = '' } = address
  return /^[\p{L}\p{N}]+(?:[ '’-][\p{L}\p{N}]+)*$/u.test(name) ? `${name} <${address.address}>` : formatAddress(address)
}

/** The part after the `@`, in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase()
}

/** The address without what follows a `+` before the `@`: mail to both goes to the same inbox. */
export const withoutTag = (address: string): string => address.replace(/^([^+@]+)\+.*(?=@)/s, '$1')

/** Name and address for display; never the name alone, which is a claim of the sender. */
export const displayAddress = ({ name, address }: Address): string =>
  name ? `${isolateLineStart(name)} <${isolateDirection(address)}>` : isolateLineStart(address)
