import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import {
  findLeavingPerson,
  findReturningPerson,
  LEAVING_DELAY_MS,
  leavingEvents,
  returningEvents,
} from '../../notify/leaving-people.ts'
import { lacksSender } from '../../records/replies/reply.ts'
import { isSameInbox } from '../../records/routing/mail-rule.ts'
import { recheckWritersTask, sendCheckScheduled } from '../../tasks/check-scheduled-task.ts'
import type { OutboundScope } from '../outbound-scope.ts'
import type { ListedReply } from './scheduled-replies.ts'

/**
 * Checks the mail of a person who leaves, or may no longer reply, that is scheduled or awaits approval: the others are then asked about it. Of a person
 * who may be back, only the mail about which others may have been asked.
 */
export const goneWritersFeature: ScopedFeature<OutboundScope> = {
  listen(slack) {
    for (const type of new Set([...leavingEvents, ...returningEvents]))
      slack.event(type, async (scope, { event, eventId }) => {
        const leaving = findLeavingPerson(type, event)
        const user = leaving ?? findReturningPerson(type, event)
        if (user === undefined) return
        for (const { id, reply } of await listWaiting(scope, user))
          if (leaving !== undefined || lacksSender(reply) || reply.state === 'paused')
            await sendCheckScheduled(scope.queue, { team: scope.team, reply: id }, `gone-${eventId}`, LEAVING_DELAY_MS)
      })
  },
  tasks: [
    scopedHandler(recheckWritersTask, async ({ team, queue, outbound }, { inbox }, { id: task }) => {
      const waiting = new Set(await Array.fromAsync(outbound.scheduledReplies.listInbox(inbox)))
      for await (const { id, value } of outbound.awaitingReplies.all())
        if (inbox === undefined || isSameInbox(value.inboxId, inbox)) waiting.add(id)
      for (const reply of waiting) await sendCheckScheduled(queue, { team, reply }, `writers-${task}`)
    }),
  ],
}

/** Lists the replies of a person that are scheduled, or await approval and were had sent by them. */
async function listWaiting({ replyStore, outbound }: OutboundScope, user: string): Promise<ListedReply[]> {
  const waiting = await outbound.scheduledReplies.list(user)
  for await (const { id } of outbound.awaitingReplies.all()) {
    const reply = await replyStore.findReply(id)
    if (reply?.state === 'awaiting' && (reply.by ?? reply.user) === user) waiting.push({ id, reply })
  }
  return waiting
}
