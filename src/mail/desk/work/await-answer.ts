import type { Feature } from '../../../slice.ts'
import { deriveDeliveryStatus, hasReachedNobody } from '../../records/replies/delivery-status.ts'
import { withAnswer, withFirstAnswer, withLostAnswer, withoutFirstAnswer } from '../../records/mail/thread-changes.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { replyLeftTask } from '../../tasks/reply-left-task.ts'
import type { DeskServices } from '../desk-services.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'

/** A thread waits for an answer from the moment when our reply left, unless it reached nobody. */
export const awaitAnswerFeature = (services: DeskServices): Feature => ({
  tasks: [
    replyLeftTask.handler(
      async ({ team, thread, reply: id }) => {
        const reply = await services.replyStore.findReply(team, id)
        // A forward answers nobody.
        if (reply?.sentAt === undefined || reply.kind === 'forward') return
        const answer = { writtenAt: reply.at, sentAt: reply.sentAt }
        const report = await services.replyStore.readDeliveryReport(team, reply)
        if (hasReachedNobody(reply, deriveDeliveryStatus(reply, report))) {
          const at = services.clock.now()
          await changeThread(services, team, thread, (now) => {
            const unanswered = withoutFirstAnswer(now, answer)
            const before = unanswered ?? now
            return withLostAnswer(withAnswer(before, answer) ?? before, answer, at) ?? unanswered
          })
          await services.desk.answerTimes.withdraw(team, thread, answer.sentAt)
          return
        }
        const changed = await changeThread(services, team, thread, (now) => {
          const answered = withFirstAnswer(now, answer)
          return withAnswer(answered ?? now, answer) ?? answered
        })
        if (changed?.firstAnswer)
          await services.desk.answerTimes.record(team, thread, changed.inboxId, changed.firstAnswer)
      },
      (task, failure) => noticeFailedThreadTask(services, task, failure),
    ),
  ],
})
