import { withinDeadline } from '../../../../core/question-time.ts'
import { channelMention } from '../../../../slack/blocks/mrkdwn.ts'
import { findNewThreadChannel } from '../../../placement/routing/new-thread-channel.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { FormReader } from '../fields/form-reader.ts'
import type { ReplyFormState } from '../fields/reply-form-state.ts'

/** Warns before the person writes if the mailbox is known to refuse sending. */
export async function listSendingProblems(scope: OutboundScope, { text }: FormReader): Promise<string[]> {
  const missing = await scope.outbound.sendPermission.findMissing()
  return missing ? [text.compose.cannotSend({ permission: missing })] : []
}

/** Describes where the thread of a new mail will be, and who will see it. Undefined for other mail, or if Slack takes too long. */
export async function describeNewThread(
  scope: OutboundScope,
  { user, text }: FormReader,
  { kind, instead, inboxId = '', place }: ReplyFormState,
): Promise<string | undefined> {
  if (kind !== 'new' || instead !== undefined) return undefined
  const asked = { inboxId, place: place?.channel }
  const found = await withinDeadline(findNewThreadChannel(scope, user, asked).then((channel) => ({ channel })))
  if (!found) return undefined
  const { channel } = found
  if (channel === undefined) return text.compose.noThreadChannel
  return channel === place?.channel
    ? text.compose.threadHere({ channel: channelMention(channel) })
    : text.compose.threadInInbox({ channel: channelMention(channel) })
}
