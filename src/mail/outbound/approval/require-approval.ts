import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { nameRequest, withRequest } from '../../records/replies/reply-approval.ts'
import { mayHaveLeft, type Reply } from '../../records/replies/reply.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { startApproval } from '../../tasks/approval-tasks.ts'

/** Whether it would leave although nobody was asked about it as it is now. What may have left is only looked up. */
const wasNotAsked = (reply: Reply): boolean =>
  ['scheduled', 'held', 'sending'].includes(reply.state) && !reply.approval && !mayHaveLeft(reply)

/**
 * Has a reply wait for approval if that was switched on after it was written: nothing leaves without it. Its writer is told. Returns whether it waits.
 */
export async function requireApproval(services: OutboundServices, team: string, id: string): Promise<boolean> {
  const { replyStore, settings, clock } = services
  const found = await replyStore.findReply(team, id)
  if (!found || !wasNotAsked(found) || !(await readApprovers(settings, team, found.inboxId))) return false
  const reply = await replyStore
    .replies(team)
    .update(id, (now) => (now && wasNotAsked(now) ? withRequest(clock, now) : undefined))
  if (reply?.state !== 'awaiting') return false
  await startApproval(services, team, id, reply)
  await refreshReplyCards(services, team, id)
  await services.slices.refreshHome(team, [reply.user])
  await tellWriter(services, team, id, reply)
  return true
}

async function tellWriter(services: OutboundServices, team: string, id: string, reply: Reply): Promise<void> {
  const { user, inboxId, to, cc, bcc } = reply
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const who = escapeMrkdwn(text.nameSome([...to, ...cc, ...bcc]))
  const message = textMessage(text.approval.switchedOn(who, escapeMrkdwn(inboxId)))
  const linked = await withThreadLink(services, text, { team, id: reply.thread }, message)
  return services.outbox.postDirect({
    team,
    user,
    opId: `mail.approval_on:${nameRequest(id, reply.approval)}`,
    message: linked,
  })
}
