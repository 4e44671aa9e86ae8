import { type AccessAnswer, allowed } from '../../../access/authorize.ts'
import { buildReplyAct, sendingReply } from '../../access/mail-acts.ts'
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
