import { z } from 'zod'
import { type ScopedFeature, scopedHandler } from '../../../scoped-feature.ts'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { slackId } from '../../../slack/inbound/payload-ids.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { sendPostQuarantined, sendPostThread } from '../../tasks/post-tasks.ts'
import { listWaitingFor } from './routing-alarms.ts'
import { recordRetry } from './unroutable-alert.ts'

const reopenedSchema = z.object({ team: z.string(), channel: z.string(), at: z.number() })

/** Handles a channel that may accept posts again. Frozen. */
const reopenedTask = taskKind('mail.reopened', reopenedSchema)

/** Posts mail that waits for a channel once it is no longer archived or shared, or the app is invited again. The cards show what has happened since. */
export const reopenedChannelFeature: ScopedFeature<PlacementScope> = {
  listen(slack) {
    for (const type of ['channel_unarchive', 'group_unarchive', 'channel_unshared']) slack.event(type, sendReopened)
    slack.event('member_joined_channel', async (scope, event) => {
      if (event.event['user'] === scope.slack.installations.lastKnown(scope.team)?.userId)
        await sendReopened(scope, event)
    })
  },
  tasks: [scopedHandler(reopenedTask, postWaitingFor)],
}

async function sendReopened({ queue, clock }: PlacementScope, { team, event, eventId }: SlackEvent): Promise<void> {
  const channel = slackId.safeParse(event['channel']).data
  if (channel === undefined) return
  await queue.send(reopenedTask.of({ team, channel, at: clock.now() }), { id: `mail.reopened:${team}:${eventId}` })
}

async function postWaitingFor(scope: PlacementScope, { team, channel, at }: z.infer<typeof reopenedSchema>) {
  const { mailStore, queue } = scope
  const { threads, quarantined } = await listWaitingFor(scope, channel)
  if (threads.length + quarantined.length === 0) return
  // If posting still fails, the admins are alerted again.
  await recordRetry(scope, channel, at)
  for (const id of threads) await sendPostThread(queue, team, id, at)
  for (const id of quarantined) {
    const waiting = await mailStore.waitingQuarantined.get(id)
    if (waiting) await sendPostQuarantined(queue, team, { mail: id, thread: waiting.value.thread }, at)
  }
}
