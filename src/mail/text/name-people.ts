import type { MailText } from './mail-text.ts'

type NameText = Pick<MailText, 'people' | 'formats'>

/** `a, b and 183 others`: three addresses at most; `more` of them are not in the list. */
export function nameAddresses({ people, formats }: NameText, addresses: string[], more = 0): string {
  const total = addresses.length + more
  if (total <= 3 && more === 0) return formats.list(addresses)
  const shown = addresses.slice(0, 2)
  return formats.list([...shown, people.others({ count: total - shown.length })])
}

/** The same for people or reports that have an address. */
export const nameRecipients = (text: NameText, recipients: { address: string }[], more = 0): string =>
  nameAddresses(
    text,
    recipients.map(({ address }) => address),
    more,
  )

/** `a, b and 3 more`: all of these names, and how many more there are. */
export const nameWithMore = ({ people, formats }: NameText, names: string[], more: number): string =>
  formats.list(more > 0 ? [...names, people.more({ count: more })] : names)
