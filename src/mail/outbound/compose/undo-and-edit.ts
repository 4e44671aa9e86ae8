import { UpstreamError } from '../../../core/errors.ts'
import { questionTimeMs } from '../../../core/question-time.ts'
import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Action } from '../../../slack/inbound/listeners.ts'
import { buildReplyAct } from '../../access/mail-acts.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'
import { editAfterFailure } from '../../records/reply-actions.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { refuseClick, replyToClick } from '../../notify/requester-reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { cancelAtOnce, sendReplyClick } from '../send/reply-actions.ts'
import { openToSendAgain } from './send-again.ts'
import { findFormReader, toActor } from './show-form.ts'

const waitsForOthers = ({ state }: Reply): boolean =>
  state === 'awaiting' || state === 'scheduled' || state === 'paused'

/**
 * Takes back a reply within its undo window, and opens it to be corrected. One that waits for approval or its time is only opened. No form opens if that came too late: the task of the click then answers
 * it, like Undo.
 */
export async function undoAndEdit(scope: OutboundScope, action: Action): Promise<void> {
  const { value: id } = action
  if (!id) return undefined
  const reply = await scope.replyStore.findReply(id)
  if (!reply) return replyToClick(scope, action, (await findFormReader(scope, action.user)).text.forms.gone)
  // The hold is over, or never was: a private message can't lose its button.
  if (waitsForOthers(reply)) return openToSendAgain(scope, action)
  const act = await buildReplyAct(scope, toActor(action), { action: 'mail.reply', verb: 'cancel' }, { id, reply })
  const permission = await scope.authorizer.ask(act, { withinMs: questionTimeMs() })
  if (permission.is !== 'allowed') return refuseClick(scope, action, permission.message)
  // Stored first: the task does what follows, also if the process ends here.
  await sendReplyClick(scope, action, 'cancel')
  if (!(await cancelAtOnce(scope, id, action))) return undefined
  return openToSendAgain(scope, action).catch((error: unknown) => answerUnopened(scope, action, id, error))
}

/** Reports that the reply is stopped though Slack opened no form, with the button that opens it. */
async function answerUnopened(scope: OutboundScope, action: Action, id: string, error: unknown): Promise<void> {
  if (!(error instanceof UpstreamError)) throw error
  const { text } = await findFormReader(scope, action.user)
  const edit = actionsBlock(buildActionButton(text, editAfterFailure, id))
  return replyToClick(scope, action, textMessage(text.compose.stoppedUnopened, edit))
}
