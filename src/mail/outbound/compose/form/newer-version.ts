import { withinDeadline } from '../../../../core/question-time.ts'
import { mrkdwnLink } from '../../../../slack/blocks/mrkdwn.ts'
import { findNewerReply } from '../../../cards/replies/reply-card-options.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { isNeverSent } from '../../../records/replies/reply.ts'

/** Names the newer version of the reply that a form replaces, with its writer, in mrkdwn: an older message may still offer to edit that reply. */
export async function describeNewerVersion(
  scope: OutboundScope,
  { text }: FormReader,
  instead: string | undefined,
): Promise<string | undefined> {
  const { replyStore } = scope
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  const again = old?.again === undefined ? undefined : await replyStore.findReply(old.again)
  if (!old || !again || isNeverSent(again)) return undefined
  const { by = text.unnamed, link } = (await withinDeadline(findNewerReply(scope, text, old))) ?? {}
  const sentence = text.forms.newVersion({ by, hasLeft: again.state === 'sent' })
  return link === undefined ? sentence : `${sentence} ${mrkdwnLink(link, text.replyCard.goToNewVersion)}`
}
