import { channelMention, escapeMrkdwn, formatMoment, truncate } from '../../slack/blocks/mrkdwn.ts'
import { computeBounceShare } from '../records/replies/bounce-rate.ts'
import type { InboundScope } from '../inbound/inbound-scope.ts'
import type { MailText } from '../text/mail-text.ts'
import { findWebhook, isWebhookReady } from '../inbound/webhook/webhook-config.ts'

const MAX_INBOXES = 25

const joinLines = (lines: (string | false | undefined)[]): string =>
  lines.filter((line) => typeof line === 'string').join('\n')

/** Answers `/mail status`: whether mail comes in, and how much waits and bounces. */
export async function describeStatus(text: MailText, scope: InboundScope): Promise<string> {
  const { command: texts, formats } = text
  const {
    mailStore,
    queue,
    routes,
    records: { bounceRates },
  } = scope
  const [webhook, alarm, isReady, threads, quarantined, rate, stats, settings] = await Promise.all([
    findWebhook(scope),
    scope.inbound.webhookAlarm.find(),
    isWebhookReady(scope),
    Array.fromAsync(mailStore.waitingThreads.all()),
    Array.fromAsync(mailStore.waitingQuarantined.all()),
    bounceRates.readRate(),
    queue.stats(),
    routes.read(),
  ])
  const waiting = threads.length + quarantined.length
  return joinLines([
    isReady ? texts.webhookReady : texts.webhookNotReady,
    alarm?.isKeyRejected && texts.keyRejected,
    webhook && describeWebhook(text, webhook),
    ...(webhook?.missing ?? []).map(({ event, permission }) =>
      texts.missing({ event: escapeMrkdwn(event), permission: escapeMrkdwn(permission) }),
    ),
    texts.inboxCount({ count: settings.seen.length }),
    waiting > 0 && texts.waiting({ count: waiting }),
    rate &&
      rate.level !== 'calm' &&
      texts.bouncing({ share: formats.percent(computeBounceShare(rate), 1), count: rate.recent.length }),
    stats.dead > 0 && texts.deadLetters({ count: stats.dead }),
  ])
}

function describeWebhook(
  { command }: MailText,
  { checkedAt, fault }: { checkedAt: number; fault?: string | undefined },
): string {
  const when = formatMoment(checkedAt)
  return fault ? command.webhookFailed({ when, fault: escapeMrkdwn(fault) }) : command.webhook({ when })
}

/** Answers `/mail inboxes` with the channel of each inbox. */
export async function describeInboxes(text: MailText, { routes }: InboundScope): Promise<string> {
  const { command: texts } = text
  const settings = await routes.read()
  const { defaultChannel } = routes
  const inboxes = [...new Set([...settings.rules.map(({ inboxId }) => inboxId), ...settings.seen])]
  const ofInbox = (inbox: string) => (one: { inboxId: string }) => one.inboxId.toLowerCase() === inbox.toLowerCase()
  const lines = inboxes.slice(0, MAX_INBOXES).map((inbox) => {
    const channel = settings.rules.find(ofInbox(inbox))?.channel ?? defaultChannel
    const holdMs = settings.holds.find(ofInbox(inbox))?.holdMs
    return describeInbox(text, { inbox: escapeMrkdwn(truncate(inbox, 200)), channel, holdMs })
  })
  return joinLines([
    ...(lines.length > 0 ? lines : [texts.noInboxes]),
    inboxes.length > MAX_INBOXES && texts.moreInboxes({ count: inboxes.length - MAX_INBOXES }),
    describeDefault(text, defaultChannel, lines.length),
    settings.mailRules.length > 0 && texts.rulesFirst({ count: settings.mailRules.length }),
    settings.quarantine && texts.quarantined({ channel: channelMention(settings.quarantine.channel) }),
  ])
}

/** Describes the channel of an inbox, and how long its replies are held if the inbox has its own setting. */
function describeInbox(
  { command }: MailText,
  { inbox, channel: id, holdMs }: { inbox: string; channel: string | undefined; holdMs: number | undefined },
): string {
  const channel = id === undefined ? command.nowhere : channelMention(id)
  if (holdMs === undefined) return command.inbox({ inbox, channel })
  return command.inboxHeld({ inbox, channel, seconds: Math.round(holdMs / 1000) })
}

function describeDefault({ command }: MailText, id: string | undefined, inboxes: number): string {
  if (!id) return command.noDefault
  const channel = channelMention(id)
  return inboxes === 0 ? command.allToDefault({ channel }) : command.restToDefault({ channel })
}
