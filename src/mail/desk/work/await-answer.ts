import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { deriveDeliveryStatus, hasReachedNobody } from '../../records/replies/delivery-status.ts'
import { findDecisionTime, type Reply } from '../../records/replies/reply.ts'
import {
  isCustomerAnswered,
  withAnswer,
  withFirstAnswer,
  withFormerPeople,
  withLostAnswer,
  withoutAsideOnly,
  withoutFirstAnswer,
  withSentReply,
  withUnsentReply,
} from '../../records/mail/thread-changes.ts'
import { hasEndedUnapproved } from '../../records/replies/reply-approval.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
import { noticeFormerPeople } from '../../notify/notice-former-people.ts'
import { noticeScheduledWriters } from '../../notify/notice-scheduled-writers.ts'
import type { MailThread } from '../../records/mail/mail-thread.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { sendIndexMail } from '../../tasks/index-task.ts'
import { replyLeftTask } from '../../tasks/reply-left-task.ts'
import type { DeskScope } from '../desk-scope.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'

/** Makes a thread wait for an answer from the time at which our reply was sent, unless the reply reached nobody. Reopens it for one that was not sent. */
export const awaitAnswerFeature: ScopedFeature<DeskScope> = {
  tasks: [
    scopedHandler(
      replyLeftTask,
      async (scope: DeskScope, { thread, reply: id }) => {
        const reply = await scope.replyStore.findReply(id)
        if (reply?.sentAt !== undefined) await sendIndexMail(scope.queue, scope.team, reply.mail, `sent:${id}`)
        // A forward is not an answer.
        if (!reply || reply.kind === 'forward') return
        const { aside = false } = reply
        if (reply.state === 'failed' || wasTurnedDown(reply)) {
          await changeThread(scope, thread, (now) =>
            // A reply may be turned down because a colleague has answered.
            wasTurnedDown(reply) && (now.oursAt ?? 0) > reply.at
              ? undefined
              : withUnsentReply(now, reply, scope.clock.now()),
          )
          return
        }
        if (reply.sentAt === undefined) return
        const { sentAt, closes, user: writer } = reply
        const answer = { decidedAt: findDecisionTime(reply), sentAt, closes, writer, by: reply.by ?? writer }
        const report = await scope.replyStore.readDeliveryReport(reply)
        const status = deriveDeliveryStatus(reply, report)
        if (hasReachedNobody(reply, status)) {
          const at = scope.clock.now()
          await changeThread(scope, thread, (now) => {
            const unanswered = withoutFirstAnswer(now, answer)
            const before = unanswered ?? now
            if (aside && !isCustomerAnswered(now)) return unanswered
            const lost = withLostAnswer(withAnswer(before, answer) ?? before, answer, at)
            return lost ?? (aside ? undefined : withoutAsideOnly(before, answer)) ?? unanswered
          })
          await scope.desk.answerTimes.withdraw(thread, answer.sentAt)
          return
        }
        const changed = await changeThread(scope, thread, (now) => {
          // The customer's newest mail stays unanswered.
          if (aside && !isCustomerAnswered(now)) return undefined
          const sent = aside ? undefined : withSentReply(now, answer)
          const answered = aside ? undefined : (withFirstAnswer(sent ?? now, answer) ?? sent)
          const waiting = withAnswer(answered ?? now, answer) ?? answered
          const isClosed = waiting?.work === 'done' && waiting.workAt === sentAt && now.workAt !== sentAt
          // A person who marked the reply as spam is not going to answer it.
          const isOver = status.complained.length > 0 && (waiting ?? now).work === 'waiting'
          const lost = isOver ? withLostAnswer(waiting ?? now, answer, scope.clock.now()) : undefined
          return (
            lost ?? (isClosed ? withFormerPeople(now, waiting, { verb: 'done', user: answer.by, click: id }) : waiting)
          )
        })
        // A complaint comes long after the reply.
        const isNew = !aside && status.complained.length === 0
        const now = isNew ? await scope.mailStore.findThread(thread) : undefined
        if (now) await noticeScheduledWriters(scope, now, { id, reply })
        if (reply.closes && changed?.work === 'done' && changed.workAt === answer.sentAt)
          await followClosing(scope, { id, reply }, changed)
        if (changed?.firstAnswer) await scope.desk.answerTimes.record(thread, changed.inboxId, changed.firstAnswer)
      },
      noticeFailedThreadTask,
    ),
  ],
}

/** Whether a reply was not sent because its request for approval ended, and no other version replaces it. */
const wasTurnedDown = (reply: Reply): boolean =>
  reply.state === 'cancelled' && hasEndedUnapproved(reply) && reply.again === undefined

/** Records that the reply marked its thread as done, as its sender chose, and notifies another person whose thread it is, or who had snoozed it. */
async function followClosing(
  scope: DeskScope,
  { id, reply }: { id: string; reply: Reply },
  thread: MailThread,
): Promise<void> {
  const actor = { user: reply.by ?? reply.user, opId: `mail.replied:${id}:done` }
  const mail = await scope.mailStore.findMail(reply.mail)
  const act = await buildMailAct(scope, actor, { action: 'mail.reply', verb: 'done' }, { key: reply.mail, mail })
  await scope.authorizer.recordAct(act)
  const closed = { click: id, verb: 'done', by: actor.user, opId: `mail.taken:${id}` }
  await noticeFormerPeople(scope, { id: reply.thread, thread, mail }, closed)
}
