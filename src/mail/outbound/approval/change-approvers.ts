import type { Subject } from '../../../access/subject.ts'
import { APPROVER_FIELD, readApprovers } from '../../records/approver-setting.ts'
import { isSameInbox } from '../../records/routing/mail-rule.ts'
import { findApprovers, isNobody } from '../../access/find-approvers.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { refreshReplyCards } from '../../cards/refresh-cards.ts'
import { requireApproval } from './require-approval.ts'
import { sendAskApprovers } from '../../tasks/approval-tasks.ts'

/** A choice of approvers; an empty list turns approval off. */
interface ApproverChoice {
  inboxId: string
  subjects: readonly string[]
  by: string
  at: number
}

/** Stores the approvers of an inbox. Returns false, without a change, if `before` is given and differs from the stored list. */
export async function saveApprovers(
  { team, settings }: Pick<OutboundScope, 'settings' | 'team'>,
  { inboxId, subjects, by }: ApproverChoice,
  before?: readonly string[],
): Promise<boolean> {
  const target = { team, scope: 'inbox' as const, id: inboxId }
  for (;;) {
    const { version } = await settings.read(target)
    const known: readonly Subject[] = (await readApprovers(settings, team, inboxId)) ?? []
    if (before && JSON.stringify(known) !== JSON.stringify(before)) return false
    const values = { [APPROVER_FIELD]: subjects.length === 0 ? undefined : [...subjects] }
    if (await settings.write(target, { version, values, by })) return true
  }
}

/**
 * Checks all waiting replies again: asks other approvers, or ends the requests if approval was turned off. Checks scheduled replies if it was turned
 * on. `round` identifies the change. Returns the replies that waited for approval.
 */
export async function recheckAwaiting(scope: OutboundScope, inboxId: string, round: number): Promise<Reply[]> {
  const {
    team,
    replyStore,
    queue,
    outbound: { awaitingReplies, scheduledReplies },
  } = scope
  const waiting: Reply[] = []
  for await (const { id, version, value } of awaitingReplies.all()) {
    const reply = await replyStore.findReply(id)
    if (reply?.state !== 'awaiting') await awaitingReplies.delete(id, version)
    else if (isSameInbox(value.inboxId, inboxId)) {
      waiting.push(reply)
      await sendAskApprovers(queue, team, { id, reply }, round)
    }
  }
  for await (const id of scheduledReplies.listInbox(inboxId))
    // The card shows whether a change needs approval.
    if (!(await requireApproval(scope, id))) await refreshReplyCards(scope, id)
  return waiting
}

/** The most waiting replies that are looked at after a change of the approvers. */
const LOOKED_AT_MAX = 50

/** Describes to an admin what a change of the approvers means for the replies that wait: that they are not sent, or that nobody can approve some. */
export async function describeWaiting(
  scope: OutboundScope,
  text: MailText,
  { subjects, waiting }: { subjects: readonly Subject[]; waiting: Reply[] },
): Promise<string[]> {
  const words = text.approval
  if (waiting.length === 0) return []
  if (subjects.length === 0) return [words.stoppedByOff({ count: waiting.length })]
  const looked = waiting.slice(0, LOOKED_AT_MAX)
  const approvers = await Promise.all(looked.map((reply) => findApprovers(scope, reply, subjects)))
  const stuck = approvers.filter(isNobody).length
  return stuck === 0 ? [] : [words.stillStuck({ count: stuck })]
}
