// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface SettingsMessages {
  readonly personNotices: {
    /** Notify me about */
    readonly label: string
    /** With “Nothing”, jobs and approval requests don’t notify you either. You’re still notified when one of your emails isn’t delivered. */
    readonly hint: string
    readonly choices: {
      /** Everything */
      readonly everything: string
      /** Only what concerns me, including replies to me */
      readonly concerns: string
      /** Nothing */
      readonly nothing: string
    }
  }
  readonly channelNotices: {
    /** Mentions in this channel */
    readonly label: string
    /** Email and jobs are posted here either way. */
    readonly hint: string
    readonly choices: {
      /** Whenever there’s something new */
      readonly everything: string
      /** Only when something concerns them */
      readonly concerns: string
      /** Never: they get a direct message instead */
      readonly nothing: string
    }
  }
  readonly workingDays: {
    /** Working days */
    readonly label: string
    /** Choose at least one day. */
    readonly error: string
  }
  readonly workingHours: {
    /** Start of working hours */
    readonly label: string
    /** End of working hours */
    readonly until: string
    /** In your time zone. Reminders are sent in your working hours. */
    readonly hint: string
    /** Choose two different times. */
    readonly error: string
  }
  readonly reminders: {
    /** Email reminders */
    readonly label: string
    /** Of email that needs your reply or your approval. */
    readonly hint: string
  }
  readonly reminderDelay: {
    /** When to remind you */
    readonly label: string
    readonly choices: {
      /** After 30 minutes */
      readonly '30m': string
      /** After an hour */
      readonly '1h': string
      /** After 4 hours */
      readonly '4h': string
      /** After a day */
      readonly '1d': string
    }
  }
}
