import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { readApprovers } from '../../records/approver-setting.ts'
import { isApproved, nameRequest, withRequest } from '../../records/replies/reply-approval.ts'
import { mayHaveLeft, type Reply } from '../../records/replies/reply.ts'
import { withThreadLink } from '../../notify/thread-link.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { startApproval } from '../../tasks/approval-tasks.ts'
import { findNews, findSurroundings, type News } from './news.ts'

/** Whether the reply would be sent without a request for approval. Replies that may already have been sent are only looked up. */
const wasNotAsked = (reply: Reply): boolean =>
  ['scheduled', 'held', 'sending'].includes(reply.state) && !reply.approval && !mayHaveLeft(reply)

/** Makes a reply wait for approval if that was turned on after it was written, and notifies its writer. Returns whether it waits. */
export async function requireApproval(scope: OutboundScope, id: string): Promise<boolean> {
  const { team, replyStore, settings, clock } = scope
  const found = await replyStore.findReply(id)
  // A repeat after a crash only does the remaining steps.
  const isRepeat = found?.state === 'awaiting' && found.approval?.why !== undefined
  if (!found || !(isRepeat || wasNotAsked(found))) return false
  if (!(await readApprovers(settings, team, found.inboxId))) return false
  const reply = await replyStore.replies.update(id, (now) =>
    now && wasNotAsked(now) ? withRequest(clock, now, { why: 'switchedOn' }) : undefined,
  )
  if (reply?.state !== 'awaiting') return false
  await showRequest(scope, id, reply)
  return true
}

/** Whether an approval was given, and the first attempt has not been made. */
const isUntriedApproved = (reply: Reply): boolean =>
  (reply.state === 'held' || reply.state === 'sending') && isApproved(reply) && !mayHaveLeft(reply)

/**
 * Finds whether mail came, or an address can no longer be used, after the reply was approved. An approval in a record of an earlier version, which
 * does not say what was seen, still counts.
 */
export async function findNewsSinceApproval(scope: OutboundScope, reply: Reply): Promise<News | undefined> {
  const { seen, at } = reply.approval?.decided ?? {}
  if (seen === undefined || !isApproved(reply)) return undefined
  if (!(await readApprovers(scope.settings, scope.team, reply.inboxId))) return undefined
  return findNews(await findSurroundings(scope, reply), reply, { seen, at })
}

/**
 * Requests another approval if mail came, or an address can no longer be used, after the first one was given. Returns whether the reply waits.
 */
export async function requestAgainAfterNews(scope: OutboundScope, id: string, reply: Reply): Promise<boolean> {
  const { replyStore, clock } = scope
  const news = isUntriedApproved(reply) ? await findNewsSinceApproval(scope, reply) : undefined
  if (news === undefined) return false
  const asked = await replyStore.replies.update(id, (now) =>
    now && isUntriedApproved(now) && now.schedules === reply.schedules
      ? withRequest(clock, now, { why: 'askedAgain', news })
      : undefined,
  )
  if (asked?.state !== 'awaiting') return false
  await showRequest(scope, id, asked)
  return true
}

/** Starts the request of a reply that waits for approval, and notifies its writer of one that no person made. Repeated after a crash, each once. */
export async function showRequest(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  await startApproval(scope, id, reply)
  await refreshReplyCards(scope, id)
  await scope.slices.refreshHome(scope.team, [reply.user])
  await tellWriter(scope, id, reply)
}

async function tellWriter(scope: OutboundScope, id: string, reply: Reply): Promise<void> {
  const { user, inboxId, to, cc, bcc, approval } = reply
  if (approval?.why !== 'switchedOn' && approval?.why !== 'askedAgain') return undefined
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const who = escapeMrkdwn(nameRecipients(text, [...to, ...cc, ...bcc]))
  const about = { inbox: escapeMrkdwn(inboxId), to: who }
  const sentence =
    approval.why === 'switchedOn'
      ? text.approval.switchedOn(about)
      : text.approval.askedAgain({ ...about, news: approval.news === 'address' ? 'address' : 'other' })
  const message = textMessage(sentence)
  const linked = await withThreadLink(scope, text, reply.thread, message)
  return scope.outbox.postDirect({
    team: scope.team,
    user,
    opId: `mail.approval_on:${nameRequest(id, reply.approval)}`,
    message: linked,
  })
}
