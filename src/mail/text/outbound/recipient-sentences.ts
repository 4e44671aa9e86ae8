import { BLOCK_LIMITS } from '../../../slack/blocks/block-builders.ts'
import type { MailText } from '../mail-text.ts'

/** Room for addresses in a paragraph. */
const NAMED_CHARS = 2000

/** Describes several recipients of a mail, and names the addresses that are new to the inbox. Empty for nobody, and for one known person. */
export function describeRecipientCount(
  { forms, formats }: MailText,
  { people, domains, newAddresses }: { people: number; domains: string[]; newAddresses: string[] },
): string {
  const addresses = formats.list(newAddresses, 'comma')
  return [
    ...(people > 1 ? [countPeople(forms, people, domains)] : []),
    ...(newAddresses.length > 0 ? [forms.newAddresses({ count: newAddresses.length, addresses })] : []),
  ].join(' ')
}

function countPeople(forms: MailText['forms'], people: number, [domain = '', ...others]: string[]): string {
  return others.length === 0
    ? forms.goesToDomain({ people, domain })
    : forms.goesTo({ people, companies: others.length + 1 })
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
