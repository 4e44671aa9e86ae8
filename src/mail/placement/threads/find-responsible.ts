import { isUnable } from '../../access/may-work.ts'
import { isGone } from '../../notify/gone-writer.ts'
import { type Mail, stopsReplies } from '../../records/mail/mail.ts'
import { findBroughtBy, type MailThread } from '../../records/mail/mail-thread.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { namesReply } from '../../records/replies/brought-in.ts'
import { answersNobody, canBePaused, isWithdrawn, type Reply } from '../../records/replies/reply.ts'
import { sendCheckOwner } from '../../tasks/check-owner-task.ts'
import type { PlacementScope } from '../placement-scope.ts'
import type { NewMailReason } from '../waiting-notices.ts'

/** The person who answers for a thread, and why a new mail concerns them. */
interface Responsible extends NewMailReason {
  user: string
  role: 'owner' | 'writer'
  /** Set if they wrote nothing there but what they took back. */
  isWithdrawn?: boolean
}

/** A mail in its thread. */
interface ThreadMail {
  key: string
  mail: Mail
  thread: MailThread
}

/** The people that a new mail concerns. */
interface Concerned {
  responsible: Responsible | undefined
  /** The writer of the reply that the mail answers, if that is another person, and the thread was not given to someone else after that. */
  answered: Responsible | undefined
}

/**
 * Finds the person who is notified of a new mail as responsible for its thread: the person who claimed it, else the last one who wrote there and is not
 * gone; and the writer of the reply that the mail answers. Neither if they are asked what becomes of their scheduled reply because of this mail. Checks a
 * claim whose person is gone or may no longer answer.
 */
export async function findConcerned(scope: PlacementScope, found: ThreadMail): Promise<Concerned> {
  const { thread, mail } = found
  const stored = await Promise.all(thread.replies.map(({ id }) => scope.replyStore.findReply(id)))
  const replies = stored.filter((reply) => reply !== undefined)
  const answer = findAnswered(mail, replies)
  const first = (await findOwner(scope, found, replies)) ?? (await findLastWriter(scope, thread, replies))
  const responsible = first && { ...first, after: findAfter(found, first, answer) }
  const isFree = ({ user }: Responsible): boolean => !replies.some((reply) => isAsked(scope, found, reply, user))
  const writer = answer && answer.user !== first?.user ? await findAnsweredWriter(scope, thread, answer) : undefined
  return {
    responsible: responsible && isFree(responsible) ? responsible : undefined,
    answered: writer && isFree(writer) ? writer : undefined,
  }
}

/** The sent reply that a mail answers, by the ids in its headers; without them, the last mail to its sender if they got only forwards, and answers that went to no customer. */
function findAnswered(mail: Mail, replies: Reply[]): Reply | undefined {
  const sent = replies.filter(({ sentId }) => sentId !== undefined)
  const named = sent.findLast((reply) => namesReply(mail, reply))
  if (named) return named
  const address = mail.from.address.toLowerCase()
  const theirs = sent.filter(({ to, cc }) => [...to, ...cc].some((one) => one.address.toLowerCase() === address))
  return theirs.every(answersNobody) ? theirs.at(-1) : undefined
}

/** Names what the mail came after. Our replies to the customer are not what somebody brought in by us answers. */
function findAfter(
  { key, thread }: ThreadMail,
  { user, role, after }: Responsible,
  answer: Reply | undefined,
): Responsible['after'] {
  if (answer && answer.user === user && answersNobody(answer)) return nameAnswered(answer)
  if (findBroughtBy(thread, key) === undefined) return after
  return role === 'owner' && answer?.aside ? 'reply' : 'other'
}

const nameAnswered = ({ kind }: Reply): 'forward' | 'reply' => (kind === 'forward' ? 'forward' : 'reply')

/** The writer of the answered reply, unless they are gone, or the thread was given to its owner after they wrote. */
async function findAnsweredWriter(
  scope: PlacementScope,
  thread: MailThread,
  answered: Reply,
): Promise<Responsible | undefined> {
  const { user, at } = answered
  if (thread.owner && thread.owner.at > at) return undefined
  if (await isGone(scope, user, findReaderChannel(thread))) return undefined
  return { user, role: 'writer', after: nameAnswered(answered) }
}

async function findOwner(
  scope: PlacementScope,
  { key, mail, thread }: ThreadMail,
  replies: Reply[],
): Promise<Responsible | undefined> {
  const user = thread.owner?.user
  if (user === undefined) return undefined
  if (await isUnable(scope, user, thread)) {
    await sendCheckOwner(scope.queue, { team: scope.team, user, thread: mail.thread }, key)
    return undefined
  }
  return { user, role: 'owner', after: replies.some(wasSent) ? 'reply' : 'other' }
}

async function findLastWriter(
  scope: PlacementScope,
  thread: MailThread,
  replies: Reply[],
): Promise<Responsible | undefined> {
  const last = replies.findLast((reply) => !isWithdrawn(reply)) ?? replies.at(-1)
  if (!last || (await isGone(scope, last.user, findReaderChannel(thread)))) return undefined
  const { user } = last
  const isAnswered = replies.some((reply) => reply.user === user && wasSent(reply))
  return { user, role: 'writer', after: isAnswered ? 'reply' : 'other', isWithdrawn: isWithdrawn(last) }
}

/** Whether the other side is known to have the reply: one that may not have been sent is not what they answer. A forward has other readers. */
const wasSent = (reply: Reply): boolean => !answersNobody(reply) && reply.state === 'sent'

/** Whether this mail stops a reply of the person, who is asked what to do. Later mail does not ask them again. */
function isAsked({ clock }: PlacementScope, { key, mail, thread }: ThreadMail, reply: Reply, user: string): boolean {
  if (reply.user !== user || !stopsReplies(mail)) return false
  const { state, askedAfter } = reply
  if (state !== 'paused' && canBePaused(reply, clock)) return true
  const { mails } = thread
  return askedAfter !== undefined && mails.lastIndexOf(askedAfter) >= mails.lastIndexOf(key)
}
