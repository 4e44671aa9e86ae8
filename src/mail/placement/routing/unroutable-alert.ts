import { DAY_MS, steadyNow } from '../../../core/clock.ts'
import { channelMention, escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../../slack/blocks/text-message.ts'
import { isKnownToBeShared } from '../../../slack/outbox/cleared-writes.ts'
import { sendAdminAlerts } from '../../notify/admin-alerts.ts'
import { mailTextIn } from '../../text/mail-text.ts'
import type { PlacementScope } from '../placement-scope.ts'
import { describeMove } from './describe-move.ts'
import {
  buildAlarmBlocks,
  findAlarmId,
  isWaitingFor,
  type RoutingProblem,
  summarizeAlarm,
  toRoutingAlarm,
  type WaitingRow,
} from './routing-alarms.ts'

/** The limit of messages of one alarm that are edited once it is solved, the newest. */
const MAX_KEPT = 50
const LOOK_MS = 60_000

/**
 * Alerts the admins that mail waits for a channel: once a day for each channel and problem, however many threads and inboxes are affected, and again
 * if it fails after a retry that was recorded. The alarm stays on Home until it is solved; its messages are edited then.
 */
export async function alertUnroutable(scope: PlacementScope, inboxId: string, problem: RoutingProblem): Promise<void> {
  const { sentAlarms } = scope.placement
  const day = String(Math.floor(scope.clock.now() / DAY_MS))
  const { retriedAt = 0 } = await scope.routes.read()
  const id = findAlarmId(scope, inboxId, problem.channel)
  const earlier = (await sentAlarms.get(id))?.value
  const since = Math.max(retriedAt, earlier?.retriedAt ?? 0, earlier?.solvedAt ?? 0)
  const dedupeKey = scope.keyedHash('homeless', id, day, String(since), problem.code)
  const alarm = { id, inboxId, problem }
  const alerts = await sendAdminAlerts(scope, `mail.homeless:${dedupeKey}`, (text) => ({
    text: summarizeAlarm(text, alarm),
    blocks: buildAlarmBlocks(text, alarm),
  }))
  await sentAlarms.update(id, (known) => {
    const others = known?.messages.filter(({ opId }) => !alerts.some((one) => one.opId === opId)) ?? []
    const { channel } = problem
    const about = { inboxId, ...(channel !== undefined && { channel }) }
    return { ...known, ...about, messages: [...others, ...alerts].slice(-MAX_KEPT) }
  })
  await scope.slices.refreshHome(scope.team, await scope.access.listAppointedAdmins(scope.team))
  // The mail may have got a channel while its alarm was on the way.
  await closeSolvedAlarms(scope)
}

/** Records that the mail of an alarm is tried again: if it fails, the admins are alerted again on the same day. */
export const recordRetry = ({ placement: { sentAlarms } }: PlacementScope, alarmId: string, at: number) =>
  sentAlarms.update(alarmId, (known) => known && { ...known, retriedAt: at })

/**
 * Edits the messages of the alarm that a mail waited for, if that is solved. After a mail that did not wait, looks at all alarms, at most once a minute:
 * a process may have been stopped before it closed one, and each look reads all that waits.
 */
export async function closeAlarmsAfter(scope: PlacementScope, waited: WaitingRow | undefined): Promise<void> {
  const { sentAlarms } = scope.placement
  const now = steadyNow()
  if (!waited && now - sentAlarms.lookedAt < LOOK_MS) return
  if (!waited) sentAlarms.lookedAt = now
  return closeSolvedAlarms(scope, waited && toRoutingAlarm(scope, waited).id)
}

/** Edits the messages of each alarm, or of this one, because of which nothing waits any longer. Safe to repeat. */
async function closeSolvedAlarms(scope: PlacementScope, only?: string): Promise<void> {
  for await (const { id, value } of scope.placement.sentAlarms.all()) {
    if (value.messages.length === 0 || (only !== undefined && id !== only)) continue
    if (!(await isWaitingFor(scope, id))) await closeAlarm(scope, id)
  }
}

async function closeAlarm(scope: PlacementScope, id: string): Promise<void> {
  const { team, clock, outbox, languages, routes } = scope
  const { sentAlarms } = scope.placement
  // Written before it is asked again: mail that waits from now on causes an alarm of its own, or is found here.
  const solvedAt = clock.now()
  const marked = await sentAlarms.update(id, (now) => now && { ...now, solvedAt })
  if (!marked || (await isWaitingFor(scope, id))) return
  const { channel, inboxId, messages, moved } = marked
  const settings = await routes.read()
  const isShared = channel !== undefined && (await isKnownToBeShared(scope, channel))
  for (const { opId, user } of messages) {
    const text = mailTextIn(await (user === undefined ? languages.ofWorkspace(team) : languages.ofPerson(team, user)))
    const { alerts } = text
    const line =
      channel === undefined
        ? alerts.solvedInbox({ inbox: escapeMrkdwn(inboxId) })
        : alerts.solvedChannel({ channel: channelMention(channel) })
    const lines = [
      line,
      ...(moved ? describeMove(text, settings, moved, channel) : []),
      ...(isShared ? [alerts.stillReadable({ channel: channelMention(channel) })] : []),
    ]
    await outbox.replace({ team, opId, message: textMessage(lines.join('\n')) })
  }
  const closed = messages.map(({ opId }) => opId)
  await sentAlarms.update(
    id,
    (now) => now && { ...now, messages: now.messages.filter(({ opId }) => !closed.includes(opId)) },
  )
}
