import { actionsBlock, button, confirmDialog, section } from '../../../slack/blocks/block-builders.ts'
import { channelMenu } from '../../../slack/blocks/form-fields.ts'
import { channelMention, escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { MessageBlock } from '../../../slack/blocks/slack-message.ts'
import { formatInboxId } from '../../access/mail-acts.ts'
import { mailActionIds } from '../../action-ids.ts'
import type { PlacementScope } from '../placement-scope.ts'
import type { MailText } from '../../text/mail-text.ts'

/** The code of mail whose route leads elsewhere than to its previous private channel. Stored with waiting mail. */
export const KEPT_PRIVATE = 'kept'

/** Why no channel accepts a mail: `no_route`, `shared`, `kept`, or Slack's code for the channel. */
export interface RoutingProblem {
  code: string
  channel?: string
}

/**
 * An alarm about mail that cannot be posted: one for each channel, however many threads and inboxes are affected, or for an inbox without a route.
 */
export interface RoutingAlarm {
  id: string
  inboxId: string
  problem: RoutingProblem
}

/** A row about waiting mail. */
export interface WaitingRow extends RoutingProblem {
  inboxId: string
}

/** The id of an alarm in buttons and op ids; it contains no address. */
export const findAlarmId = (scope: Pick<PlacementScope, 'keyedHash'>, inboxId: string, channel?: string): string =>
  channel ?? formatInboxId(scope, inboxId)

/** The alarm that a row about waiting mail belongs to. */
export const toRoutingAlarm = (scope: PlacementScope, { inboxId, code, channel }: WaitingRow): RoutingAlarm => ({
  id: findAlarmId(scope, inboxId, channel),
  inboxId,
  problem: { code, ...(channel !== undefined && { channel }) },
})

/** Whether anything waits for a channel. Reads as little as possible, because everyone's Home asks. */
export async function hasAlarms({ mailStore }: PlacementScope): Promise<boolean> {
  const [threads, quarantined] = await Promise.all([
    mailStore.waitingThreads.list({ limit: 1 }),
    mailStore.waitingQuarantined.list({ limit: 1 }),
  ])
  return threads.rows.length + quarantined.rows.length > 0
}

/** Whether a thread or a quarantined mail waits because of an alarm. */
export async function isWaitingFor(scope: PlacementScope, alarmId: string): Promise<boolean> {
  const { waitingThreads, waitingQuarantined } = scope.mailStore
  for await (const { value } of waitingThreads.all()) if (toRoutingAlarm(scope, value).id === alarmId) return true
  for await (const { value } of waitingQuarantined.all()) if (toRoutingAlarm(scope, value).id === alarmId) return true
  return false
}

/** Every unsolved alarm, with the number of threads and quarantined mails that wait. */
export async function listAlarms(scope: PlacementScope): Promise<{ alarm: RoutingAlarm; waiting: number }[]> {
  const { mailStore } = scope
  const alarms = new Map<string, { alarm: RoutingAlarm; waiting: number }>()
  const count = (row: WaitingRow) => {
    const alarm = toRoutingAlarm(scope, row)
    alarms.set(alarm.id, { alarm, waiting: (alarms.get(alarm.id)?.waiting ?? 0) + 1 })
  }
  for await (const { value } of mailStore.waitingThreads.all()) count(value)
  for await (const { value } of mailStore.waitingQuarantined.all()) count(value)
  return [...alarms.values()]
}

/** The mail threads and quarantined mails that wait because of an alarm, and their inboxes. */
export async function listWaitingFor(
  scope: PlacementScope,
  alarmId: string,
): Promise<{ threads: string[]; quarantined: string[]; inboxes: string[] }> {
  const { mailStore } = scope
  const concerns = ({ value }: { value: WaitingRow }) => toRoutingAlarm(scope, value).id === alarmId
  const threads = (await Array.fromAsync(mailStore.waitingThreads.all())).filter(concerns)
  const quarantined = (await Array.fromAsync(mailStore.waitingQuarantined.all())).filter(concerns)
  const inboxes = [...threads, ...quarantined].map(({ value: { inboxId } }) => inboxId)
  return {
    threads: threads.map(({ id }) => id),
    quarantined: quarantined.map(({ id }) => id),
    inboxes: [...new Set(inboxes)],
  }
}

function describeProblem({ alerts }: MailText, { inboxId, problem }: RoutingAlarm): string {
  if (problem.channel === undefined) return alerts.noRoute({ inbox: escapeMrkdwn(inboxId) })
  const channel = channelMention(problem.channel)
  switch (problem.code) {
    case KEPT_PRIVATE:
      return alerts.kept({ channel })
    case 'shared':
      return alerts.shared({ channel })
    case 'is_archived':
      return alerts.archived({ channel })
    case 'not_in_channel':
    case 'channel_not_found':
      return alerts.notInChannel({ channel })
    default:
      return alerts.slackRefuses({ channel, code: escapeMrkdwn(problem.code) })
  }
}

/**
 * Shows an alarm and its solutions: another channel, or the same one once it accepts mail again. A message gets no count, because it stays as it is
 * while more mail waits.
 */
export function buildAlarmBlocks(text: MailText, alarm: RoutingAlarm, waiting?: number): MessageBlock[] {
  const { alerts } = text
  const said = describeProblem(text, alarm)
  const moveText = alerts.moveText({ count: waiting ?? 0, hasOld: alarm.problem.channel !== undefined })
  const confirm = confirmDialog(alerts.moveAsk, moveText, alerts.move, alerts.moveNot)
  return [
    section(waiting === undefined ? said : `${said} ${alerts.waitingNow({ count: waiting })}`),
    ...actionsBlock(
      channelMenu(`${mailActionIds.placeIn}:${alarm.id}`, alerts.otherChannel, confirm),
      button({ actionId: mailActionIds.postHere, text: alerts.tryAgain, value: 'waiting' }),
    ),
  ]
}

/** The first words of an alarm, for the notification. */
export const summarizeAlarm = describeProblem
