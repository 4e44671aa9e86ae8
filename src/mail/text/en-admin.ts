import type { MetricKind, MailMetrics } from '../../clients/mailbox/mailbox-metrics.ts'
import { createFormats } from '../../core/formats.ts'

const { count, list, number, percent } = createFormats('en')

const countSeconds = (seconds: number): string => count(seconds, { one: 'second', other: 'seconds' })

/** Alerts for the admins. Callers escape names from outside. */
export const englishAlerts = {
  tellAdmins: (by: string, inbox: string, problem: string) =>
    `${by} asks you to look at the mailbox. A reply from ${inbox} wasn’t sent: ${problem}`,
  webhook: {
    disabled:
      'Bellhop’s webhook was switched off in the mailbox, by someone or because it got no answer for days. Bellhop is setting up a new one. Mail from that time may be missing here, but it’s still in the mailbox. For example, `/mail import support@acme.com 7` brings the last 7 days of an inbox.',
    changed: 'Someone changed Bellhop’s webhook in the mailbox. Bellhop is replacing it, so that no mail is missed.',
    gone: 'Someone deleted Bellhop’s webhook in the mailbox. Bellhop is setting up a new one. Mail from that time may be missing here, but it’s still in the mailbox. For example, `/mail import support@acme.com 7` brings the last 7 days of an inbox.',
  },
  missing: (event: string, permission: string) =>
    `The mailbox key lacks \`${permission}\`, so Bellhop doesn’t receive \`${event}\`. All other mail still comes in. Give the key that permission. Bellhop tries again every day and at each start.`,
  refused: (text: string) => `Bellhop can’t register its webhook, so no mail comes in. ${text}`,
  noRoute: (inbox: string) =>
    `Mail for ${inbox} is waiting, because it has no route. Choose its channel, and Bellhop posts the mail there.`,
  shared: (channel: string) =>
    `Mail that goes to ${channel} is waiting, because the channel is shared with another organization. Choose another channel, and Bellhop posts the mail there, along with new mail.`,
  archived: (channel: string) =>
    `Mail that goes to ${channel} is waiting, because the channel is archived. Choose another channel, and Bellhop posts the mail there, along with new mail.`,
  notInChannel: (channel: string) =>
    `Mail that goes to ${channel} is waiting, because Bellhop isn’t in that channel. Invite it there with /invite @Bellhop, then press *Post here*. Or choose another channel.`,
  slackRefuses: (channel: string, code: string) =>
    `Mail that goes to ${channel} is waiting, because Slack doesn’t accept posts there (${code}). Fix that, then press *Post here*. Or choose another channel.`,
  kept: (channel: string) =>
    `Mail that was in ${channel} is waiting. Its route now leads to another channel, where other people could read it. Choose a channel for it, or make sure that Bellhop can post in ${channel}, then press *Post here*.`,
  failedTask: (reference: string) =>
    `Something went wrong in Bellhop, so a mail or a status update may be missing. It’s still in the mailbox. \`npm run dead -- show ${reference}\` shows why.`,
  loop: (inbox: string, thread: string | undefined) =>
    `🔁 Automatic replies are going back and forth with ${inbox}${thread ? ` in ${thread}` : ''}. Bellhop muted the thread there, but it can’t stop the program that sends these mails. Find the program that answers from ${inbox} and stop it.`,
  theThread: 'this thread',
  homeTitle: 'Mail that can’t be posted',
  domainsTitle: 'Domains of the mailbox',
  waitingNow: (waiting: number) =>
    `${count(waiting, { one: 'mail thread is waiting', other: 'mail threads are waiting' })}.`,
  otherChannel: 'Post in another channel…',
  moveAsk: 'Post in this channel?',
  moveText:
    'The waiting mail is posted there, and so is new mail that would have gone to the old channel. Everyone in that channel can read it.',
  move: 'Post there',
  moveNot: 'Not now',
  postHere: 'Post here',
  moved: (channel: string) => `The waiting mail now goes to ${channel}, and so does what comes after it.`,
  nothingWaits: 'No mail is waiting for a channel any more.',
  solved: 'This is solved already: no mail is waiting because of it any more. Nothing has changed.',
  bounces: (isAlarm: boolean, inbox: string, share: number, of: number) =>
    isAlarm
      ? `⚠️ ${percent(share, 1)} of the last ${count(of, { one: 'mail', other: 'mails' })} from ${inbox} bounced. Above ${percent(0.1)}, the service reviews the account and may suspend it. Check the addresses before you send more.`
      : `${percent(share, 1)} of the last ${count(of, { one: 'mail', other: 'mails' })} from ${inbox} bounced. Keep it under ${percent(0.02)}: check the addresses that bounce, and stop writing to them.`,
  domain: (domain: string, status: string) => `Verification of the domain ${domain} has finished: ${status}.`,
}

