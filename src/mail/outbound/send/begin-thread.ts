import { withWritten } from '../../records/replies/first-mail.ts'
import type { Mail } from '../../records/mail/mail.ts'
import type { ReplyContent } from '../../records/replies/reply.ts'
import { buildThread, type MailThread } from '../../records/mail/mail-thread.ts'
import { movePlacement } from '../../records/mail/move-placement.ts'
import { withListing } from '../../records/mail/work-lists.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'

/** A new mail, which is the first one of its thread. */
export interface NewMail {
  key: string
  mail: Mail
}

/** Whether a submission begins a thread: a new mail does, unless it joins the thread of the one that it replaces. */
export const beginsThread = ({ kind, thread }: Pick<SubmittedReply, 'kind' | 'thread'>): boolean =>
  kind === 'new' && thread === ''

/** The ids of the thread that a new mail begins and of its first mail. */
export const newThreadIds = ({ keyedHash }: OutboundScope, id: string): { thread: string; mail: string } => ({
  thread: keyedHash('begun', id),
  mail: keyedHash('begun_mail', id),
})

/** Builds the first mail of a new thread, as its head shows it until a version was sent. */
export async function buildNewMail(
  { records: { findInboxAddress }, clock }: OutboundScope,
  id: string,
  content: ReplyContent,
): Promise<NewMail> {
  const { thread, mail: key, inboxId } = content
  const own = await findInboxAddress(inboxId)
  const mail = {
    thread,
    inboxId,
    // The mailbox assigns these ids when the mail is sent.
    threadId: '',
    messageId: '',
    ...(own !== undefined && { own }),
    at: clock.now(),
    from: { address: own ?? inboxId },
    replyTo: [],
    isFetched: true,
    attachments: [],
    headers: {},
    badges: [],
    isOwn: true,
  }
  return { key, mail: withWritten(mail, id, content) }
}

/** Creates the thread of a new mail in its channel. */
export async function beginThread(
  { mailStore }: OutboundScope,
  id: string,
  { user }: SubmittedReply,
  { key, mail, channel }: NewMail & { channel: string },
): Promise<void> {
  const { inboxId, at } = mail
  await mailStore.recordKept(key, mail)
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
}
