const notices = {
  thread: 'Mention me in the thread',
  direct: 'Send me a direct message',
  silent: 'Only show it on the card',
}

/** The settings about jobs. */
export const jobSettingsText = {
  project: { label: 'Project, unless your text or the channel names one', none: 'Ask me each time' },
  success: { label: 'When your job finishes', choices: notices },
  failure: { label: 'When your job fails', choices: notices },
  channelProject: { label: 'Project for this channel, unless the text names one', none: 'Ask each time' },
  followUp: {
    label: 'Which replies go to the agent?',
    choices: { mention: 'Replies that mention @Bellhop', any: 'Every reply' },
  },
  holdSeconds: {
    label: 'Seconds to undo a job before it starts',
    error: 'Enter a whole number from 0 to 600.',
  },
  emoji: {
    label: 'Emoji that starts a job from a message',
    hint: 'Its name, for example: memo. Leave empty for none.',
    none: 'None',
    error: 'Enter the name of one emoji, for example: memo',
  },
}
