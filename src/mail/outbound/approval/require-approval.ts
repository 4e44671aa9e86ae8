import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { nameRequest, withRequest } from '../../records/replies/reply-approval.ts'
import { mayHaveLeft, type Reply } from '../../records/replies/reply.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { startApproval } from '../../tasks/approval-tasks.ts'

/** Whether the reply would be sent without a request for approval. Replies that may already have been sent are only looked up. */
const wasNotAsked = (reply: Reply): boolean =>
  ['scheduled', 'held', 'sending'].includes(reply.state) && !reply.approval && !mayHaveLeft(reply)

/** Makes a reply wait for approval if that was turned on after it was written, and notifies its writer. Returns whether it waits. */
export async function requireApproval(scope: OutboundScope, id: string): Promise<boolean> {
  const { team, replyStore, settings, clock } = scope
  const found = await replyStore.findReply(id)
  if (!found || !wasNotAsked(found) || !(await readApprovers(settings, team, found.inboxId))) return false
  const reply = await replyStore.replies.update(id, (now) =>
    now && wasNotAsked(now) ? withRequest(clock, now) : undefined,
  )
  if (reply?.state !== 'awaiting') return false
  await startApproval(scope, id, reply)
  await refreshReplyCards(scope, id)
  await scope.slices.refreshHome(team, [reply.user])
  await tellWriter(scope, id, reply)
  return true
}

async function tellWriter(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { user, inboxId, to, cc, bcc } = reply
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const who = escapeMrkdwn(nameRecipients(text, [...to, ...cc, ...bcc]))
  const message = textMessage(text.approval.switchedOn({ inbox: escapeMrkdwn(inboxId), to: who }))
  const linked = await withThreadLink(scope, text, reply.thread, message)
  return scope.outbox.postDirect({
    team: scope.team,
    user,
    opId: `mail.approval_on:${nameRequest(id, reply.approval)}`,
    message: linked,
  })
}
