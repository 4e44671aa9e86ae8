import { findChannel } from '../../records/mail/placement.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { CONVERSATION_GONE, hasErrorCode } from '../../../slack/api/slack-errors.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'

/**
 * Notifies the writer by direct message, once, that a delayed mail was sent, if its channel is archived, shared or takes no messages: its card
 * cannot show this.
 */
export async function tellIfUnseen(scope: OutboundScope, { id, reply }: { id: string; reply: Reply }): Promise<void> {
  const { user, thread, to, cc, bcc, sendAt, schedules, approval } = reply
  const hasWaited = sendAt !== undefined || schedules !== undefined || approval !== undefined
  if (!hasWaited || !(await isUnseen(scope, thread))) return
  const text = mailTextIn(await scope.languages.ofPerson(scope.team, user))
  const who = escapeMrkdwn(nameRecipients(text, [...to, ...cc, ...bcc]))
  const message = textMessage(text.schedule.leftUnseen({ to: who }))
  await scope.outbox.postDirect({ team: scope.team, user, opId: `mail.left_unseen:${id}`, message })
}

/** Whether the channel of a mail thread shows no changes now. Assumes that it does if Slack does not answer. */
async function isUnseen({ team, mailStore, people }: OutboundScope, id: string): Promise<boolean> {
  const thread = await mailStore.findThread(id)
  const channel = thread && findChannel(thread)
  if (channel === undefined) return true
  try {
    const { isArchived, isMember, isShared } = await people.channel(team, channel)
    return isArchived || isShared || !isMember
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return hasErrorCode(error, CONVERSATION_GONE)
  }
}