/** Private answers to `/mail`. Callers escape names from outside. */
export const englishCommand = {
  help: (isAdmin: boolean) =>
    [
      'Mail for your inboxes arrives in channels, and people reply to it there.',
      '• `/mail`: what’s waiting for you and in this channel; `/mail mine`, `open`, `waiting` and `snoozed` show one kind',
      '• `/mail write`: write a new mail; `/mail write anna@example.com` starts one to that address',
      '• `/mail find invoice from:anna`: find mail by its words',
      '• `/mail saved`: replies that you use again and again, yours and the channel’s',
      '• `/mail scheduled`: your mail that goes out later',
      '• `/mail approvals`: what waits for your approval, and what of yours waits',
      '• `/mail suppressed`: which addresses you’d better not write to, and why',
      '• `/mail inboxes`: which inbox goes where',
      '• `/mail rules`: which mail goes where, by sender, subject and more',
      '• `/mail status`: whether mail is coming in, and what’s waiting',
      '• `/mail metrics 30`: the mailbox’s figures for the last 30 days',
      '• `/mail settings`: what you can set for yourself and for inboxes',
      ...(isAdmin
        ? [
            '• `/mail route support@acme.com #support`: send an inbox’s mail to that channel (`off` removes the route)',
            '• `/mail quarantine #mail-review`: where spam, blocked and unauthenticated mail goes (`off`: the inbox’s channel)',
            '• `/mail hold support@acme.com 30`: wait 30 seconds before a reply goes out',
            '• `/mail approval support@acme.com @people`: who must approve what leaves (`off`: nobody)',
            '• `/mail import support@acme.com 7`: import the mail of the last 7 days to its channel, as a list',
            '• `/mail webhooks`: where the mailbox reports mail',
            '• `/mail audit`: who did what',
          ]
        : []),
      'What you type in a mail’s thread stays in Slack. Only the forms behind *Reply*, *Forward*, `/mail write` and *Send as reply* send mail.',
    ].join('\n'),
  unclear: (word: string) => `Bellhop doesn’t understand “${word}”. Type \`/mail help\` to see what it understands.`,
  meant: (command: string) => `Did you mean \`/mail ${command}\`?`,
  slips: {
    hold: (inbox: string) => `Hold takes 0 to 600 seconds: \`/mail hold ${inbox} 30\``,
    route: (inbox: string) =>
      `Route takes an inbox and a channel that you pick from Slack’s list: \`/mail route ${inbox} #support\``,
    quarantine: () => 'Quarantine takes a channel that you pick from Slack’s list: `/mail quarantine #mail-review`',
    webhooks: () => 'To see the mailbox’s webhooks, type `/mail webhooks` on its own. Only admins can.',
    import: (inbox: string) => `Import takes an inbox and 1 to 30 days: \`/mail import ${inbox} 7\``,
    write: (inbox: string) =>
      `Write takes the inbox that you write from, and addresses: \`/mail write ${inbox} anna@example.com\``,
    approval: (inbox: string) =>
      `Approval takes an inbox, and people or user groups that you pick from Slack’s list: \`/mail approval ${inbox} @people\` (\`off\`: nobody)`,
    approvals: () => 'To see what waits for approval, type `/mail approvals` on its own.',
    metrics: () => 'Metrics takes 1 to 90 days: `/mail metrics 30`',
    status: () => 'To see whether mail is coming in, type `/mail status` on its own.',
    inboxes: () => 'To see which inbox goes where, type `/mail inboxes` on its own.',
    mine: () => 'To see your mail, type `/mail mine` on its own.',
    open: () => 'To see what’s open here, type `/mail open` on its own.',
    waiting: () => 'To see what’s waiting for an answer here, type `/mail waiting` on its own.',
    snoozed: () => 'To see what’s snoozed here, type `/mail snoozed` on its own.',
    audit: () => 'To see who did what, type `/mail audit` on its own. Only admins can.',
    saved: () => 'To see saved replies, type `/mail saved` on its own.',
    suppressed: () => 'To see which addresses you’d better not write to, type `/mail suppressed` on its own.',
    settings: () => 'To open the settings, type `/mail settings` on its own.',
    rules: () => 'To see the rules for mail, type `/mail rules` on its own.',
    scheduled: () => 'To see your mail that goes out later, type `/mail scheduled` on its own.',
    routes: () => 'To see which inbox goes where, type `/mail routes` on its own.',
  },
  exampleInbox: 'support@acme.com',
  mailboxSilent: 'The mailbox took too long to answer, so nothing has changed. Send the command again.',
  noSuchInbox: (inbox: string, others: string[], more: number) =>
    others.length === 0
      ? `The mailbox has no inbox ${inbox}, and no others yet. Nothing has changed.`
      : `The mailbox has no inbox ${inbox}, so nothing has changed. It has ${list(more > 0 ? [...others, `${number(more)} more`] : others)}.`,
  slackSilent: 'Slack took too long to answer, so nothing has changed. Send the command again.',
  shared: (channel: string) =>
    `${channel} is shared with another organization, so Bellhop won’t post mail there. Choose a channel that only your workspace can see.`,
  archived: (channel: string) => `${channel} is archived. Choose another channel.`,
  notMember: (channel: string) =>
    `Bellhop isn’t in ${channel}. Invite it there with /invite @Bellhop, then send the command again.`,
  notReader: (channel: string) =>
    `You aren’t in ${channel}, so nothing has changed. Choose a channel that you can see.`,
  public: (channel: string) =>
    `Note: ${channel} is public. Everyone in this workspace can read this mail, including people who join later.`,
  routed: (inbox: string, channel: string) =>
    `Mail for ${inbox} now goes to ${channel}. Existing threads stay where they are.`,
  unrouted: (inbox: string, home: string | undefined) =>
    home
      ? `Mail for ${inbox} now goes to the default channel ${home}.`
      : `Mail for ${inbox} has no channel now. It waits until you set a route.`,
  quarantined: (channel: string) => `Spam, blocked and unauthenticated mail goes to ${channel}.`,
  noQuarantine: 'Spam, blocked and unauthenticated mail goes to its inbox’s channel, with its text hidden.',
  held: (inbox: string, seconds: number) =>
    seconds === 0
      ? `Replies from ${inbox} go out at once.`
      : `Replies from ${inbox} wait ${countSeconds(seconds)} before they go out.`,
  inbox: (inbox: string, channel: string | undefined, holdMs: number | undefined) => {
    const wait =
      holdMs === 0 ? 'replies go out at once' : `replies wait ${countSeconds(Math.round((holdMs ?? 0) / 1000))}`
    return `• ${inbox} → ${channel ?? 'nowhere yet'}${holdMs === undefined ? '' : ` · ${wait}`}`
  },
  noInboxes: 'No mail has come in yet, and there are no routes.',
  moreInboxes: (inboxes: number) => `and ${number(inboxes)} more`,
  rulesFirst: (rules: number) =>
    `${count(rules, { one: 'rule comes', other: 'rules come' })} before that: \`/mail rules\``,
  otherwise: (channel: string, inboxes: number) =>
    `${inboxes === 0 ? 'All mail' : 'Everything else'} goes to ${channel}.`,
  noDefault: 'There is no default channel: mail without a route waits.',
  webhookReady: 'Mail is coming in.',
  webhookNotReady: 'Mail isn’t coming in yet: the mailbox has no working webhook for Bellhop.',
  webhook: (when: string, fault: string | undefined) =>
    fault ? `Webhook last found ${when}. The latest check failed: ${fault}` : `Webhook last checked ${when}.`,
  missing: (event: string, permission: string) => `Not received: ${event}, because the key lacks ${permission}.`,
  inboxCount: (inboxes: number) => `${count(inboxes, { one: 'inbox has', other: 'inboxes have' })} received mail.`,
  waiting: (threads: number) =>
    `${count(threads, { one: 'mail thread is', other: 'mail threads are' })} waiting for a channel.`,
  bouncing: (inbox: string, share: number) => `${percent(share, 1)} of the mail from ${inbox} bounces.`,
  deadLetters: (tasks: number) =>
    `${count(tasks, { one: 'task has', other: 'tasks have' })} failed for good. \`npm run dead\` lists them.`,
}

