import { createFormats } from '../../core/formats.ts'

const { count, list, number, plural } = createFormats('en')

const nameUnsent = (kind: string | undefined): string =>
  kind === 'forward' ? 'Forward' : kind === undefined ? 'Reply' : 'Mail'

/** Working on mail together. */
export const englishWork = {
  claim: 'Claim',
  release: 'Release',
  handOver: 'Hand over…',
  done: 'Done',
  reopen: 'Reopen',
  snooze: 'Snooze…',
  wake: 'End snooze',
  mute: 'Mute',
  unmute: 'Unmute',
  yoursAlready: 'You’ve claimed this mail already.',
  claimedBy: (name: string) => `${name} has claimed this mail already.`,
  already: 'Somebody else was faster. The mail’s card shows what has changed.',
  notReader: (name: string) =>
    `${name} can’t read the channel with this mail, so nothing has changed. Invite them there first, or choose somebody else.`,
  handedOver: (by: string, subject: string) => `, ${by} handed this mail over to you: “${subject}”`,
  goToMail: 'Go to the mail',
  returned: (subject: string) => `, the mail that you snoozed is back: “${subject}”`,
  returnedQuietly: (name: string, subject: string) => `The mail that ${name} snoozed is back: “${subject}”`,
  forms: {
    snoozeTitle: 'Snooze',
    snooze: 'Snooze',
    cancel: 'Cancel',
    when: 'Until when?',
    times: {
      today: 'Today 17:00',
      tomorrow: 'Tomorrow 9:00',
      monday: 'Monday 9:00',
      pick: 'Another day and time…',
    },
    day: 'Day',
    dayHint: 'Choose a day',
    time: 'Time',
    snoozeHint: (zone: string, isOwn: boolean) =>
      `In ${isOwn ? 'your' : 'the workspace’s'} time zone, ${zone}. Then the mail comes back to its channel and mentions you. It comes back at once if the other side writes.`,
    pickBoth: 'Choose a day and a time.',
    past: 'This time is already over. Choose a later one.',
    tooFar: 'Choose a time within a year.',
    handOverTitle: 'Hand over',
    handOver: 'Hand over',
    person: 'Who takes care of this mail from now on?',
    personHint: 'Bellhop notifies them in the way that they’ve chosen in their settings.',
    notReader: 'They can’t read the channel with this mail. Invite them there first, or choose somebody else.',
  },
  reminder: {
    mine: (threads: number) => `⏰ ${count(threads, { one: 'mail is', other: 'mails are' })} waiting for your reply.`,
    unclaimed: (threads: number) =>
      threads === 1
        ? '⏰ Nobody has claimed this mail yet.'
        : `⏰ Nobody has claimed these ${number(threads)} mails yet.`,
    waiting: (threads: number) =>
      `⏰ ${count(threads, { one: 'mail is', other: 'mails are' })} still waiting for an answer from the other side.`,
    more: (threads: number, isPerson: boolean) =>
      `and ${number(threads)} more: ${isPerson ? '`/mail mine` lists' : '`/mail open` and `/mail waiting` list'} them all`,
  },
  news: (from: string, subject: string) => `, ${from} wrote again: “${subject}”`,
  list: {
    title: 'Mail',
    views: {
      now: 'For me and this channel',
      mine: 'My mail',
      open: 'Open here',
      waiting: 'Waiting for an answer here',
      snoozed: 'Snoozed here',
    },
    /** By where it is listed: the person’s own mail, or the channel’s. */
    mine: { open: 'Waiting for you', waiting: 'You’re waiting for an answer', snoozed: 'Your snoozed mail' },
    here: {
      open: (channel: string) => `Open in ${channel}`,
      waiting: (channel: string) => `Waiting for an answer in ${channel}`,
      snoozed: (channel: string) => `Snoozed in ${channel}`,
    },
    empty: {
      now: 'Nothing is waiting. Mail that you claim is listed here, and so is new mail in a channel.',
      mine: 'You have no mail. *Claim* on a mail’s card puts it here.',
      open: 'No mail is open. New mail in a channel is listed here until somebody presses *Done*.',
      waiting: 'No mail is waiting for the other side. It’s listed here once a reply has left.',
      snoozed: 'No mail is snoozed. *Snooze…* in a mail’s ⋯ puts it aside until a time that you choose.',
    },
    end: 'That’s all.',
    notReader: 'You can’t read this channel, so only your own mail is listed.',
    slow: 'Slack took too long to say who can read this channel. Open the list again.',
    help: '`/mail help` shows what else you can do.',
    open: 'Open',
    older: 'Older',
    newer: 'Newer',
    newest: 'Newest',
    all: 'All my mail',
    state: {
      unclaimed: 'Nobody has claimed it',
      owner: (name: string) => `Claimed by ${name}`,
      yours: 'Claimed by you',
      since: (when: string) => `open since ${when}`,
      mine: (when: string) => `Open since ${when}`,
      snoozed: (until: string) => `💤 snoozed until ${until}`,
      muted: '🔕 muted',
      noChannel: 'waiting until an admin chooses a channel',
    },
    /** A reply in this thread that has not left; `kind`: absent if it answers a mail. */
    unsent: {
      scheduled: (kind: string | undefined, when: string) => `${nameUnsent(kind)} scheduled for ${when}`,
      awaiting: (kind: string | undefined) => `${nameUnsent(kind)} waits for approval`,
      paused: (kind: string | undefined) => `⏸️ ${nameUnsent(kind)} on hold: a decision is missing`,
    },
    home: 'Your mail',
  },
  card: {
    owner: (name: string) => `👤 Claimed by ${name}`,
    assigned: (name: string) => `👤 Assigned to ${name} by a rule`,
    group: (name: string) => `👥 For ${name}, not claimed yet`,
    waiting: (when: string) => `⏳ Waiting for an answer since ${when}`,
    done: (when: string) => `✅ Done ${when}`,
    snoozed: (name: string, until: string) => `💤 Snoozed by ${name} until ${until}`,
    mutedByLoop: '🔕 Muted by Bellhop: no mentions, no reminders',
    muted: (name: string) => `🔕 Muted by ${name}: no mentions, no reminders`,
    writing: (names: string[]) =>
      `✍️ ${list(names)} ${plural(names.length, { one: 'is', other: 'are' })} writing an answer`,
  },
}
