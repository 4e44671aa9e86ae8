import { questionTimeMs } from '../../../core/question-time.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { cancelAtOnce, sendReplyClick } from '../send/reply-actions.ts'
import { openToSendAgain } from './send-again.ts'
import { findFormReader, toActor } from './show-form.ts'

/**
 * Takes back a reply within its undo window, and opens it to be corrected. No form opens if that came too late: the task of the click then answers
 * it, like Undo.
 */
export async function undoAndEdit(scope: OutboundScope, action: Action): Promise<void> {
  const { value: id } = action
  if (!id) return undefined
  const reply = await scope.replyStore.findReply(id)
  if (!reply) return replyToClick(scope, action, (await findFormReader(scope, action.user)).text.forms.gone)
  const act = await buildReplyAct(scope, toActor(action), { action: 'mail.reply', verb: 'cancel' }, { id, reply })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  // Stored first: the task does what follows, also if the process ends here.
  await sendReplyClick(scope, action, 'cancel')
  if (await cancelAtOnce(scope, id, action)) await openToSendAgain(scope, action)
  return undefined
}
