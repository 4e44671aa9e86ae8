import type { MailMessage } from '../../../clients/mailbox/mailbox-schemas.ts'
import { isRefusal } from '../../../core/errors.ts'
import type { MailRef } from '../../records/mail/mail.ts'
import { createThreadKey } from '../../records/mail/mail-thread.ts'
import { findReplyMark } from '../../records/replies/reply-mark.ts'
import type { PlacementScope } from '../placement-scope.ts'

/** The ids in a mail of the mails that it answers, newest first. */
type Answering = Partial<Pick<MailMessage, 'in_reply_to' | 'references' | 'headers'>>

/** The label of mail sent through the mailbox (the mailbox's documentation, Labels). */
const SENT_LABEL = 'sent'
/** Limit of ids read: a long conversation repeats earlier ones, and the newest ones show where it began. */
const MAX_ANSWERED = 3

/**
 * Finds the mail thread that a received mail belongs to. An answer to a mail that began in Slack returns to its thread, even if it comes before the
 * answer to the send that names the mailbox's thread.
 */
export async function findMailThread(
  scope: PlacementScope,
  { inboxId, threadId }: MailRef,
  message: Answering,
): Promise<string> {
  const {
    mailStore,
    keyedHash,
    placement: { threadOrigins },
  } = scope
  const key = createThreadKey(keyedHash, inboxId, threadId)
  if (await mailStore.findThread(key)) return key
  const answered = listAnswered(message)
  // Read before the origin, which is recorded before a send counts as answered.
  const open = answered.length > 0 ? await threadOrigins.listOpenSends(inboxId) : []
  const known = await threadOrigins.findOrigin(key)
  if (known !== undefined) return known
  for (const messageId of answered) {
    const id = await findSend(scope, { inboxId, messageId }, open)
    const reply = id === undefined ? undefined : await scope.replyStore.findReply(id)
    if (reply?.inboxId !== inboxId || reply.kind === undefined || reply.thread === '') continue
    await threadOrigins.recordOrigin(key, reply.thread)
    return reply.thread
  }
  return key
}

function listAnswered({ in_reply_to: answered, references = [], headers }: Answering): string[] {
  const readHeader = (wanted: string) =>
    Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
  const named = [readHeader('references'), ...references, readHeader('in-reply-to'), answered ?? '']
  const ids = named.flatMap((part) => part.slice(-10_000).match(/<[^<>\s]{1,900}>/g) ?? (part === '' ? [] : [part]))
  return [...new Set(ids.toReversed())].slice(0, MAX_ANSWERED)
}

/** Finds the reply that was sent as this mail: by its delivery report, or while the send is open, by the mark in its headers. */
async function findSend(
  { team, replyStore, mailbox, log }: PlacementScope,
  at: { inboxId: string; messageId: string },
  open: string[],
): Promise<string | undefined> {
  const known = (await replyStore.findDeliveryReport(at))?.reply
  if (known !== undefined || open.length === 0) return known
  try {
    const message = await mailbox.message(at)
    const mark = message.labels.includes(SENT_LABEL) ? findReplyMark(message) : undefined
    return mark !== undefined && open.includes(mark) ? mark : undefined
  } catch (error) {
    if (!isRefusal(error)) throw error
    log.info({ team, err: error }, 'the mailbox does not have the mail that another one answers')
    return undefined
  }
}
