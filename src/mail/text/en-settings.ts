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
}
