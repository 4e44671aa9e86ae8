import { type AccessAnswer, allowed } from '../../../access/authorize.ts'
import { buildReplyAct, sendingReply } from '../../access/mail-acts.ts'
import { listAuthors } from '../../records/replies/reply-approval.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { SubmittedReply } from '../../tasks/reply-task.ts'

/** The parts of a submitted reply that decide its thread, which is known for a new mail. */
type MadeReply = Pick<SubmittedReply, 'team' | 'user' | 'form' | 'kind' | 'thread' | 'instead'>

/** Whether one reply can replace another: they are in one thread, or both are new mails, each with its own thread. */
export const canReplace = (
  { kind, thread }: Pick<Reply, 'thread'> & { kind?: string | undefined },
  old: Reply | undefined,
): boolean => old?.thread === thread || (kind === 'new' && old?.kind === 'new')

/** Finds everyone who wrote or edited the mail that a person sends, in place of `old` if that can be replaced: none of them may approve it. */
export async function findAuthors(
  { replyStore }: OutboundScope,
  { user, kind, thread }: Pick<Reply, 'user' | 'thread'> & { kind?: string | undefined },
  old: Reply | undefined,
): Promise<string[]> {
  if (!canReplace({ kind, thread }, old)) return listAuthors(user, undefined)
  const wasRejected = old?.state === 'sent' && (await replyStore.readDeliveryReport(old)).rejected !== undefined
  return listAuthors(user, old, wasRejected)
}

/** The thread of the replaced reply; a new mail from another inbox has a different one. */
export async function findReplacedThread(
  { replyStore }: OutboundScope,
  { instead, ...made }: MadeReply,
): Promise<string> {
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  return old && canReplace(made, old) ? old.thread : made.thread
}

/** Whether the person may replace the earlier reply, if that is in another thread. */
export async function askToReplace(scope: OutboundScope, made: MadeReply): Promise<AccessAnswer> {
  const { team, user, form, thread, instead: id } = made
  if (id === undefined || (await findReplacedThread(scope, made)) === thread) return allowed
  const actor = { team, user, opId: `mail.reply:${form}` }
  const reply = await scope.replyStore.findReply(id)
  return scope.authorizer.ask(await buildReplyAct(scope, actor, sendingReply, { id, reply }))
}
