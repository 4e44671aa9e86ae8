import { type MailContent } from './mail-content.ts'
import { MailboxError } from '../api/error-codes.ts'
import { bareAddress } from '../api/message-objects.ts'
import {
  type Attachment,
  type Inbox,
  type AddressListEntry,
  type Mail,
  type MailboxState,
} from '../api/mailbox-types.ts'

/** A mail before it is sent, with the mail that it answers and the attachments that it forwards. */
export interface OutgoingMail {
  inbox: Inbox
  content: MailContent
  to: string[]
  cc: string[]
  bcc: string[]
  subject: string | undefined
  answers?: Mail
  /** Attachments that are forwarded. */
  carries?: Attachment[]
}

const rejected = (message: string, fix: string): MailboxError => new MailboxError('message_rejected', { message, fix })

const concerns = (entry: AddressListEntry, inbox: Inbox): boolean =>
  entry.direction === 'send' &&
  (!entry.inbox_id || entry.inbox_id === inbox.inbox_id) &&
  (!entry.pod_id || entry.pod_id === inbox.pod_id)

const covers = ({ entry }: AddressListEntry, address: string): boolean =>
  entry === address || address.endsWith(`@${entry}`)

function checkLists(state: MailboxState, inbox: Inbox, recipients: string[]): void {
  const entries = state.lists.filter((entry) => concerns(entry, inbox))
  const allowed = entries.filter((entry) => entry.list_type === 'allow')
  for (const address of recipients) {
    const block = entries.find((entry) => entry.list_type === 'block' && covers(entry, address))
    const below = block?.inbox_id ? `/v0/inboxes/${block.inbox_id}` : block?.pod_id ? `/v0/pods/${block.pod_id}` : '/v0'
    if (block)
      throw rejected(
        `Recipient ${address} is blocked`,
        `The send block list has the ${block.entry_type} ${block.entry}. Remove it with DELETE ${below}/lists/send/block/${block.entry}`,
      )
    if (allowed.length > 0 && !allowed.some((entry) => covers(entry, address)))
      throw rejected(
        `Recipient ${address} is not on the send allow list`,
        `Add ${address} with POST /v0/lists/send/allow, or empty the allow list.`,
      )
  }
}

/** Refuses a send without a recipient, from a suspended account or an unverified domain, or to a blocked address. */
export function checkSend(state: MailboxState, { inbox, to, cc, bcc }: OutgoingMail): void {
  const { suspended_reason: reason, verifying_human: human, unverified_domains: unverified } = state.account
  const recipients = [...to, ...cc, ...bcc].map(bareAddress)
  if (recipients.length === 0)
    throw new MailboxError('unprocessable', {
      message: 'The message has no recipient in to, cc or bcc',
      fix: 'Name at least one recipient.',
    })
  if (reason !== null)
    throw new MailboxError('account_suspended', {
      name: 'MessageRejectedError',
      message: 'Message rejected',
      suspended_reason: reason,
    })
  const domain = inbox.email.split('@')[1] ?? ''
  const registered = [...state.domains.values()].find((one) => one.domain === domain)
  if (unverified.includes(domain) || registered?.status === 'PENDING')
    throw new MailboxError('domain_not_verified', { message: `Domain ${domain} is not verified` })
  const stranger = human === null ? undefined : recipients.find((address) => address !== human.toLowerCase())
  if (stranger !== undefined)
    throw rejected(
      `The organization is not verified and cannot send to ${stranger}`,
      `Until verification ends, send to ${human} only.`,
    )
  checkLists(state, inbox, recipients)
}
