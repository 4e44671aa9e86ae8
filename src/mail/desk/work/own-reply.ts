import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { buildMailAct } from '../../access/mail-acts.ts'
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
      async (scope: DeskScope, { team, thread: id, user, reply }) => {
        const found = await scope.mailStore.findThread(id)
        const written = await scope.replyStore.findReply(reply)
        if (!found || !written || !(await readRepliesClaim(scope.settings, team, found.inboxId))) return
        // The reply's own time: after a crash, the claim is recognized by it.
        const { at, mail: key } = written
        const changed = await changeThread(scope, id, (now) =>
          isOwned(now) ? undefined : withThreadAct(now, { verb: 'claim', user, at }),
        )
        if (changed?.owner?.user !== user || changed.owner.at !== at) return
        const mail = await scope.mailStore.findMail(key)
        const actor = { user, opId: `mail.own_reply:${reply}:claim` }
        const act = await buildMailAct(scope, actor, { action: 'mail.reply', verb: 'claim' }, { key, mail })
        await scope.authorizer.recordAct(act)
        await scope.records.recentOwners.record(found.inboxId, user)
      },
      noticeFailedThreadTask,
    ),
  ],
}
