import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { UpstreamError } from '../../../core/errors.ts'
import { isOutcomeOpen } from '../../records/replies/reply.ts'
import { findReplyMark } from '../../records/replies/reply-mark.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import { linkSentMail } from './delivery-events.ts'
import { findOpenReplies } from './find-open-replies.ts'
import { matchSentMailTask, type SentMailRef } from './match-task.ts'

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
  const id = await readReplyMark(scope, sent)
  if (id === undefined || !open.includes(id)) return
  const sentAt = report.sentAt ?? scope.clock.now()
  const reply = await scope.replyStore.replies.update(id, (now) => {
    if (!now || !isOutcomeOpen(now)) return undefined
    const { trouble: _, ...rest } = now
    return { ...rest, state: 'sent', sentAt, sentId: messageId, ...(threadId && { sentThread: threadId }) }
  })
  if (reply?.sentId === messageId) await linkSentMail(scope, { id, reply }, { messageId, threadId })
}

/** Reads the reply's id from a mail. Returns undefined if the mail has no mark, or the mailbox does not provide it. */
async function readReplyMark({ mailbox, log }: OutboundScope, { team, inboxId, messageId }: SentMailRef) {
  try {
    return findReplyMark(await mailbox.message({ inboxId, messageId }))
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.details.outcome !== 'refused') throw error
    log.warn({ team, err: error }, 'the mailbox does not hand out a mail that it sent')
    return undefined
  }
}
