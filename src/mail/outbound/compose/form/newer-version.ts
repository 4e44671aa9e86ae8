import { withinDeadline } from '../../../../core/question-time.ts'
import { mrkdwnLink } from '../../../../slack/blocks/mrkdwn.ts'
import { findNewerReply } from '../../../cards/replies/reply-card-options.ts'
import { findNewerVersion } from '../../lost-version.ts'
import type { OutboundScope } from '../../outbound-scope.ts'
import type { FormReader } from '../fields/form-reader.ts'
import { isScheduled } from '../../../records/replies/reply.ts'

/**
 * Names the newest version of the reply that a form replaces, with its writer, in mrkdwn: an older message may still offer to edit that reply. Versions
 * that were never sent don't count.
 */
export async function describeNewerVersion(
  scope: OutboundScope,
  { text }: FormReader,
  instead: string | undefined,
): Promise<string | undefined> {
  const { replyStore } = scope
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  const newest = old && (await findNewerVersion(scope, old))
  if (!newest) return undefined
  const { by = text.unnamed, link } =
    (await withinDeadline(findNewerReply(scope, text, { thread: old.thread, again: newest.id }))) ?? {}
  const sentence = text.forms.newVersion({ by, hasLeft: newest.reply.state === 'sent' })
  return link === undefined ? sentence : `${sentence} ${mrkdwnLink(link, text.replyCard.goToNewVersion)}`
}

/** Names the writer of the scheduled reply that a form replaces, if that is somebody else: it's sent unless the form comes first. */
export async function describeReplacedSchedule(
  { replyStore }: OutboundScope,
  { user, text }: FormReader,
  instead: string | undefined,
): Promise<string | undefined> {
  const old = instead === undefined ? undefined : await replyStore.findReply(instead)
  if (!old || !isScheduled(old) || old.user === user || old.by === user) return undefined
  return text.forms.replacesScheduled({ writer: old.userName })
}
