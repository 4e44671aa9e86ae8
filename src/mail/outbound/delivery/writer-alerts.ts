import { actionsBlock } from '../../../slack/blocks/block-builders.ts'
import type { Message } from '../../../slack/blocks/slack-message.ts'
import { escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { mentionMessage, textMessage } from '../../../slack/blocks/text-message.ts'
import { editAfterFailure } from '../../records/reply-actions.ts'
import { describeFates } from '../../cards/replies/describe-fates.ts'
import { type DeliveryReport, describeBounce } from '../../records/replies/delivery-status.ts'
import type { Reply } from '../../records/replies/reply.ts'
import { sendWriterNotice } from '../../notify/writer-notice.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { writeOthersFailedNotice, writeRejectedNotice, describeUndelivered } from '../../text/notice-sentences.ts'
import { type MailText, mailTextIn } from '../../text/mail-text.ts'
import { nameRecipients } from '../../text/name-people.ts'
import { readPlainName } from '../../../slack/directory/quiet-name.ts'
import { buildActionButton } from '../../cards/action-buttons.ts'

/** Events that notify the writer; all others only change the card of the reply. */
export type WriterAlert =
  | { about: 'bounced'; bounced: DeliveryReport['bounced']; omitted: number }
  | { about: 'complained'; address: string }
  | { about: 'rejected'; reason: string }

const addressesOf = (alert: WriterAlert): string[] => {
  if (alert.about === 'bounced') return alert.bounced.map((one) => one.address)
  return alert.about === 'complained' ? [alert.address] : []
}

function describeBounces(
  text: MailText,
  { bounced, omitted }: { bounced: DeliveryReport['bounced']; omitted: number },
): string {
  const { otherAddresses } = text.writerNotices
  return describeFates(text, bounced, omitted, {
    fate: (recipients, one) => describeUndelivered(text, recipients, { status: one.status, kind: describeBounce(one) }),
    more: (count) => otherAddresses({ count }),
  }).join('; ')
}

function writeAlert(text: MailText, isAnswer: boolean, alert: WriterAlert): string {
  const { bounced, complained } = text.writerNotices
  if (alert.about === 'bounced') return bounced({ isAnswer, failures: describeBounces(text, alert) })
  return alert.about === 'complained'
    ? complained({ isAnswer, address: alert.address })
    : writeRejectedNotice(text, isAnswer, alert.reason)
}

/** The same in mrkdwn for the others, because the writer is gone. */
function writeOthersAlert(text: MailText, writer: string, alert: WriterAlert): string {
  const { bounced, complained } = text.writerNotices.forOthers
  if (alert.about === 'bounced') return bounced({ writer, failures: escapeMrkdwn(describeBounces(text, alert)) })
  return alert.about === 'complained'
    ? complained({ writer, address: escapeMrkdwn(alert.address) })
    : writeOthersFailedNotice(text, writer, escapeMrkdwn(alert.reason))
}

/** Builds the alert to the writer, or to the others if `goneWriter`, a name in mrkdwn, is given. */
function buildWriterAlert(
  text: MailText,
  { id, reply: { user, kind } }: { id: string; reply: Reply },
  alert: WriterAlert,
  goneWriter: string | undefined,
): Message {
  const buttons = alert.about === 'complained' ? [] : actionsBlock(buildActionButton(text, editAfterFailure, id))
  return goneWriter === undefined
    ? mentionMessage(user, writeAlert(text, kind === undefined, alert), buttons)
    : textMessage(writeOthersAlert(text, goneWriter, alert), buttons)
}

/** Notifies the writer once of each bounce, complaint or rejection, however often it is reported. */
export async function alertWriter(
  scope: OutboundScope,
  { id, reply }: { id: string; reply: Reply },
  alert: WriterAlert,
): Promise<void> {
  const addresses = addressesOf(alert).map((address) => address.toLowerCase())
  const dedupeKey = `${id}:${alert.about}:${scope.keyedHash(...addresses.sort())}`
  const opId = await sendWriterNotice(scope, reply, {
    opId: `mail.loud:${dedupeKey}`,
    reply: id,
    build: (text, goneWriter) => buildWriterAlert(text, { id, reply }, alert, goneWriter),
  })
  if (alert.about !== 'complained') await noteAlert(scope, id, opId)
}

/** Notes a message that offers to send the reply again, because it changes once there is a newer version. */
export async function noteAlert({ replyStore }: OutboundScope, id: string, opId: string | undefined): Promise<void> {
  await replyStore.replies.update(id, (now) =>
    now && opId !== undefined && !now.alerts?.includes(opId)
      ? { ...now, alerts: [...(now.alerts ?? []), opId] }
      : undefined,
  )
}

/** Takes the button from the messages that reported a bounce or a rejection, once a newer version replaces the reply, and names its writer. */
export async function closeAlerts(scope: OutboundScope, reply: Reply): Promise<void> {
  const { team, outbox, languages } = scope
  const { user, kind, alerts = [], again } = reply
  if (again === undefined || alerts.length === 0) return
  const newer = await scope.replyStore.findReply(again)
  if (!newer) return
  const by = newer.by ?? newer.user
  for (const opId of alerts) {
    // Others read it in a channel.
    const language = opId.endsWith(':direct') ? await languages.ofPerson(team, user) : await languages.ofWorkspace(team)
    const text = mailTextIn(language)
    const sentence = text.writerNotices.mended({
      isAnswer: kind === undefined,
      isOwn: by === user,
      name: await readPlainName(text, scope.people, team, by),
      to: nameRecipients(text, reply.to),
    })
    // Slack accepts no other kind of block in place of the alert's, and an edit mentions nobody again.
    await outbox.replace({ team, opId, edit: again, message: mentionMessage(user, sentence) })
  }
}
