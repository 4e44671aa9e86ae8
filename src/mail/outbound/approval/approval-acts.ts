import type { AccessAnswer, Act, AskOptions } from '../../../access/authorize.ts'
import { questionTimeMs, withinDeadline } from '../../../core/question-time.ts'
import { buildSendingAct } from '../../access/mail-acts.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { findReaderChannel } from '../../records/mail/placement.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import { isApproved, listReplyAuthors } from '../../records/replies/reply-approval.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'

/** Hashes the content shown to an approver, with its send time, without revealing it: an approval covers exactly that. */
export const markContent = ({ keyedHash }: Pick<OutboundScope, 'keyedHash'>, id: string, reply: Reply): string =>
  keyedHash('approval', id, hashReplyContent(reply), ...(reply.sendAt === undefined ? [] : [String(reply.sendAt)]))

/** Whether the person wrote or edited the reply: authors never approve it, whatever the settings allow. */
const isAuthor = (reply: Reply, person: string): boolean => listReplyAuthors(reply).includes(person)

async function refuseAuthor(scope: OutboundScope, act: Act): Promise<AccessAnswer> {
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  const { approval } = mailTextIn(await scope.languages.ofPerson(act.team, act.user))
  return { is: 'refused', message: plainTextMessage(approval.notYours) }
}

/** Whether this person may approve this reply now. */
export async function askToApprove(
  scope: OutboundScope,
  act: Act,
  reply: Reply | undefined,
  options: AskOptions = {},
): Promise<AccessAnswer> {
  if (reply && isAuthor(reply, act.user)) return refuseAuthor(scope, act)
  return scope.authorizer.ask(act, options)
}

/** Whether the person who had the reply sent can no longer send it: an approval then sends nothing. Undefined if Slack doesn't answer in time. */
export async function hasLostSender(
  scope: OutboundScope,
  found: { id: string; reply: Reply },
): Promise<boolean | undefined> {
  const act = await buildSendingAct(scope, found)
  const answer = await scope.authorizer.ask(act, { withinMs: questionTimeMs(), isTried: false })
  return answer.is === 'late' ? undefined : answer.is === 'refused'
}

/** Whether that person may still send it. Returns true if Slack doesn't answer in time, because the guard of the send asks again. */
export const maySenderSend = async (scope: OutboundScope, found: { id: string; reply: Reply }): Promise<boolean> =>
  (await hasLostSender(scope, found)) !== true

/** Whether the messages about a waiting reply show the opposite of whether its sender can still send it. */
export async function hasOtherSender(scope: OutboundScope, found: { id: string; reply: Reply }): Promise<boolean> {
  const { askedSenderless = false } = found.reply.approval ?? {}
  return ((await hasLostSender(scope, found)) ?? askedSenderless) !== askedSenderless
}

/** Whether this person could approve the reply, for a list; nothing is recorded. */
export async function mayApprove(
  { team, access }: OutboundScope,
  user: string,
  reply: Reply,
  channel: string | undefined,
): Promise<boolean> {
  if (isAuthor(reply, user)) return false
  const answer = await withinDeadline(
    access
      .decide({ team, user, action: 'mail.approve', inbox: reply.inboxId })
      .then(async ({ isAllowed }) => isAllowed && (channel === undefined || access.mayRead(team, user, channel))),
  )
  return answer ?? false
}

/** Whether a person decides instead of a writer who is gone, or lost the permission, and may no longer send. */
export async function isInsteadOfWriter(
  { team, access, mailStore }: OutboundScope,
  user: string,
  reply: Reply,
): Promise<boolean> {
  const writer = reply.by ?? reply.user
  if (user === writer) return false
  const thread = await mailStore.findThread(reply.thread)
  const channel = thread && findReaderChannel(thread)
  if (!(await (channel === undefined ? access.mayUse(team, writer) : access.mayRead(team, writer, channel))))
    return true
  return !(await access.decide({ team, user: writer, action: 'mail.reply', inbox: reply.inboxId })).isAllowed
}

/**
 * Whether the text was approved, and this person may approve what is new about it by their act: a time that they choose, or what has paused it. A person
 * who sends it instead of its writer approves nothing.
 */
export async function mayApproveAgain(scope: OutboundScope, user: string, reply: Reply): Promise<boolean> {
  if (!isApproved(reply) || (await isInsteadOfWriter(scope, user, reply))) return false
  const thread = await scope.mailStore.findThread(reply.thread)
  return mayApprove(scope, user, reply, thread && findReaderChannel(thread))
}
