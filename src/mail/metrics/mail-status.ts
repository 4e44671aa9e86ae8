import { channelMention, dateToken, escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import { computeBounceShare } from '../records/replies/bounce-rate.ts'
import type { InboundScope } from '../inbound/inbound-scope.ts'
import type { MailText } from '../text/mail-text.ts'
import { findWebhook, isWebhookReady } from '../inbound/webhook/webhook-config.ts'

const MAX_INBOXES = 25

const joinLines = (lines: (string | false | undefined)[]): string =>
  lines.filter((line) => typeof line === 'string').join('\n')

/** Answers `/mail status`: whether mail comes in, what waits, and what bounces. */
export async function describeStatus({ command: texts }: MailText, scope: InboundScope): Promise<string> {
  const {
    mailStore,
    queue,
    routes,
    records: { bounceRates },
  } = scope
  const [webhook, isReady, threads, quarantined, rates, stats, settings] = await Promise.all([
    findWebhook(scope),
    isWebhookReady(scope),
    Array.fromAsync(mailStore.waitingThreads.all()),
    Array.fromAsync(mailStore.waitingQuarantined.all()),
    bounceRates.listRates(),
    queue.stats(),
    routes.read(),
  ])
  const waiting = threads.length + quarantined.length
  const bouncing = rates.filter(({ level }) => level !== 'calm')
  return joinLines([
    isReady ? texts.webhookReady : texts.webhookNotReady,
    webhook &&
      texts.webhook(
        dateToken(webhook.checkedAt, '{date_short_pretty} {time}'),
        webhook.fault ? escapeMrkdwn(webhook.fault) : undefined,
      ),
    ...(webhook?.missing ?? []).map(({ event, permission }) =>
      texts.missing(escapeMrkdwn(event), escapeMrkdwn(permission)),
    ),
    texts.inboxCount(settings.seen.length),
    waiting > 0 && texts.waiting(waiting),
    ...bouncing.map((rate) => texts.bouncing(escapeMrkdwn(rate.inboxId), computeBounceShare(rate))),
    stats.dead > 0 && texts.deadLetters(stats.dead),
  ])
}

/** Answers `/mail inboxes`: which inbox's mail goes to which channel. */
export async function describeInboxes({ command: texts }: MailText, { routes }: InboundScope): Promise<string> {
  const settings = await routes.read()
  const { defaultChannel } = routes
  const inboxes = [...new Set([...settings.rules.map(({ inboxId }) => inboxId), ...settings.seen])]
  const ofInbox = (inbox: string) => (one: { inboxId: string }) => one.inboxId.toLowerCase() === inbox.toLowerCase()
  const lines = inboxes.slice(0, MAX_INBOXES).map((inbox) => {
    const channel = settings.rules.find(ofInbox(inbox))?.channel ?? defaultChannel
    const holdMs = settings.holds.find(ofInbox(inbox))?.holdMs
    return texts.inbox(escapeMrkdwn(truncate(inbox, 200)), channel && channelMention(channel), holdMs)
  })
  return joinLines([
    ...(lines.length > 0 ? lines : [texts.noInboxes]),
    inboxes.length > MAX_INBOXES && texts.moreInboxes(inboxes.length - MAX_INBOXES),
    defaultChannel ? texts.otherwise(channelMention(defaultChannel), lines.length) : texts.noDefault,
    settings.mailRules.length > 0 && texts.rulesFirst(settings.mailRules.length),
    settings.quarantine && texts.quarantined(channelMention(settings.quarantine.channel)),
  ])
}
