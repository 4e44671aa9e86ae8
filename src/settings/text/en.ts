/** The English texts of the settings that belong to no slice. */
export const settingsText = {
  personNotices: {
    label: 'What Bellhop notifies you about',
    hint: '“Nothing” also turns off what you choose for jobs. You’re still told when a reply of yours isn’t delivered.',
    choices: {
      everything: 'Everything',
      concerns: 'Only what concerns me',
      nothing: 'Nothing',
    },
  },
  channelNotices: {
    label: 'When Bellhop mentions people in this channel',
    hint: 'Mail and jobs are posted here either way.',
    choices: {
      everything: 'Whenever there’s something new',
      concerns: 'Only when something concerns them',
      nothing: 'Never: they get a direct message instead',
    },
  },
  workingDays: {
    label: 'Your working days',
    error: 'Choose at least one day.',
  },
  workingHours: {
    label: 'Start of your working day',
    until: 'End of your working day',
    hint: 'In your time zone. Reminders wait for your working hours.',
    error: 'Choose two different times.',
  },
  reminders: {
    label: 'Reminders of mail that’s waiting for your reply',
  },
  reminderDelay: {
    label: 'When to remind you',
    choices: {
      '30m': 'After 30 minutes',
      '1h': 'After an hour',
      '4h': 'After 4 hours',
      '1d': 'After a day',
    },
  },
} as const
