import { withinDeadline } from '../../../../core/question-time.ts'
import { findOwnInboxes } from '../../../placement/routing/mail-settings.ts'
import { type Address, isSameAddress } from '../../../records/address.ts'
import { createMailKey } from '../../../records/mail/mail.ts'
import type { MailThread } from '../../../records/mail/mail-thread.ts'
import { findReaderChannel } from '../../../records/mail/placement.ts'
import { answersNobody, isNeverSent, type Reply } from '../../../records/replies/reply.ts'
import { describeCopyReply } from '../../../text/outbound/form-notice-sentences.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { AnsweredMail } from '../fields/form-context.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { chooseFate, excerptReply } from './colleague-notices.ts'

/** Enough for the replies that are written in one thread after a mail came. */
const MAX_READ_REPLIES = 10

/** A mail that another inbox of the workspace received. */
interface Copy {
  key: string
  inbox: string
  /** Whether a reply in its thread takes the answered mail into account. */
  isAnswer: (reply: Reply) => boolean
}

/**
 * Finds what other people have replied elsewhere: to the copies of a mail that other inboxes of the workspace received, each of which has its own thread,
 * and to its sender from the inboxes that it was forwarded to. Leaves out what the writer can't read.
 */
export async function findCopyNotices(
  scope: OutboundScope,
  reader: FormReader,
  { mail, thread }: Pick<AnsweredMail, 'mail' | 'thread'>,
): Promise<FormNotice[]> {
  const copies = [...(await listCopies(scope, mail)), ...(await listSentCopies(scope, mail, thread))]
  const found = await Promise.all(copies.map(async (copy) => findReplyToCopy(scope, reader, mail, copy)))
  return found.flatMap((one) => one ?? [])
}

async function listCopies(scope: OutboundScope, mail: AnsweredMail['mail']): Promise<Copy[]> {
  const own = (mail.own ?? mail.inboxId).toLowerCase()
  const addresses = [...mail.to, ...mail.cc].map(({ address }) => address).filter((one) => one.toLowerCase() !== own)
  if (addresses.length === 0) return []
  const inboxes = await findOwnInboxes(scope, addresses, own)
  return inboxes
    .filter((inbox) => inbox !== mail.inboxId)
    .map((inbox) => {
      const key = createMailKey(scope.keyedHash, inbox, mail.messageId)
      return { key, inbox, isAnswer: (reply) => reply.mail === key || reply.at >= mail.at }
    })
}

/** Lists what other inboxes received from this thread: an answer to the sender of the mail may have been written there. */
async function listSentCopies(
  { mailStore, replyStore }: OutboundScope,
  { from, replyTo, at }: AnsweredMail['mail'],
  thread: MailThread,
): Promise<Copy[]> {
  const sent = await Promise.all(thread.replies.slice(-MAX_READ_REPLIES).map(({ id }) => replyStore.findReply(id)))
  const keys = sent.flatMap((one) => one?.copies ?? []).slice(-MAX_READ_REPLIES)
  const isSender = ({ address }: Address): boolean =>
    [from, ...replyTo].some((one) => isSameAddress(one.address, address))
  const isAnswer = (reply: Reply): boolean => reply.at >= at && [...reply.to, ...reply.cc].some(isSender)
  const found = await Promise.all(keys.map(async (key) => ({ key, copy: await mailStore.findMail(key) })))
  return found.flatMap(({ key, copy }) => (copy ? [{ key, inbox: copy.inboxId, isAnswer }] : []))
}

async function findReplyToCopy(
  scope: OutboundScope,
  { user, text }: FormReader,
  mail: AnsweredMail['mail'],
  { key, inbox, isAnswer }: Copy,
): Promise<FormNotice | undefined> {
  const { team, mailStore, replyStore, access } = scope
  const copy = await mailStore.findMail(key)
  const thread = copy && copy.thread !== mail.thread ? await mailStore.findThread(copy.thread) : undefined
  const channel = thread && findReaderChannel(thread)
  if (!thread || channel === undefined || !(await withinDeadline(access.mayRead(team, user, channel)))) return undefined
  const ids = thread.replies.filter((one) => one.user !== user).slice(-MAX_READ_REPLIES)
  const replies = await Promise.all(ids.map(async ({ id }) => ({ id, reply: await replyStore.findReply(id) })))
  const answer = replies.findLast(
    ({ reply }) => reply && !answersNobody(reply) && !isNeverSent(reply) && isAnswer(reply),
  )
  if (!answer?.reply) return undefined
  const { id, reply } = answer
  const fate = chooseFate(reply)
  return {
    id: noticeId(scope, fate === 'left' ? 'copy' : 'copy-waits', id),
    sentence: describeCopyReply(text, { userName: reply.userName, inbox, fate, excerpt: excerptReply(reply) }),
    isAsked: true,
  }
}
