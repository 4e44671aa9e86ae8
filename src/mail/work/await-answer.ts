import type { Feature } from '../../slice.ts'
import { withAnswer } from '../model/thread-changes.ts'
import { noticeFailedThreadTask } from '../notify/failed-task-notices.ts'
import { replyLeftTask } from '../notify/reply-left-task.ts'
import type { MailServices } from '../services.ts'
import { changeThread } from '../thread/change-thread.ts'

/** A thread waits for an answer from the moment when our reply left. */
export const awaitAnswerFeature = (services: MailServices): Feature => ({
  tasks: [
    replyLeftTask.handler(
      async ({ team, thread, reply: id }) => {
        const reply = await services.replyStore.findReply(team, id)
        if (reply?.sentAt === undefined) return
        const answer = { writtenAt: reply.at, sentAt: reply.sentAt }
        await changeThread(services, team, thread, (now) => withAnswer(now, answer))
      },
      (task, failure) => noticeFailedThreadTask(services, task, failure),
    ),
  ],
})
