import { isAutomatic } from '../../records/mail/mail.ts'
import { readDateOffset } from './send-times.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { SendZones } from './send-time-field.ts'

/** How many of the newest mails of a thread are looked at. */
const MAX_READ = 20

/** By which clock a recipient wrote their newest mail in the thread; undefined if none of them says it. */
export async function findTheirZone(
  { mailStore }: OutboundScope,
  thread: string,
  addresses: string[],
): Promise<SendZones['theirs']> {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  const mails = (await mailStore.findThread(thread))?.mails.slice(-MAX_READ) ?? []
  for (const key of mails.toReversed()) {
    const mail = await mailStore.findMail(key)
    const senders = mail ? [mail.from, ...mail.replyTo] : []
    if (!mail || isAutomatic(mail) || !senders.some(({ address }) => wanted.has(address.toLowerCase()))) continue
    const offset = readDateOffset(mail.headers)
    if (offset !== undefined) return { offset, address: mail.from.address, at: mail.at }
  }
  return undefined
}
