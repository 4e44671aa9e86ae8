import { z } from 'zod'
import { taskKind } from '../../../queue/task-kinds.ts'
import type { SlackEvent } from '../../../slack/inbound/listeners.ts'
import { slackId } from '../../../slack/inbound/payload-ids.ts'
import type { Feature } from '../../../slice.ts'
import type { PlacementServices } from '../placement-services.ts'
import { sendPostQuarantined, sendPostThread } from '../../tasks/post-tasks.ts'
import { listWaitingFor } from './routing-alarms.ts'

const reopenedSchema = z.object({ team: z.string(), channel: z.string(), at: z.number() })

/** A channel may take posts again. Frozen. */
const reopenedTask = taskKind('mail.reopened', reopenedSchema)

/** Lets mail that waits for a channel go on once it is no longer archived, or the app is invited again: its cards show what has happened since. */
export const reopenedChannelFeature = (services: PlacementServices): Feature => ({
  listen(slack) {
    for (const type of ['channel_unarchive', 'group_unarchive'])
      slack.event(type, (event) => sendReopened(services, event))
    slack.event('member_joined_channel', async (event) => {
      if (event.event['user'] === services.slack.installations.lastKnown()?.userId) await sendReopened(services, event)
    })
  },
  tasks: [reopenedTask.handler((reopened) => postWaitingFor(services, reopened))],
})

async function sendReopened({ queue, clock }: PlacementServices, { team, event, eventId }: SlackEvent): Promise<void> {
  const channel = slackId.safeParse(event['channel']).data
  if (channel === undefined) return
  await queue.send(reopenedTask.of({ team, channel, at: clock.now() }), { id: `mail.reopened:${team}:${eventId}` })
}

async function postWaitingFor(services: PlacementServices, { team, channel, at }: z.infer<typeof reopenedSchema>) {
  const { mailStore, queue, routes } = services
  const { threads, quarantined } = await listWaitingFor(services, team, channel)
  if (threads.length + quarantined.length === 0) return
  // If it still fails, the admins hear of it again.
  await routes.recordRetry(team, at)
  for (const id of threads) await sendPostThread(queue, team, id, at)
  for (const id of quarantined) {
    const waiting = await mailStore.waitingQuarantined(team).get(id)
    if (waiting) await sendPostQuarantined(queue, team, { mail: id, thread: waiting.value.thread }, at)
  }
}
