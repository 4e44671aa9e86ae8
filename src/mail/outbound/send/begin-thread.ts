import { withReading } from '../../records/mail/mail-reading.ts'
import type { Mail } from '../../records/mail/mail.ts'
import { buildThread, type MailThread } from '../../records/mail/mail-thread.ts'
import { movePlacement } from '../../records/mail/move-placement.ts'
import { withListing } from '../../records/mail/work-lists.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { findNewThreadChannel } from '../../placement/routing/new-thread-channel.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { buildReplyContent } from './build-content.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'

/** A new mail, which is the first one of its thread. */
export interface NewMail {
  key: string
  mail: Mail
}

/** Builds the new mail of a form. Returns undefined for an answer or a forward, and for a new mail that joins the thread of the one it replaces. */
export async function buildNewMail(
  scope: OutboundScope,
  id: string,
  submitted: SubmittedReply,
): Promise<NewMail | undefined> {
  const {
    keyedHash,
    clock,
    records: { findInboxAddress },
  } = scope
  const { kind, thread, inboxId = '', subject = '', to, cc } = submitted
  if (kind !== 'new' || thread !== '') return undefined
  const own = await findInboxAddress(inboxId)
  const { text, html } = await buildReplyContent(scope, submitted, undefined)
  const mail: Mail = {
    thread: keyedHash('begun', id),
    inboxId,
    // The mailbox assigns these ids when the mail is sent.
    threadId: '',
    messageId: '',
    ...(own !== undefined && { own }),
    at: clock.now(),
    from: { address: own ?? inboxId },
    replyTo: [],
    to,
    cc,
    subject,
    text,
    html,
    isFetched: true,
    attachments: [],
    headers: {},
    badges: [],
    isOwn: true,
    reply: id,
  }
  return { key: keyedHash('begun_mail', id), mail: withReading(mail) }
}

/** Creates the thread of a new mail in its channel; an existing thread keeps its channel. Returns false if no channel takes it. */
export async function beginThread(
  scope: OutboundScope,
  id: string,
  { team, user, place }: SubmittedReply,
  { key, mail }: NewMail,
): Promise<boolean> {
  const { mailStore } = scope
  if (await mailStore.findThread(mail.thread)) return true
  const { inboxId, at } = mail
  const channel = await findNewThreadChannel(scope, user, { inboxId, place: place?.channel })
  if (channel === undefined) return false
  await mailStore.mails.update(key, (known) => (known ? undefined : mail))
  const fresh: MailThread = {
    ...buildThread({ inboxId, threadId: '' }),
    why: { rule: 'written', by: user, at },
    mails: [key],
    count: 1,
    begun: id,
    owner: { user, at },
    // The thread waits for nobody until the mail is sent.
    work: 'done',
    workAt: at,
    lastAt: at,
  }
  const begun = movePlacement(fresh, { do: 'route', channel, at })
  await mailStore.threads.update(mail.thread, (known) =>
    known || !begun ? undefined : withListing(begun, mail.thread),
  )
  await sendIndexMail(scope.queue, team, key)
  return true
}
