import { channelMention, escapeMrkdwn } from '../../../slack/blocks/mrkdwn.ts'
import type { RoutingSettings } from '../../records/routing/routing-settings.ts'
import type { MailText } from '../../text/mail-text.ts'
import type { AlarmMove } from './sent-alarms.ts'

const MAX_NAMED = 5

/**
 * Describes as mrkdwn which new email goes to another channel since an admin moved the waiting email of an alarm, one line for each kind of setting
 * that changed. Leaves out what someone has changed since. `from` is the channel of the alarm, if it has one.
 */
export function describeMove(
  text: MailText,
  { rules, mailRules, quarantine }: RoutingSettings,
  move: AlarmMove,
  from: string | undefined,
): string[] {
  const isMoved = (one: { by: string; at: number }, channel: string | undefined): boolean =>
    channel === move.to && one.by === move.by && one.at === move.at
  const inboxes = rules.filter((route) => isMoved(route, route.channel)).map(({ inboxId }) => inboxId)
  const count = mailRules.filter(({ changed, channel }) => changed && isMoved(changed, channel)).length
  const { stays } = text.alerts
  const to = channelMention(move.to)
  const named = { inboxes: nameInboxes(text, inboxes), to }
  const ofInboxes = from === undefined ? stays.inbox(named) : stays.inboxes({ ...named, from: channelMention(from) })
  return [
    ...(inboxes.length > 0 ? [ofInboxes] : []),
    ...(count > 0 ? [stays.rules({ count, to })] : []),
    ...(quarantine && isMoved(quarantine, quarantine.channel) ? [stays.quarantine({ to })] : []),
  ]
}

function nameInboxes({ command, formats }: MailText, inboxes: string[]): string {
  const count = inboxes.length - MAX_NAMED
  const named = inboxes.slice(0, MAX_NAMED).map((inbox) => escapeMrkdwn(inbox))
  return formats.list(count > 0 ? [...named, command.furtherInboxes({ count })] : named)
}
