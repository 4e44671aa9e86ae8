import type { ContactFacts } from './mail-facts.ts'
import { type ContentLine, parseContentLines, readLineValue } from './content-lines.ts'

const MAX_CONTACTS = 3
const TEXT_CHARS = 100
const MAX_EACH = 2

/** Old contact cards (2.1) encode what is not ASCII. */
function decodeValue({ params, value }: ContentLine): string {
  const isEncoded = /^quoted-printable$/i.test(params['ENCODING'] ?? '')
  if (!isEncoded) return value
  const bytes = value.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function describeContact(lines: ContentLine[]): ContactFacts | undefined {
  const all = (wanted: string): string[] =>
    lines.flatMap((line) => (line.name === wanted ? [readLineValue(decodeValue(line), TEXT_CHARS)] : []))
  const [whole] = all('FN')
  const [parts = ''] = lines.flatMap((line) => (line.name === 'N' ? [decodeValue(line)] : []))
  const [family = '', given = ''] = parts.split(';')
  const [organization] = all('ORG').map((one) => one.split(';').filter(Boolean).join(', '))
  const name = whole || readLineValue(`${given} ${family}`, TEXT_CHARS) || organization
  if (!name) return undefined
  return {
    name,
    ...(organization !== undefined && organization !== name && { organization }),
    addresses: all('EMAIL')
      .filter((one) => one.includes('@'))
      .slice(0, MAX_EACH),
    phones: all('TEL')
      .map((one) => one.replace(/^tel:/i, ''))
      .slice(0, MAX_EACH),
  }
}

/** The first contacts of a contact file; those without a name are left out. */
export function readContactCards(file: string): ContactFacts[] {
  const contacts: ContactFacts[] = []
  let lines: ContentLine[] = []
  for (const line of parseContentLines(file)) {
    if (line.name === 'BEGIN') lines = []
    else if (line.name !== 'END') lines.push(line)
    else {
      const contact = describeContact(lines)
      if (contact) contacts.push(contact)
      lines = []
    }
    if (contacts.length >= MAX_CONTACTS) break
  }
  return contacts
}
