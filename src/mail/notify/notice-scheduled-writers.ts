import { formatMoment } from '../../slack/blocks/mrkdwn.ts'
import { mentionMessage } from '../../slack/blocks/text-message.ts'
import { readPlainName } from '../../slack/directory/quiet-name.ts'
import type { MailScope } from '../mail-scope.ts'
import type { MailThread } from '../records/mail/mail-thread.ts'
import { answersCustomer, findDecisionTime, type Reply } from '../records/replies/reply.ts'
import { nameRecipients } from '../text/name-people.ts'
import { sendWriterNotice } from './writer-notice.ts'

/**
 * Notifies the writers of scheduled mail in a thread that a colleague's reply was sent there, once per reply: it pauses nothing, so the recipients would
 * get two answers.
 */
export async function noticeScheduledWriters(
  scope: MailScope,
  { scheduled = [] }: Pick<MailThread, 'scheduled'>,
  { id, reply }: { id: string; reply: Reply },
): Promise<void> {
  const by = reply.by ?? reply.user
  for (const other of scheduled.filter((one) => one !== id)) {
    const waiting = await scope.replyStore.findReply(other)
    if (waiting?.state !== 'scheduled' || !answersCustomer(waiting) || waiting.user === by) continue
    // Its writer knew the reply.
    if (findDecisionTime(waiting) >= (reply.sentAt ?? reply.at)) continue
    await sendWriterNotice(scope, waiting, {
      opId: `mail.answered_before:${id}:${other}`,
      reply: other,
      build: async (text) => {
        const name = await readPlainName(text, scope.people, scope.team, by)
        const to = nameRecipients(text, [...reply.to, ...reply.cc, ...reply.bcc])
        const when = formatMoment(waiting.dueAt)
        return mentionMessage(waiting.user, text.writerNotices.answeredBefore({ name, to, when }))
      },
    })
  }
}