const kinds: [MetricKind, string][] = [
  ['received', 'Received'],
  ['sent', 'Sent'],
  ['delivered', 'Delivered'],
  ['delayed', 'Delayed'],
  ['bounced', 'Bounced'],
  ['complained', 'Marked as spam'],
  ['rejected', 'Refused before sending'],
]

/** What `/mail metrics` answers, to one person alone. */
export const englishMetrics = {
  asked: (days: number) => `Checking ${last(days)}…`,
  counts: (days: number, metrics: MailMetrics) =>
    [
      `The mailbox’s figures for ${last(days)}, all inboxes together:`,
      ...kinds.map(([kind, name]) => `• ${name}: ${number(metrics[kind].reduce((sum, one) => sum + one.count, 0))}`),
    ].join('\n'),
}

const last = (days: number): string =>
  days === 1 ? 'the last 24 hours' : `the last ${count(days, { one: 'day', other: 'days' })}`

/** What `/mail webhooks` answers, to one person alone. Callers escape names from outside. */
export const englishWebhooks = {
  mailboxSilent: 'The mailbox took too long to answer. Send the command again.',
  count: (webhooks: number) =>
    webhooks === 0
      ? 'The mailbox has no webhooks.'
      : `The mailbox has ${count(webhooks, { one: 'webhook', other: 'webhooks' })}:`,
  line: (
    host: string,
    events: number,
    { isOwn, isOff, inboxes }: { isOwn: boolean; isOff: boolean; inboxes: number },
  ) =>
    [
      `• ${host || 'No address'}${isOwn ? ' (Bellhop)' : ''}`,
      count(events, { one: 'kind of event', other: 'kinds of events' }),
      inboxes === 0 ? 'all inboxes' : `${count(inboxes, { one: 'inbox or pod', other: 'inboxes and pods' })} only`,
      ...(isOff ? ['switched off'] : []),
    ].join(' · '),
  more: (webhooks: number) => `and ${number(webhooks)} more`,
  noneOwn:
    'None of them is Bellhop’s, so no mail comes in. Bellhop registers one by itself if the setting PUBLIC_URL has its address.',
}

