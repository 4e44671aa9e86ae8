import { contextBlock, section } from '../../../../slack/blocks/block-builders.ts'
import type { MessageBlock } from '../../../../slack/blocks/slack-message.ts'
import { nameDecider } from '../../../access/find-approvers.ts'
import { findEarlierVersion } from '../../../cards/replies/describe-request.ts'
import { buildReason } from '../../../cards/replies/reply-card.ts'
import type { Reply } from '../../../records/replies/reply.ts'
import type { MailText } from '../../../text/mail-text.ts'
import type { OutboundScope } from '../../outbound-scope.ts'

/** Shows an approver what was decided before: about an earlier version, with the reason, or about the same text for another time. */
export async function describeEarlier(scope: OutboundScope, text: MailText, reply: Reply): Promise<MessageBlock[]> {
  const words = text.approval
  if (reply.approval?.isTimeOnly) return contextBlock(words.timeOnly)
  const earlier = await findEarlierVersion(scope, reply)
  if (!earlier) return []
  const { verdict } = earlier.approval?.decided ?? {}
  if (verdict === undefined) return [section(words.earlier({ verdict: 'undecided', by: '' }))]
  const by = await nameDecider(scope, text, earlier)
  const isNamed = by !== undefined || verdict === 'approved'
  const named = isNamed && verdict !== 'expired' && verdict !== 'off' ? verdict : 'other'
  return [section(words.earlier({ verdict: named, by: by ?? text.unnamed })), ...buildReason(text, earlier)]
}
