import { BLOCK_LIMITS } from '../../../slack/blocks/block-builders.ts'
import type { MailText } from '../mail-text.ts'

/** Room for addresses in a paragraph. */
const NAMED_CHARS = 2000

/** Describes how many people and companies get a mail, and which of the addresses are new to the inbox. */
export function describeRecipientCount(
  { forms, formats }: MailText,
  { people, companies, newAddresses }: { people: number; companies: number; newAddresses: string[] },
): string {
  const count = people === 0 ? forms.goesToNobody : forms.goesTo({ people, companies })
  if (newAddresses.length === 0) return count
  const addresses = formats.list(newAddresses, 'comma')
  return `${count} ${forms.newAddresses({ count: newAddresses.length, addresses })}`
}

/** Names all these addresses, or as many as fit and the number of the others. */
export function nameAllAddresses({ people, formats }: MailText, addresses: string[]): string {
  let room = NAMED_CHARS
  const shown = addresses.filter((address) => (room -= address.length + 2) >= 0)
  const count = addresses.length - shown.length
  return formats.list(count > 0 ? [...shown, people.others({ count })] : shown)
}

/**
 * The box to tick before a mail goes to companies that have not been part of its thread. Addresses that don't fit beside the box are in a sentence
 * above it.
 */
export function describeNewDomains(
  text: MailText,
  { companies, addresses }: { companies: number; addresses: string[] },
): { sentence?: string; tick: { label: string; description?: string } } {
  const { compose, formats } = text
  const label = compose.tickNewDomainsNamed({ addresses: formats.list(addresses) })
  return label.length <= BLOCK_LIMITS.option
    ? { tick: { label, description: compose.newDomainsNamed({ companies }) } }
    : {
        sentence: compose.newDomains({ companies, addresses: nameAllAddresses(text, addresses) }),
        tick: { label: compose.tickNewDomains({ count: addresses.length }) },
      }
}

/** The words beside the box to tick before a mail goes to addresses that should not be written to. */
export function labelSuppressedTick({ suppression, formats }: MailText, addresses: string[]): string {
  const named = suppression.tickNamed({ addresses: formats.list(addresses) })
  return named.length <= BLOCK_LIMITS.option ? named : suppression.tick({ count: addresses.length })
}
