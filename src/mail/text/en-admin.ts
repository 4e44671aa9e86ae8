import type { MetricKind, MailMetrics } from '../../clients/mailbox/mailbox-metrics.ts'
import { countNoun } from './en.ts'

/** What the admins are told. Names from outside come escaped. */
export const alertTexts = {
  webhook: {
    disabled:
      'The mailbox had switched off Bellhop’s webhook, which happens after days without an answer. Bellhop replaces it. Mail of that time may be missing here; it is still in the mailbox.',
    changed: 'Somebody changed Bellhop’s webhook in the mailbox. Bellhop replaces it with one that brings all mail.',
    gone: 'Bellhop’s webhook was deleted in the mailbox. Bellhop makes a new one. Mail of that time may be missing here; it is still in the mailbox.',
  },
  missing: (event: string, permission: string) =>
    `The mailbox key lacks \`${permission}\`, so Bellhop does not hear of \`${event}\`. All other mail comes in. Give the key that permission; Bellhop asks again every day and at each start.`,
  refused: (text: string) => `Bellhop cannot register its webhook, so no mail comes in. ${text}`,
  noRoute: (inbox: string) =>
    `Mail came for ${inbox}, and no route says where it goes. Set one with \`/mail route ${inbox} #channel\`; what waits is shown then.`,
  shared: (inbox: string, channel: string) =>
    `Mail for ${inbox} is routed to ${channel}, which is shared with another organization. Bellhop does not post it there. Set another channel with \`/mail route ${inbox} #channel\`.`,
  archived: (inbox: string, channel: string) =>
    `Mail for ${inbox} goes to ${channel}, and that channel is archived. Set another one with \`/mail route ${inbox} #channel\`; what waits is shown then.`,
  notInChannel: (inbox: string, channel: string) =>
    `Bellhop is not in ${channel}, so mail for ${inbox} waits. Invite it there with /invite @Bellhop, then press Post here.`,
  slackRefuses: (inbox: string, channel: string, code: string) =>
    `Slack takes no posts in ${channel} (${code}), so mail for ${inbox} waits. Mend that or set another channel with \`/mail route ${inbox} #channel\`, then press Post here.`,
  lost: (reference: string) =>
    `Bellhop failed at a mail, or at news of one, and does not try it again by itself. It is still in the mailbox. \`npm run dead -- show ${reference}\` says why.`,
  postHere: 'Post here',
  bounces: (isAlarm: boolean, inbox: string, percent: string, of: number) =>
    isAlarm
      ? `⚠️ ${percent} % of the last ${of} mails from ${inbox} came back. Above 10 % the service reviews the account and may stop it. Check the addresses before you send more.`
      : `${percent} % of the last ${of} mails from ${inbox} came back. Keep it under 2 %: check addresses that bounce, and stop writing to them.`,
  domain: (domain: string, status: string) => `The domain ${domain} finished verification: ${status}.`,
}

