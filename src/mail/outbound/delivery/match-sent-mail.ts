import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { countAutomaticSend } from '../../placement/threads/notice-loop.ts'
import { createMailKey } from '../../records/mail/mail.ts'
import { findOpenReplies } from './find-open-replies.ts'
import { matchSentMailTask, type SentMailRef } from './match-task.ts'
import { readMarkInMailbox, recordFoundMail } from './found-mail.ts'

/**
 * Recognizes replies whose answer was lost by the mark in their headers, never by content or recipients. Other mail is that of a colleague or a
 * program.
 */
export const matchSentMailFeature: ScopedFeature<OutboundScope> = {
  tasks: [scopedHandler(matchSentMailTask, matchSentMail)],
}

async function matchSentMail(scope: OutboundScope, sent: SentMailRef): Promise<void> {
  const { inboxId, messageId, thread, threadId, isSent } = sent
  const report = await scope.replyStore.findDeliveryReport({ inboxId, messageId })
  if (!report || report.reply !== undefined) return
  // A repeat after a crash only does the remaining steps; the record may have been changed already.
  const open = await findOpenReplies(scope, sent, messageId)
  const read = open.length === 0 ? { mark: undefined } : await readMarkInMailbox(scope, sent)
  // Unread mail may be one of the replies.
  if (!read) return
  const id = read.mark
  if (id === undefined && isSent)
    return countAutomaticSend(scope, thread, createMailKey(scope.keyedHash, inboxId, messageId))
  if (id === undefined || !open.includes(id)) return
  await recordFoundMail(scope, id, { messageId, threadId, sentAt: report.sentAt ?? scope.clock.now() })
}