/** What `/mail import` answers, to one person alone. Callers escape names from outside. */
export const englishImports = {
  started: (inbox: string, days: number, channel: string) =>
    `Importing the mail for ${inbox} from ${last(days)} to ${channel}. It appears as a list, and nobody is mentioned. You’ll get a message when it’s done.`,
  running: (inbox: string, through: number, of: number) =>
    of === 0
      ? `An import for ${inbox} has just begun. Wait until it’s done.`
      : `An import for ${inbox} is running: ${number(through)} of ${number(of)} so far.`,
  noRoute: (inbox: string) =>
    `${inbox} has no channel yet. Set one with \`/mail route ${inbox} #channel\`, then import its mail.`,
  done: (
    inbox: string,
    {
      imported,
      missing,
      held = 0,
      isCut,
      days,
      found,
    }: { imported: number; missing: number; held?: number; isCut?: boolean; days: number; found: unknown[] },
  ) =>
    [
      imported > 0
        ? `Imported ${count(imported, { one: 'mail', other: 'mails' })} for ${inbox} from ${last(days)}.`
        : found.length > 0
          ? `All the mail for ${inbox} from ${last(days)} is here already.`
          : `The mailbox has no mail for ${inbox} from ${last(days)}.`,
      held > 0 && `${count(held, { one: 'mail is', other: 'mails are' })} in quarantine because of a rule.`,
      missing > 0 && `The mailbox didn’t provide ${count(missing, { one: 'mail', other: 'mails' })}.`,
      isCut && `There is more in the mailbox: an import takes the newest ${number(500)} mails at most.`,
    ]
      .filter(Boolean)
      .join(' '),
}
