import { createFormats } from '../../core/formats.ts'

export { shortenFileName } from './shorten-file-name.ts'

const { count, list } = createFormats('en')

const countOthers = (others: number): string => count(others, { one: 'other', other: 'others' })

/** `a, b and 183 others`: three addresses at most, and how many more there are in all. */
export function nameSome(entries: { address: string }[], more = 0): string {
  const addresses = entries.map(({ address }) => address)
  const total = addresses.length + more
  if (total <= 3 && more === 0) return list(addresses)
  const shown = addresses.slice(0, 2)
  return list([...shown, countOthers(total - shown.length)])
}
