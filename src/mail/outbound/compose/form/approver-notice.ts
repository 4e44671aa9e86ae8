import { withinDeadline } from '../../../../core/question-time.ts'
import { readQuietName } from '../../../../slack/directory/quiet-name.ts'
import { type Approvers, findApprovers, isNobody } from '../../../access/find-approvers.ts'
import { readApprovers } from '../../../records/approver-setting.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import { findAuthors } from '../../send/replaced-thread.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { TickedMail } from '../fields/acknowledgements.ts'
import { type FormNotice, noticeId } from '../fields/form-notice.ts'
import type { FormReader } from '../fields/form-reader.ts'

const NAMED_MAX = 5

type EditedMail = Pick<TickedMail, 'context' | 'kind'> & { instead: string | undefined }

/**
 * Warns the writer if nobody could approve the mail once they send it, for example because the only approver would have edited it. Nothing if Slack
 * takes too long: the writer and the admins then get the message that follows the request.
 */
export async function findApproverNotices(
  scope: OutboundScope,
  reader: FormReader,
  mail: EditedMail,
): Promise<FormNotice[]> {
  const { user, text } = reader
  const { old, approvers } = await findFutureApprovers(scope, reader, mail)
  if (!approvers || !isNobody(approvers)) return []
  const isEdit = old?.state === 'awaiting' && old.user !== user
  const sentence = isEdit ? text.approval.nobodyAfterEdit : text.approval.nobodyCould
  return [{ id: noticeId(scope, 'approvers', isEdit ? 'edit' : 'write'), sentence }]
}

/**
 * Names the people who can approve the mail once it is sent, and the writer whose version it replaces, in mrkdwn; undefined if they can't be listed, are
 * many, or Slack takes too long.
 */
export async function describeFutureApproval(
  scope: OutboundScope,
  reader: FormReader,
  mail: EditedMail,
): Promise<string | undefined> {
  const { people, team } = scope
  const { user, text } = reader
  const { old, approvers } = await findFutureApprovers(scope, reader, mail)
  if (!approvers || approvers.hasOthers) return undefined
  if (approvers.people.length === 0 || approvers.people.length > NAMED_MAX) return undefined
  const name = (one: string) => readQuietName(text, people, team, one)
  const names = text.formats.list(await Promise.all(approvers.people.map(name)), 'or')
  if (old?.state !== 'awaiting' || old.user === user) return text.approval.comesFirstBy({ approvers: names })
  return text.approval.yourVersion({ writer: await name(old.user), approvers: names })
}

async function findFutureApprovers(
  scope: OutboundScope,
  { user }: FormReader,
  { context, kind, instead }: EditedMail,
): Promise<{ old?: Reply | undefined; approvers?: Approvers | undefined }> {
  const { inboxId } = context
  const subjects = await readApprovers(scope.settings, scope.team, inboxId)
  if (!subjects) return {}
  const thread = context.answered?.mail.thread ?? context.thread ?? ''
  const old = instead === undefined ? undefined : await scope.replyStore.findReply(instead)
  const authors = await findAuthors(scope, { user, kind, thread }, old)
  const approvers = await withinDeadline(findApprovers(scope, { inboxId, thread, user, authors }, subjects))
  return { old, approvers }
}
