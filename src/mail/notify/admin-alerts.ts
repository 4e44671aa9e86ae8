import type { MailEvent } from '../../clients/mailbox/event-schemas.ts'
import { explainError } from '../../clients/mailbox/error-messages.ts'
import type { Log } from '../../core/log.ts'
import type { Outbox } from '../../slack/outbox/outbox.ts'
import { actionsBlock, button, contextBlock, plainText, section } from '../../slack/blocks/block-builders.ts'
import type { Message, MessageBlock } from '../../slack/blocks/slack-message.ts'
import { channelMention, escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { actionIds } from '../action-ids.ts'
import { type BounceRate, computeBounceShare } from '../model/bounce-rate.ts'
import type { WebhookAlert } from '../webhook/webhook-registration.ts'
import { alertTexts as say } from '../text/en-admin.ts'

export interface AlarmDeps {
  outbox: Outbox
  log: Log
  adminUsers: string[]
  /** Where it is said when no admin is named. */
  channel: string | undefined
}

/** What the admins must know, each occasion once: as a direct message, or in the default channel where nobody is named. */
export function createAdminAlerts({ outbox, log, adminUsers, channel }: AlarmDeps) {
  async function tell(team: string, opId: string, message: Message): Promise<void> {
    for (const user of adminUsers) await outbox.postDirect({ team, user, opId: `${opId}:${user}`, message })
    if (adminUsers.length > 0) return
    if (channel !== undefined) await outbox.post({ team, channel, opId, message })
    else log.error({ team, opId }, 'an alarm finds nobody: neither ADMIN_USERS nor MAIL_DEFAULT_CHANNEL is set')
  }

  const message = (text: string, more: MessageBlock[] = []): Message => ({ text, blocks: [section(text), ...more] })

  return {
    webhook: (team: string, opId: string, alarm: WebhookAlert): Promise<void> => {
      switch (alarm.about) {
        case 'missing':
          return tell(team, opId, message(say.missing(escapeMrkdwn(alarm.event), escapeMrkdwn(alarm.permission))))
        case 'refused': {
          const { text, fix } = explainError(alarm.error)
          return tell(
            team,
            opId,
            message(say.refused(escapeMrkdwn(text)), fix ? contextBlock(plainText(fix, 900)) : []),
          )
        }
        case 'disabled':
        case 'changed':
        case 'gone':
          return tell(team, opId, message(say.webhook[alarm.about]))
      }
    },

    /** Mail of this inbox stands nowhere; `occasion` bundles what is the same trouble. */
    homeless: (
      team: string,
      occasion: string,
      inboxId: string,
      loss: { code: string; channel?: string },
    ): Promise<void> => {
      const inbox = escapeMrkdwn(inboxId)
      const where = loss.channel ? channelMention(loss.channel) : ''
      const text =
        loss.code === 'no_route'
          ? say.noRoute(inbox)
          : loss.code === 'shared'
            ? say.shared(inbox, where)
            : loss.code === 'is_archived'
              ? say.archived(inbox, where)
              : ['not_in_channel', 'channel_not_found'].includes(loss.code)
                ? say.notInChannel(inbox, where)
                : say.slackRefuses(inbox, where, escapeMrkdwn(loss.code))
      return tell(
        team,
        `mail.homeless:${occasion}`,
        message(text, actionsBlock(button({ actionId: actionIds.postHere, text: say.postHere, value: 'waiting' }))),
      )
    },

    bounces: (team: string, opId: string, rate: BounceRate): Promise<void> => {
      const percent = (computeBounceShare(rate) * 100).toFixed(1)
      return tell(
        team,
        opId,
        message(say.bounces(rate.level === 'alarm', escapeMrkdwn(rate.inboxId), percent, rate.recent.length)),
      )
    },

    /** Mail that stands nowhere could not be taken in; the admins hear of each such task anyway. */
    lost: async (team: string, opId: string, reference: string): Promise<void> => {
      if (adminUsers.length === 0) await tell(team, opId, message(say.lost(reference)))
    },

    domain: (team: string, opId: string, domain: NonNullable<MailEvent['domain']>): Promise<void> => {
      return tell(
        team,
        opId,
        message(
          say.domain(escapeMrkdwn(domain.domain ?? domain.domain_id ?? ''), escapeMrkdwn(domain.status ?? 'verified')),
        ),
      )
    },
  }
}

export type AdminAlerts = ReturnType<typeof createAdminAlerts>
