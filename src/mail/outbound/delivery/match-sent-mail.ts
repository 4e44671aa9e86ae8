import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { findOpenReplies } from './find-open-replies.ts'
import { matchSentMailTask, type SentMailRef } from './match-task.ts'
import { readMarkInMailbox, recordFoundMail } from './found-mail.ts'

/** Recognizes replies whose answer was lost by the mark in their headers, never by content or recipients. */
export const matchSentMailFeature: ScopedFeature<OutboundScope> = {
  tasks: [scopedHandler(matchSentMailTask, matchSentMail)],
}

async function matchSentMail(scope: OutboundScope, sent: SentMailRef): Promise<void> {
  const { inboxId, messageId, threadId } = sent
  const report = await scope.replyStore.findDeliveryReport({ inboxId, messageId })
  if (!report || report.reply !== undefined) return
  // A repeat after a crash only does the remaining steps; the record may have been changed already.
  const open = await findOpenReplies(scope, sent, messageId)
  if (open.length === 0) return
  const id = await readMarkInMailbox(scope, sent)
  if (id === undefined || !open.includes(id)) return
  await recordFoundMail(scope, id, { messageId, threadId, sentAt: report.sentAt ?? scope.clock.now() })
}
