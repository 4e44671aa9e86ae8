import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import {
  findLeavingPerson,
  findReturningPerson,
  LEAVING_DELAY_MS,
  leavingEvents,
  returningEvents,
} from '../../notify/leaving-people.ts'
import { lacksSender } from '../../records/replies/reply.ts'
import { recheckWritersTask, sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/**
 * Checks the scheduled mail of a person who leaves, or may no longer reply: the others are then asked about it. Of a person who may be back, only the mail
 * about which others were asked.
 */
export const goneWritersFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const type of new Set([...leavingEvents, ...returningEvents]))
      slack.event(type, async ({ team, queue, outbound: { scheduledReplies } }, { event, eventId }) => {
        const leaving = findLeavingPerson(type, event)
        const user = leaving ?? findReturningPerson(type, event)
        if (user === undefined) return
        for (const { id, reply } of await scheduledReplies.list(user))
          if (leaving !== undefined || lacksSender(reply))
            await sendCheckScheduled(queue, { team, reply: id }, `gone-${eventId}`, LEAVING_DELAY_MS)
      })
  },
  tasks: [
    scopedHandler(recheckWritersTask, async ({ team, queue, outbound }, { inbox }, { id: task }) => {
      for await (const reply of outbound.scheduledReplies.listInbox(inbox))
        await sendCheckScheduled(queue, { team, reply }, `writers-${task}`)
    }),
  ],
}
