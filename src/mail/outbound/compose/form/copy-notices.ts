import { withinDeadline } from '../../../../core/question-time.ts'
import { findOwnInboxes } from '../../../placement/routing/mail-settings.ts'
import { createMailKey } from '../../../records/mail/mail.ts'
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

/**
 * Finds what other people have replied to the copies of a mail that other inboxes of the workspace received, each of which has its own thread. Leaves
 * out the copies that the writer can't read.
 */
export async function findCopyNotices(
  scope: OutboundScope,
  reader: FormReader,
  { mail }: Pick<AnsweredMail, 'mail'>,
): Promise<FormNotice[]> {
  const own = (mail.own ?? mail.inboxId).toLowerCase()
  const addresses = [...mail.to, ...mail.cc].map(({ address }) => address).filter((one) => one.toLowerCase() !== own)
  if (addresses.length === 0) return []
  const inboxes = await findOwnInboxes(scope, addresses, own)
  const others = inboxes.filter((inbox) => inbox !== mail.inboxId)
  const found = await Promise.all(others.map((inbox) => findReplyToCopy(scope, reader, mail, inbox)))
  return found.flatMap((one) => one ?? [])
}

async function findReplyToCopy(
  scope: OutboundScope,
  { user, text }: FormReader,
  mail: AnsweredMail['mail'],
  inbox: string,
): Promise<FormNotice | undefined> {
  const { team, mailStore, replyStore, keyedHash, access } = scope
  const key = createMailKey(keyedHash, inbox, mail.messageId)
  const copy = await mailStore.findMail(key)
  const thread = copy && copy.thread !== mail.thread ? await mailStore.findThread(copy.thread) : undefined
  const channel = thread && findReaderChannel(thread)
  if (!thread || channel === undefined || !(await withinDeadline(access.mayRead(team, user, channel)))) return undefined
  const ids = thread.replies.filter((one) => one.user !== user).slice(-MAX_READ_REPLIES)
  const replies = await Promise.all(ids.map(async ({ id }) => ({ id, reply: await replyStore.findReply(id) })))
  const answer = replies.findLast(({ reply }) => reply && answersCopy(reply, { key, at: mail.at }))
  if (!answer?.reply) return undefined
  const { id, reply } = answer
  const fate = chooseFate(reply)
  return {
    id: noticeId(scope, fate === 'left' ? 'copy' : 'copy-waits', id),
    sentence: describeCopyReply(text, { userName: reply.userName, inbox, fate, excerpt: excerptReply(reply) }),
    isAsked: true,
  }
}

/** Whether a reply takes the copy into account: as its answer, or written after it came. */
const answersCopy = (reply: Reply, copy: { key: string; at: number }): boolean =>
  !answersNobody(reply) && !isNeverSent(reply) && (reply.mail === copy.key || reply.at >= copy.at)
