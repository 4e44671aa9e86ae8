/** The English texts of the settings that belong to no slice. */
export const settingsText = {
  personNotices: {
    label: 'What Bellhop notifies you about',
    hint: 'With “Nothing”, Bellhop doesn’t mention or message you, whatever you choose for jobs. You still hear when a mail that you sent didn’t arrive.',
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
      everything: 'For everything new',
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
    hint: 'In your time zone. Reminders wait until you are at work.',
    error: 'Choose two different times.',
  },
  reminders: {
    label: 'Reminders of mail that waits for your answer',
  },
  reminderDelay: {
    label: 'Reminder after',
    choices: {
      '30m': '30 minutes',
      '1h': 'an hour',
      '4h': '4 hours',
      '1d': 'a day',
    },
  },
} as const
