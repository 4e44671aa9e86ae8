import type { MailboxEvents } from '../webhooks/mailbox-events.ts'
import { bareAddress, newMessageId } from '../api/message-objects.ts'
import { newMailId, newTimestamps } from '../api/mailbox-state.ts'
import type { Inbox, Mail, MailboxState } from '../api/mailbox-types.ts'
import { addReceivedMail, kindFor } from './inbound-mail.ts'

/** Names a mail over all inboxes. Each inbox has its own id of a mail that was sent from one to another. */
const originOf = ({ origin, message_id: id }: Mail): string => origin ?? id

/** Finds the mail of an inbox that the sending inbox knows by `id`. */
function findLocalMail(state: MailboxState, { inbox_id: inbox }: Inbox, sender: Mail, id: string): Mail | undefined {
  const known = state.mails.find((mail) => mail.inbox_id === sender.inbox_id && mail.message_id === id)
  const origin = known === undefined ? id : originOf(known)
  return state.mails.find((mail) => mail.inbox_id === inbox && originOf(mail) === origin)
}

function buildCopy(state: MailboxState, inbox: Inbox, sent: Mail): Omit<Mail, 'labels'> {
  const ancestors = sent.references.map((id) => ({ id, local: findLocalMail(state, inbox, sent, id) }))
  const references = ancestors.map(({ id, local }) => local?.message_id ?? id)
  const parent = references.at(-1)
  const { labels: _labels, sent: _sent, raw: _raw, in_reply_to: _parent, ...rest } = sent
  return {
    ...rest,
    inbox_id: inbox.inbox_id,
    thread_id: ancestors.findLast(({ local }) => local)?.local?.thread_id ?? newMailId('thd'),
    message_id: newMessageId(bareAddress(String(sent.from)).split('@')[1] ?? ''),
    origin: originOf(sent),
    timestamp: new Date().toISOString(),
    bcc: [],
    attachments: sent.attachments.map((one) => ({ ...one, attachment_id: newMailId('att') })),
    references,
    ...(parent !== undefined && { in_reply_to: parent }),
    ...newTimestamps(),
  }
}

/** Delivers a sent mail to the account's other inboxes among its recipients: each gets a mail of its own, as from any other sender. */
export function deliverBetweenInboxes(state: MailboxState, events: MailboxEvents, sent: Mail): void {
  const recipients = new Set([...sent.to, ...sent.cc, ...sent.bcc].map(bareAddress))
  for (const inbox of state.inboxes.values()) {
    const isOther = inbox.inbox_id !== sent.inbox_id && !state.deleting.has(inbox.inbox_id)
    if (isOther && recipients.has(bareAddress(inbox.email)))
      addReceivedMail(state, events, buildCopy(state, inbox, sent), kindFor(state, inbox, String(sent.from)))
  }
}
