import { createFormats } from '../../core/formats.ts'

const { count, list, number } = createFormats('en')

const some = (values: string[], more: number): string[] => (more > 0 ? [...values, `${number(more)} more`] : values)
const quoted = (values: string[]): string[] => values.map((value) => `“${value}”`)
const mails = (of: number): string => count(of, { one: 'mail', other: 'mails' })

const kinds = {
  bounce: 'Bounce reports',
  list: 'List mail',
  auto_reply: 'Automatic mail',
  calendar: 'Invitations',
}

/** The rules of mail. Callers escape names and values from outside where they are shown as markup. */
export const englishRules = {
  open: 'Mail rules',
  like: 'Route mail like this…',
  likeHint: 'Makes a rule for mail from this sender to this inbox.',
  title: 'Mail rules',
  close: 'Close',
  intro:
    'When a mail begins a new thread, Bellhop tries these rules from top to bottom, and the first one that matches decides. Threads that are already here stay where they are.',
  empty:
    'There are no rules yet. A rule sends mail to a channel by its sender, recipient, subject or kind, for example invoices to #billing.',
  otherwise: (home: string | undefined) =>
    home
      ? `Mail that matches no rule goes to its inbox’s channel, or else to ${home}.`
      : 'Mail that matches no rule goes to its inbox’s channel.',
  add: 'Add a rule',
  try: 'Try on the last 50 mails',
  edit: 'Edit',
  up: '▲ Up',
  down: '▼ Down',
  delete: 'Delete',
  deleteAsk: 'Delete this rule?',
  deleteText: (name: string) =>
    `“${name}” won’t apply to new mail any more. Threads that are already here stay where they are.`,
  keep: 'Keep it',
  full: (most: number) =>
    `There are ${number(most)} rules, and that’s the most Bellhop can keep. To add one, delete or combine some first.`,
  newer: 'Earlier rules',
  older: 'More rules',
  readOnly: 'You can see the rules but not change them.',
  numbered: (at: number, name: string) => `${number(at)}. ${name}`,
  made: (by: string, when: string) => `Made by ${by}, ${when}`,
  changed: (by: string, when: string) => `Changed by ${by}, ${when}`,
  unusable: (problem: string) => `⚠️ ${problem} Until then, its mail waits.`,
  neverReached: 'No mail gets this far: a rule above takes every mail.',

  every: 'Every mail',
  nameParts: (values: string[], more: number) => list(some(values, more), 'comma'),
  kinds,
  otherKind: 'Other mail',
  /** In a sentence. */
  kindPhrases: {
    bounce: 'a bounce report',
    list: 'list mail',
    auto_reply: 'automatic mail',
    calendar: 'an invitation',
    other: 'other mail',
  },
  conditions: {
    inboxes: (values: string[], more: number) => `comes to the inbox ${list(some(values, more), 'or')}`,
    senders: (values: string[], more: number) => `is from ${list(some(values, more), 'or')}`,
    recipients: (values: string[], more: number) => `is addressed to ${list(some(values, more), 'or')}`,
    words: (values: string[], more: number) => `has ${list(some(quoted(values), more), 'or')} in its subject`,
    labels: (values: string[], more: number) => `has the label ${list(some(quoted(values), more), 'or')}`,
    kinds: (values: string[], more: number) => `is ${list(some(values, more), 'or')}`,
  },
  rule: (conditions: string[], outcomes: string[]) =>
    `${conditions.length === 0 ? 'Every mail' : `A mail that ${list(conditions)}`} → ${list(outcomes, 'comma')}`,
  outcomes: {
    sameChannel: 'its usual channel',
    quarantined: 'quarantine',
    assigned: (whom: string) => `assigned to ${whom}`,
    muted: 'muted',
  },

  form: {
    addTitle: 'Add a rule',
    editTitle: 'Edit rule',
    save: 'Save',
    cancel: 'Cancel',
    intro:
      'A mail has to match every condition that you fill in. If you enter several values in one field, with commas between them, one of them is enough.',
    name: 'Name',
    namePlaceholder: 'Without one, the rule is named after its conditions',
    inboxes: 'Inbox',
    inboxesPlaceholder: 'Any inbox',
    senders: 'Sender',
    sendersHint: 'Addresses or domains. A domain includes its subdomains.',
    sendersPlaceholder: 'tom@acme.com, globex.com',
    recipients: 'Recipient (to or cc)',
    recipientsHint: 'Addresses or domains. support+billing@ matches that name at every domain.',
    recipientsPlaceholder: 'support+billing@acme.com',
    words: 'Words in the subject',
    wordsHint: 'Words or phrases. “invoice” also finds “invoices”.',
    wordsPlaceholder: 'invoice, past due',
    labels: 'Label',
    labelsHint: 'As they’re named in the mailbox.',
    kinds: 'Kind of mail',
    channel: 'Channel',
    channelHint: 'Everyone in a public channel can read the mail. Leave empty for the channel it would go to anyway.',
    channelKept:
      'This rule sends mail to a channel that you can’t choose, because you aren’t in it. Leave the field empty to keep that channel.',
    channelUnusable: (problem: string) =>
      `⚠️ ${problem} If you leave the field empty, mail goes where it would go without this rule.`,
    assign: 'Assign to',
    assignHint: 'A person is notified of each thread that is assigned to them.',
    assignPlaceholder: 'Nobody',
    also: 'Also',
    mute: 'Mute it',
    quarantine: 'Quarantine it until somebody releases it',
    position: 'Place among the rules',
    before: (at: number, name: string) => `Before ${number(at)}. ${name}`,
    last: 'Last',
    groupsTitle: 'Groups',
    peopleTitle: 'People',
    loadingTitle: 'Still loading',
    loading: 'More names are loading. Type again in a moment.',
    unnamedGroup: 'a user group',
  },

  problems: {
    unreadable: (parts: string[]) => `Not a mail address or a domain: ${list(parts, 'comma')}`,
    tooMany: (most: number) => `At most ${number(most)} values. Make a second rule for the others.`,
    tooLong: (most: number) => `One of these has more than ${number(most)} characters. Shorten it.`,
    nothingToDo: 'Choose a channel, somebody to assign to, or what else should happen.',
    noSuchInbox: 'One of these inboxes isn’t there any more. Choose again.',
    mailboxSilent: 'The mailbox took too long to answer. Press Save again.',
    slackSilent: 'Slack took too long to answer. Press Save again.',
    notSubject: 'Choose a person or a user group from the menu.',
    left: 'This person isn’t a full member of the workspace any more. Choose somebody else.',
    notReader: 'This person can’t read that channel. Invite them there first, or choose somebody else.',
    everything:
      'Without a condition, this rule takes every mail that no rule above it takes. Press Save again if that’s right.',
    full: (most: number) => `There are ${number(most)} rules already. Delete or combine some, then press Save again.`,
    changed: (who: string) => `${who} has just changed this rule; see below. Press Save again to use yours instead.`,
    gone: 'Somebody has just deleted this rule. Press Save again to add yours as a new one.',
    theirs: (rule: string) => `It now says: ${rule}`,
    positionGone: 'The rules have changed. Choose the place again.',
  },

  notes: {
    moved: 'Somebody has just changed the order, so nothing was moved. This is the order now.',
    changed: (who: string) => `${who} has just changed that rule, so it wasn’t deleted. This is what it says now.`,
    gone: 'This rule has been deleted.',
    lostRace: {
      changed: (who: string, name: string) =>
        `${who} changed the rule “${name}” at the same moment, so yours wasn’t saved. Bellhop has kept what you entered.`,
      gone: (name: string) =>
        `The rule “${name}” was deleted at the same moment, so yours wasn’t saved. Bellhop has kept what you entered.`,
      full: (name: string) =>
        `There’s no room for the rule “${name}”, so it wasn’t saved. Bellhop has kept what you entered. Delete or combine some rules first.`,
    },
    reopen: 'Open again',
    notKept: 'Bellhop no longer has what you entered. These are the rules now.',
    notReader: (channel: string) =>
      `You aren’t in ${channel} any more, so the rule wasn’t saved. Choose a channel that you can see.`,
    saving: 'Saving…',
  },

  tried: {
    title: 'Last 50 mails',
    head: (of: number) => `*If the ${of === 1 ? 'newest mail' : `last ${mails(of)}`} came in now, under these rules:*`,
    noMails: 'No mail has come in during the last 30 days, so there is nothing to try the rules on.',
    unchanged: (of: number) =>
      `${count(of, { one: 'mail would go where it went', other: 'mails would go where they went' })}.`,
    allUnchanged: 'Every mail would go where it went.',
    moves: (from: string, to: string) => `*${from} → ${to}*`,
    stays: (where: string) => `*Stays in ${where}*`,
    by: (rule: string) => `because of the rule “${rule}”`,
    byInbox: 'because that’s the inbox’s channel',
    byDefault: 'because that’s the default channel',
    byNothing: 'because no rule matches and the inbox has no channel',
    mails,
    more: (of: number) => `and ${mails(of)} more`,
    moreGroups: (of: number) => `${mails(of)} more would go elsewhere.`,
    hidden: (of: number, moving: number) => {
      const counted = count(of, {
        one: 'mail is in a channel that you can’t read, so it’s only counted',
        other: 'mails are in channels that you can’t read, so they’re only counted',
      })
      if (moving === 0) return `${counted}.`
      return `${counted}. ${of === 1 ? 'It' : moving === of ? 'All of them' : number(moving)} would go elsewhere.`
    },
    restricted: (of: number) =>
      `${count(of, { one: 'mail was', other: 'mails were' })} quarantined by the mailbox, as spam for example. Rules don’t change that.`,
    waiting: 'waiting for a channel',
    quarantine: 'quarantine',
    line: (from: string, subject: string) => `• ${from}: ${subject}`,
  },

  why: {
    rule: (name: string, by: string, when: string) =>
      `This mail is here because it matched the rule “${name}” by ${by} (${when}).`,
    elsewhere: (name: string, inbox: string) =>
      `This mail matched the rule “${name}”, which doesn’t choose a channel, so it’s in the channel for ${inbox}.`,
    now: (rule: string) => `The rule now says: ${rule}`,
    gone: 'The rule has been deleted since.',
    openRule: 'Open the rule',
    notAssigned: {
      left: (whom: string) => `The rule assigns mail to ${whom}, who has left, so nobody was assigned.`,
      not_reader: (whom: string) =>
        `The rule assigns mail to ${whom}, who can’t read this channel, so nobody was assigned.`,
    },
  },

  assigned: (name: string) => `, the rule “${name}” has assigned this mail to you.`,
  cannotAssign: {
    left: (name: string, whom: string) =>
      `The rule “${name}” assigns mail to ${whom}, who has left. The mail came in, but nobody is assigned. Open \`/mail rules\` to choose somebody else.`,
    not_reader: (name: string, whom: string, channel: string) =>
      `The rule “${name}” assigns mail in ${channel} to ${whom}, who can’t read that channel. The mail came in, but nobody is assigned. Invite them there, or choose somebody else in \`/mail rules\`.`,
  },
}
