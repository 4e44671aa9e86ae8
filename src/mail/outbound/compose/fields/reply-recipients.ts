import { type Address, isSameAddress, uniqueAddresses } from '../../../records/address.ts'
import type { Mail } from '../../../records/mail/mail.ts'

/**
 * The recipients of a reply: the sender or the reply-to addresses. With `isToAll`, includes all other recipients of the mail. Never contains the
 * inbox itself.
 */
export function replyRecipients(mail: Mail, isToAll: boolean): { to: Address[]; cc: Address[] } {
  const others = (list: Address[]) =>
    list.filter(({ address }) => address !== '' && !isSameAddress(address, mail.own ?? mail.inboxId))
  const sender = others(mail.replyTo.length > 0 ? mail.replyTo : [mail.from])
  const to = uniqueAddresses(isToAll || sender.length === 0 ? [...sender, ...others(mail.to)] : sender)
  const taken = new Set(to.map(({ address }) => address.toLowerCase()))
  const cc = isToAll ? uniqueAddresses(others(mail.cc)).filter(({ address }) => !taken.has(address.toLowerCase())) : []
  return { to, cc }
}
