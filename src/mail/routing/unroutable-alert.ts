import { DAY_MS } from '../../core/clock.ts'
import { actionsBlock, button } from '../../slack/blocks/block-builders.ts'
import { channelMention, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { textMessage } from '../../slack/blocks/text-message.ts'
import { actionIds } from '../action-ids.ts'
import { alertAdmins } from '../notify/admin-alerts.ts'
import type { MailServices } from '../services.ts'
import { alertTexts } from '../text/en-admin.ts'

/** Why no channel takes a mail: `no_route`, `shared`, or Slack's code for the channel. */
export interface RoutingProblem {
  code: string
  channel?: string
}

function describeProblem(inboxId: string, { code, channel }: RoutingProblem): string {
  const inbox = escapeMrkdwn(inboxId)
  const where = channel ? channelMention(channel) : ''
  switch (code) {
    case 'no_route':
      return alertTexts.noRoute(inbox)
    case 'shared':
      return alertTexts.shared(inbox, where)
    case 'is_archived':
      return alertTexts.archived(inbox, where)
    case 'not_in_channel':
    case 'channel_not_found':
      return alertTexts.notInChannel(inbox, where)
    default:
      return alertTexts.slackRefuses(inbox, where, escapeMrkdwn(code))
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
  const postHere = actionsBlock(button({ actionId: actionIds.postHere, text: alertTexts.postHere, value: 'waiting' }))
  const message = textMessage(describeProblem(inboxId, problem), postHere)
  return alertAdmins(services, team, `mail.homeless:${dedupeKey}`, message)
}
