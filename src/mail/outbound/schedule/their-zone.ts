import { isAutomatic, type Mail } from '../../records/mail/mail.ts'
import { readDateOffset } from './send-times.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { SendZones } from './send-time-field.ts'

/** The newest mails of a thread that are read, however long they are, and the characters beyond which no others are. */
const NEWEST = 20
const MAX_CHARS = 2_000_000
/** Upper bound on mails that are read while a person waits for a form. */
const MAX_READS = 150

const countChars = ({ text = '', html = '', newText = '', newHtml = '' }: Mail): number =>
  text.length + html.length + newText.length + newHtml.length

/** The time zone offset of a recipient's newest mail in the thread; undefined if none has one, or if it comes before very much other mail. */
export async function findTheirZone(
  { mailStore }: OutboundScope,
  thread: string,
  addresses: string[],
): Promise<SendZones['theirs']> {
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  const mails = (await mailStore.findThread(thread))?.mails ?? []
  let chars = 0
  for (const [age, key] of mails.slice(-MAX_READS).toReversed().entries()) {
    if (age >= NEWEST && chars > MAX_CHARS) return undefined
    const mail = (await mailStore.mails.get(key))?.value
    if (!mail) continue
    chars += countChars(mail)
    if (isAutomatic(mail) || ![mail.from, ...mail.replyTo].some(({ address }) => wanted.has(address.toLowerCase())))
      continue
    const offset = readDateOffset(mail.headers)
    if (offset !== undefined) return { offset, address: mail.from.address, at: mail.at }
  }
  return undefined
}
