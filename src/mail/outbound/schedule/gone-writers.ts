import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { findLeavingPerson, LEAVING_DELAY_MS, leavingEvents } from '../../notify/leaving-people.ts'
import { recheckWritersTask, sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'

/** Checks the scheduled mail of a person who leaves, or may no longer reply: the others are then asked about it. */
export const goneWritersFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const type of leavingEvents)
      slack.event(type, async ({ team, queue, outbound: { scheduledReplies } }, { event, eventId }) => {
        const user = findLeavingPerson(type, event)
        if (user === undefined) return
        for (const { id } of await scheduledReplies.list(user))
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
