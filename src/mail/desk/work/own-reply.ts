import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { noticeFailedThreadTask } from '../../notify/failed-task-notices.ts'
import { changeThread } from '../../placement/threads/change-thread.ts'
import { isOwned } from '../../records/mail/mail-thread.ts'
import { withThreadAct } from '../../records/mail/thread-changes.ts'
import { readRepliesClaim } from '../../records/writing-settings.ts'
import { ownReplyTask } from '../../tasks/own-reply-task.ts'
import type { DeskScope } from '../desk-scope.ts'

/** Makes an unclaimed thread the writer's once they reply, whatever becomes of the reply, if the inbox is set so. */
export const ownReplyFeature: ScopedFeature<DeskScope> = {
  tasks: [
    scopedHandler(
      ownReplyTask,
      async (scope: DeskScope, { team, thread: id, user }) => {
        const found = await scope.mailStore.findThread(id)
        if (!found || !(await readRepliesClaim(scope.settings, team, found.inboxId))) return
        const at = scope.clock.now()
        await changeThread(scope, id, (now) =>
          isOwned(now) ? undefined : withThreadAct(now, { verb: 'claim', user, at }),
        )
      },
      noticeFailedThreadTask,
    ),
  ],
}
