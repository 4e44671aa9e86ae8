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

/** Who can approve a mail once it is sent; without `approvers` if none is needed, or Slack takes too long. */
export interface FutureApproval {
  isNeeded: boolean
  /** The version that it replaces. */
  old?: Reply | undefined
  approvers?: Approvers | undefined
  /** Set if the writer is an admin, who can choose other approvers. */
  isAdmin?: boolean
}

type EditedMail = Pick<TickedMail, 'context' | 'kind'> & { instead: string | undefined }

/**
 * Finds whether approval has been turned on or off since the form was opened, and whether nobody could approve the mail, for example because the only
 * approver would have edited it. If Slack takes too long for that, the writer and the admins get the message that follows the request.
 */
export function listApproverNotices(
  scope: OutboundScope,
  { user, text }: FormReader,
  { isNeeded, old, approvers, isAdmin = false }: FutureApproval,
  button: string,
): FormNotice[] {
  const words = text.approval
  const needed = noticeId(scope, 'approval', 'needed')
  const need: FormNotice = isNeeded
    ? { id: needed, sentence: words.formNeeds({ button }), isInField: true }
    : {
        id: noticeId(scope, 'approval', 'none'),
        sentence: words.formNeedsNone({ button }),
        isInField: true,
        follows: needed,
      }
  if (!approvers || !isNobody(approvers)) return [need]
  const isEdit = old?.state === 'awaiting' && old.user !== user
  const sentence = isEdit ? words.nobodyAfterEdit({ isAdmin }) : words.nobodyCould({ isAdmin })
  return [
    need,
    { id: noticeId(scope, 'approvers', isEdit ? 'edit' : 'write'), sentence, ...(isEdit && { isAsked: true }) },
  ]
}

/**
 * Names the people who can approve the mail once it is sent, and the writer whose version it replaces, in mrkdwn; undefined if they can't be listed, are
 * many, or Slack takes too long.
 */
export async function describeFutureApproval(
  { people, team }: OutboundScope,
  { user, text }: FormReader,
  { old, approvers }: FutureApproval,
): Promise<string | undefined> {
  if (!approvers || approvers.hasOthers) return undefined
  if (approvers.people.length === 0 || approvers.people.length > NAMED_MAX) return undefined
  const name = (one: string) => readQuietName(text, people, team, one)
  const names = text.formats.list(await Promise.all(approvers.people.map(name)), 'or')
  if (old?.state !== 'awaiting' || old.user === user) return text.approval.comesFirstBy({ approvers: names })
  return text.approval.yourVersion({ writer: await name(old.user), approvers: names })
}

/** Finds the people who can approve the mail once it is sent. */
export async function findFutureApproval(
  scope: OutboundScope,
  { user }: FormReader,
  { context, kind, instead }: EditedMail,
): Promise<FutureApproval> {
  const { inboxId } = context
  const subjects = await readApprovers(scope.settings, scope.team, inboxId)
  if (!subjects) return { isNeeded: false }
  const thread = context.answered?.mail.thread ?? context.thread ?? ''
  const old = instead === undefined ? undefined : await scope.replyStore.findReply(instead)
  const authors = await findAuthors(scope, { user, kind, thread }, old)
  const approvers = await withinDeadline(findApprovers(scope, { inboxId, thread, user, authors }, subjects))
  const isAdmin = (await scope.access.listAppointedAdmins(scope.team)).includes(user)
  return { isNeeded: true, old, approvers, isAdmin }
}
