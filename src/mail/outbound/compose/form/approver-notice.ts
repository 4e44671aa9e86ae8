import { withinDeadline } from '../../../../core/question-time.ts'
import { findApprovers, isNobody } from '../../../access/find-approvers.ts'
import { readApprovers } from '../../../records/approver-setting.ts'
import { findAuthors } from '../../send/replaced-thread.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { TickedMail } from '../fields/acknowledgements.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'

/**
 * Warns the writer if nobody could approve the mail once they send it, for example because the only approver would have edited it. Nothing if Slack
 * takes too long: the writer and the admins then get the message that follows the request.
 */
export async function findApproverNotices(
  scope: OutboundScope,
  { user, text }: FormReader,
  { context, kind, instead }: Pick<TickedMail, 'context' | 'kind'> & { instead: string | undefined },
): Promise<FormNotice[]> {
  const { inboxId } = context
  const subjects = await readApprovers(scope.settings, scope.team, inboxId)
  if (!subjects) return []
  const thread = context.answered?.mail.thread ?? context.thread ?? ''
  const old = instead === undefined ? undefined : await scope.replyStore.findReply(instead)
  const authors = await findAuthors(scope, { user, kind, thread }, old)
  const approvers = await withinDeadline(findApprovers(scope, { inboxId, thread, user, authors }, subjects))
  if (!approvers || !isNobody(approvers)) return []
  const isEdit = old?.state === 'awaiting' && old.user !== user
  const sentence = isEdit ? text.approval.nobodyAfterEdit : text.approval.nobodyCould
  return [{ id: noticeId(scope, 'approvers', isEdit ? 'edit' : 'write'), sentence }]
}
