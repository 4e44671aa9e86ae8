import { isAutomatic } from '../../records/mail/mail.ts'
import { readDateOffset } from './send-times.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { SendZones } from './send-time-field.ts'

/** The newest mails of a thread that are read. */
const MAX_READ = 20

/** The time zone offset of a recipient's newest mail in the thread; undefined if none has one. */
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