/** What `/mail` answers, to one person alone. Names from outside come escaped. */
export const commandTexts = {
  help: [
    'Mail for your inboxes comes into channels, and people answer it there.',
    '• `/mail inboxes`: which inbox goes where',
    '• `/mail status`: whether mail comes in, and what waits',
    '• `/mail metrics 30`: what the mailbox counted in the last 30 days',
    '• `/mail route support@acme.com #support`: an inbox’s mail goes to that channel (`off` takes the route away)',
    '• `/mail quarantine #mail-review`: spam, blocked and unauthenticated mail goes there (`off`: to the inbox’s own channel, folded)',
    '• `/mail hold support@acme.com 30`: replies wait 30 seconds before they leave',
    'The last three are for admins. In a mail’s thread, what you type stays here: only Reply, or Send as reply on a message, goes out.',
  ].join('\n'),
  unclear: (word: string) => `I cannot read “${word}”.`,
  membersOnly: 'Only full members of this workspace can see this.',
  notKnownYet: 'Slack did not say in time who you are. Send the command again.',
  adminsOnly: 'Only workspace admins can change where mail goes. Ask one of them.',
  slackSilent: 'Slack did not answer in time, so nothing was changed. Send the command again.',
  shared: (channel: string) =>
    `${channel} is shared with another organization, so mail does not go there. Choose a channel that is yours alone.`,
  archived: (channel: string) => `${channel} is archived. Choose another channel.`,
  notMember: (channel: string) =>
    `Bellhop is not in ${channel}. Invite it there with /invite @Bellhop, then send the command again.`,
  public: (channel: string) =>
    `Note: ${channel} is public. Everyone in this workspace, and whoever joins it later, can read this mail.`,
  routed: (inbox: string, channel: string) =>
    `Mail for ${inbox} goes to ${channel} from now on. Threads that stand elsewhere stay where they are.`,
  unrouted: (inbox: string, home: string | undefined) =>
    home
      ? `Mail for ${inbox} goes to the default channel ${home} from now on.`
      : `Mail for ${inbox} has no channel now. It waits until a route is set.`,
  quarantined: (channel: string) => `Spam, blocked and unauthenticated mail goes to ${channel}.`,
  noQuarantine: 'Spam, blocked and unauthenticated mail goes to the channel of its inbox, folded.',
  held: (inbox: string, seconds: number) =>
    seconds === 0
      ? `Replies from ${inbox} leave at once.`
      : `Replies from ${inbox} wait ${countNoun(seconds, 'second', 'seconds')} before they leave.`,
  inbox: (inbox: string, channel: string | undefined, holdMs: number | undefined) =>
    `• ${inbox} → ${channel ?? 'nowhere yet'}${holdMs === undefined ? '' : holdMs === 0 ? ' · replies leave at once' : ` · replies wait ${Math.round(holdMs / 1000)} s`}`,
  noInboxes: 'No mail has come in yet, and no route is set.',
  moreInboxes: (count: number) => `and ${count} more`,
  otherwise: (channel: string) => `Everything else goes to ${channel}.`,
  noDefault: 'There is no default channel: mail without a route waits.',
  reached: 'Mail reaches Bellhop.',
  notReached: 'Mail does not reach Bellhop yet: its webhook does not stand.',
  webhook: (when: string, fault: string | undefined) =>
    fault ? `Webhook last seen ${when}. The last look failed: ${fault}` : `Webhook seen ${when}.`,
  missing: (event: string, permission: string) => `Not heard of: ${event}, since the key lacks ${permission}.`,
  inboxCount: (count: number) => `Mail has come for ${countNoun(count, 'inbox', 'inboxes')}.`,
  waiting: (count: number) => `${countNoun(count, 'mail thread waits', 'mail threads wait')} for a route.`,
  bouncing: (inbox: string, percent: string) => `${percent} % of the mail from ${inbox} comes back.`,
  dead: (count: number) => `${countNoun(count, 'task has', 'tasks have')} failed for good and can be looked at.`,
}

const kinds: [MetricKind, string][] = [
  ['received', 'Received'],
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['delayed', 'Delayed'],
  ['bounced', 'Bounced'],
  ['complained', 'Marked as spam'],
  ['rejected', 'Not sent: refused by the service'],
]

/** What `/mail metrics` answers, to one person alone. */
export const metricsTexts = {
  asked: (days: number) => `The mailbox is asked about ${last(days)}. The answer comes here.`,
  counts: (days: number, metrics: MailMetrics) =>
    [
      `What the mailbox counted in ${last(days)}, all inboxes together:`,
      ...kinds.map(([kind, name]) => `• ${name}: ${metrics[kind].reduce((sum, { count }) => sum + count, 0)}`),
    ].join('\n'),
}

const last = (days: number): string => (days === 1 ? 'the last 24 hours' : `the last ${days} days`)

export const webhookNotReady = 'the mail webhook does not stand yet'
