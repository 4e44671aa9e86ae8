import { withinDeadline } from '../../../core/question-time.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { plainTextMessage } from '../../../slack/blocks/text-message.ts'
import { findRefusal, findRefusalSoon, type MailAct } from '../../access/mail-acts.ts'
import { hashReplyContent } from '../../records/replies/reply-content.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'

/** Names what an approver was shown, with its time, without saying anything about it: an approval is good for exactly that. */
export const markContent = ({ keyedHash }: Pick<OutboundScope, 'keyedHash'>, id: string, reply: Reply): string =>
  keyedHash('approval', id, hashReplyContent(reply), ...(reply.sendAt === undefined ? [] : [String(reply.sendAt)]))

/** Nobody approves what they wrote or edited, whatever the settings say. */
const isAuthor = ({ user, by, approval }: Reply, person: string): boolean =>
  person === user || person === by || (approval?.authors.includes(person) ?? false)

async function refuseAuthor(scope: OutboundScope, act: MailAct): Promise<Message> {
  await scope.authorizer.recordAct(act, { outcome: 'refused' })
  const { approval } = mailTextIn(await scope.languages.ofPerson(act.team, act.user))
  return plainTextMessage(approval.notYours)
}

/** Undefined if this person may approve this reply now; otherwise what they read. Throws if Slack does not answer. */
export async function findApprovalRefusal(
  scope: OutboundScope,
  act: MailAct,
  reply: Reply | undefined,
): Promise<Message | undefined> {
  if (reply && isAuthor(reply, act.user)) return refuseAuthor(scope, act)
  return findRefusal(scope, act)
}

/** The same for a listener, which Slack waits for. */
export async function findApprovalRefusalSoon(
  scope: OutboundScope,
  act: MailAct,
  reply: Reply | undefined,
): Promise<Message | undefined> {
  if (reply && isAuthor(reply, act.user)) return refuseAuthor(scope, act)
  return (await findRefusalSoon(scope, act))?.message
}

/** Whether this person could approve it, for a list; nothing is recorded. */
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
