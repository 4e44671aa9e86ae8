import type { MailText } from './mail-text.ts'

type NameText = Pick<MailText, 'people' | 'formats'>

/** `a, b and 183 others`: at most three addresses; `more` counts those that are not in the list. */
export function nameAddresses({ people, formats }: NameText, addresses: string[], more = 0): string {
  const total = addresses.length + more
  if (total <= 3 && more === 0) return formats.list(addresses)
  const shown = addresses.slice(0, 2)
  return formats.list([...shown, people.others({ count: total - shown.length })])
}

/** Names people or reports by their addresses, like `nameAddresses`. */
export const nameRecipients = (text: NameText, recipients: { address: string }[], more = 0): string =>
  nameAddresses(
    text,
    recipients.map(({ address }) => address),
    more,
  )

/** `a, b and 3 more`: all of these names, and how many more there are. */
export const nameWithMore = ({ people, formats }: NameText, names: string[], more: number): string =>
  formats.list(more > 0 ? [...names, people.more({ count: more })] : names)

/** `a, b and c`; of more than ten addresses, the first nine in full and the number of the others. */
export const nameTenAddresses = ({ people, formats }: NameText, addresses: string[]): string =>
  formats.list(
    addresses.length <= 10 ? addresses : [...addresses.slice(0, 9), people.others({ count: addresses.length - 9 })],
  )

/** The first names of a list, and how many more there are. */
interface FirstNames {
  names: string[]
  more: number
}

const listFirstNames = ({ people, formats }: NameText, { names, more }: FirstNames): string => {
  const listed = formats.list(names, 'comma')
  return more > 0 ? people.listAndMore({ names: listed, count: more }) : listed
}

/** The other recipients of a mail: `Also to a, b and 3 more · cc c`; empty if there are none. */
export const describeOtherRecipients = (text: NameText, to: FirstNames, cc: FirstNames): string =>
  [
    to.names.length > 0 && text.people.alsoTo({ people: listFirstNames(text, to) }),
    cc.names.length > 0 && text.people.cc({ people: listFirstNames(text, cc) }),
  ]
    .filter((part) => part !== false)
    .join(' · ')

/** How the sender of a mail was brought into its thread by us alone, for the words about the mail. */
export const nameBroughtIn = (by: string | undefined): 'forward' | 'copy' | 'named' | 'other' =>
  by === 'forward' || by === 'copy' || by === 'named' ? by : 'other'
