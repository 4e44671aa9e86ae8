// Written by `npm run texts -- types` from en.json.

/** What `en.json` gives and every other language has to. */
export interface MailMessages {
  readonly people: {
    /** {count, plural, one {# other} other {# others}} */
    readonly others: (values: { count: number }) => string
    /** {count, number} more */
    readonly more: (values: { count: number }) => string
  }
  readonly original: {
    /** Original */
    readonly label: string
    /** Sends you the mail as it came, as files in your messages with Bellhop. Nobody else gets them. */
    readonly hint: string
    /** The mail is on its way to your messages with Bellhop. */
    readonly onItsWay: string
    /** The mail as a web page. It loads nothing when you open it, but its links work. */
    readonly html: string
    /** The text of the mail. */
    readonly text: string
    /** The mail as it came, with its headers and attachments. Open it in a mail program. Attachments from strangers can be harmful. */
    readonly whole: string
    /** The mailbox didn’t provide the mail as it came, so this is the part that Bellhop has stored. */
    readonly onlyText: string
    /** You get the mail as it came, with its attachments, once somebody has released it. */
    readonly onlyTextYet: string
    /** Neither Bellhop nor the mailbox has any text of this mail. */
    readonly nothing: string
    /** Slack didn’t take the file ({code}). If it happens again, tell your admins. */
    readonly slackRefused: (values: { code: string }) => string
  }
}
