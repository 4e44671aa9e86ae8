import { UpstreamError } from '../../../core/errors.ts'
import { CONVERSATION_GONE, hasErrorCode } from '../../../slack/api/slack-errors.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import type { Reply } from '../../records/replies/reply.ts'
import type { OutboundServices } from '../outbound-services.ts'
import { mailTextIn } from '../../text/mail-text.ts'

/** Tells the writer directly, once, that a mail which waited has left, if its channel is archived or takes no messages for another reason: its card cannot say so. */
export async function tellIfUnseen(
  services: OutboundServices,
  team: string,
  { id, reply }: { id: string; reply: Reply },
): Promise<void> {
  const { user, thread, to, cc, bcc, sendAt, schedules, approval } = reply
  const hasWaited = sendAt !== undefined || schedules !== undefined || approval !== undefined
  if (!hasWaited || !(await isUnseen(services, team, thread))) return
  const text = mailTextIn(await services.languages.ofPerson(team, user))
  const who = escapeMrkdwn(text.nameSome([...to, ...cc, ...bcc]))
  const message = textMessage(text.schedule.leftUnseen(who))
  await services.outbox.postDirect({ team, user, opId: `mail.left_unseen:${id}`, message })
}

/** Whether the channel of a mail thread shows no changes now. If Slack does not say, it is taken to show them. */
async function isUnseen({ mailStore, people }: OutboundServices, team: string, id: string): Promise<boolean> {
  const channel = (await mailStore.findThread(team, id))?.channel
  if (channel === undefined) return true
  try {
    const { isArchived, isMember } = await people.channel(team, channel)
    return isArchived || !isMember
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    return hasErrorCode(error, CONVERSATION_GONE)
  }
}
