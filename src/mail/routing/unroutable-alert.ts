import { DAY_MS } from '../../core/clock.ts'
import { actionsBlock, button } from '../../slack/blocks/block-builders.ts'
import { channelMention, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { actionIds } from '../action-ids.ts'
import { alertAdmins } from '../notify/admin-alerts.ts'
import type { MailServices } from '../services.ts'
import type { MailText } from '../text/mail-text.ts'

/** Why no channel takes a mail: `no_route`, `shared`, or Slack's code for the channel. */
export interface RoutingProblem {
  code: string
  channel?: string
}

function describeRoutingProblem({ alerts }: MailText, inboxId: string, { code, channel }: RoutingProblem): string {
  const inbox = escapeMrkdwn(inboxId)
  const where = channel ? channelMention(channel) : ''
  switch (code) {
    case 'no_route':
      return alerts.noRoute(inbox)
    case 'shared':
      return alerts.shared(inbox, where)
    case 'is_archived':
      return alerts.archived(inbox, where)
    case 'not_in_channel':
    case 'channel_not_found':
      return alerts.notInChannel(inbox, where)
    default:
      return alerts.slackRefuses(inbox, where, escapeMrkdwn(code))
  }
}

/** Tells the admins that mail of this inbox waits for a channel; once a day for each problem. */
export function alertUnroutable(
  services: MailServices,
  team: string,
  inboxId: string,
  problem: RoutingProblem,
): Promise<void> {
  const day = String(Math.floor(services.clock.now() / DAY_MS))
  const dedupeKey = services.keyedHash('homeless', inboxId, problem.code, problem.channel ?? '', day)
  return alertAdmins(services, team, `mail.homeless:${dedupeKey}`, (text) => {
    const postHere = button({ actionId: actionIds.postHere, text: text.alerts.postHere, value: 'waiting' })
    return textMessage(describeRoutingProblem(text, inboxId, problem), actionsBlock(postHere))
  })
}
