import type { Clock } from '../../core/clock.ts'
import { startApproval } from './approval-tasks.ts'
import { type Reply, waitsSince } from '../records/replies/reply.ts'
import { sendCheckScheduled } from './check-scheduled-task.ts'
import type { MailScope } from '../mail-scope.ts'
import { sendReply } from './send-task.ts'

/** When a reply is sent by itself. The stored end of a hold is already scaled; a chosen time is stored as the person reads it. */
export function findLeavingMoment(clock: Clock, reply: Reply): number {
  const since = waitsSince(reply)
  return reply.state === 'scheduled' ? since + clock.scaled(reply.dueAt - since) : reply.dueAt
}

/** Starts the wait of a stored reply: for its approval, its hold or its time. */
export async function startReply(scope: MailScope, id: string, reply: Reply): Promise<void> {
  const { team, queue, clock } = scope
  const { state, dueAt, sendAt, schedules = 0 } = reply
  if (state === 'awaiting') return startApproval(scope, id, reply)
  if (state !== 'held' && state !== 'scheduled' && state !== 'sending') return undefined
  const delayMs = Math.min(Math.max(0, findLeavingMoment(clock, reply) - clock.now()), dueAt - waitsSince(reply))
  await sendReply(queue, team, { id, reply }, { delayMs })
  // A mail may have come while the reply was written or waited for its approval.
  if (state === 'scheduled' || sendAt !== undefined)
    await sendCheckScheduled(queue, { team, reply: id }, `time-${schedules}`)
}
