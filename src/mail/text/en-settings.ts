/** Why a channel in the settings can't get mail; shown at its field, as plain text. */
export const englishChannelProblems = {
  shared: (name: string) =>
    `#${name} is shared with another organization. Choose a channel that only your workspace can see.`,
  archived: (name: string) => `#${name} is archived. Choose another channel.`,
  notMember: (name: string) =>
    `Bellhop isn’t in #${name}. Invite it there with /invite @Bellhop, or choose another channel.`,
  notReader: () => 'You aren’t in this channel. Choose one that you can see.',
  hidden: () => 'Bellhop can’t see this channel. Invite it there with /invite @Bellhop, or choose another channel.',
}

const unclaimedChoices = { off: 'Never', '1h': 'After an hour', '4h': 'After 4 hours', '1d': 'After a day' }
const waitingChoices = { off: 'Never', '1d': 'After a day', '3d': 'After 3 days', '7d': 'After a week' }

/** The settings about mail. */
export const englishSettings = {
  route: {
    label: 'Channel for this inbox’s mail',
    hint: 'Everyone in a public channel can read the mail. Existing threads stay where they are. The rules in /mail rules come first.',
    none: (home: string | undefined) =>
      home === undefined ? 'None: mail waits until there is one' : `The default channel, ${home}`,
    placeholder: { hasDefault: 'The default channel', hasNone: 'None: mail waits until there is one' },
    error: 'Choose a channel.',
  },
  hold: {
    label: 'Seconds to cancel a reply before it’s sent',
    error: 'Enter a whole number from 0 to 600.',
  },
  quarantine: {
    label: 'Channel for quarantined mail',
    hint: 'For spam, blocked and unauthenticated mail. Leave empty to show it in its inbox’s channel, with its text hidden.',
    none: 'Its inbox’s channel, with the text hidden',
    error: 'Choose a channel.',
  },
  unclaimedAfter: {
    label: 'Remind the channel of mail that nobody has claimed',
    hint: 'In the channel’s reminder hours. Channels can have their own choice.',
    choices: unclaimedChoices,
  },
  waitingAfter: {
    label: 'Remind the channel of mail that waits for the other side’s answer',
    choices: waitingChoices,
  },
  channelUnclaimedAfter: {
    label: 'Remind this channel of mail that nobody has claimed',
    choices: { same: 'As set for each inbox', ...unclaimedChoices },
  },
  channelWaitingAfter: {
    label: 'Remind this channel of mail that waits for the other side’s answer',
    choices: { same: 'As set for each inbox', ...waitingChoices },
  },
  reminderDays: {
    label: 'Days on which this channel is reminded',
    error: 'Choose at least one day.',
  },
  reminderHours: {
    label: 'Start of this channel’s reminder hours',
    until: 'End of this channel’s reminder hours',
    hint: 'In the workspace’s time zone.',
    error: 'Choose two different times.',
  },
  ownSignature: {
    label: 'Your signature',
    hint: 'Below the mail that you write, instead of the inbox’s signature. With several inboxes, you can have another one for each: choose it above.',
    none: 'None: the inbox’s, if it has one',
  },
  inboxSignature: {
    label: 'Signature of this inbox',
    hint: 'Below mail of people who have no signature of their own.',
  },
  quotesOriginal: {
    label: 'Quote the earlier mail below replies',
    hint: 'People can change it for each reply.',
  },
  writerName: {
    label: 'Name of the person who wrote a mail',
    hint: 'The mailbox gives every mail of an inbox the same sender. Whoever answers sees the name in their address line.',
    choices: {
      off: 'Isn’t in the mail',
      signature: 'Below the text, above the signature',
      reply_to: 'In the address that answers go to',
    },
  },
  timeZone: {
    label: 'Time zone of this workspace',
    hint: 'For the reminder hours of channels.',
  },
}
