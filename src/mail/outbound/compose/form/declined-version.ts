import { withinDeadline } from '../../../../core/question-time.ts'
import { contextBlock } from '../../../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { nameDecider } from '../../../access/find-approvers.ts'
import { describeApproval } from '../../../cards/replies/describe-approval.ts'
import { buildReason } from '../../../cards/replies/reply-card.ts'
import { findReplacedReply } from '../drafts/kept-files.ts'
import type { FormReader } from '../fields/form-reader.ts'
import type { ReplyFormState } from '../fields/reply-form-state.ts'
import type { OutboundScope } from '../../outbound-scope.ts'

/** Shows who declined the reply that a form replaces, and the reason that they gave; nothing if nobody declined it. */
export async function describeDeclined(
  scope: OutboundScope,
  { text }: FormReader,
  state: Pick<ReplyFormState, 'kind' | 'instead' | 'thread'>,
): Promise<MessageBlock[]> {
  const reply = await findReplacedReply(scope, state)
  if (reply?.approval?.decided?.verdict !== 'declined') return []
  const by = await withinDeadline(nameDecider(scope, text, reply))
  return [...contextBlock(describeApproval(text, reply, by)), ...buildReason(text, reply)]
}
