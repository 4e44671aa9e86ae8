/** About the files that a person gets of a mail. */
export const englishOriginal = {
  label: 'Original',
  hint: 'Sends you the mail as it came, as files in your messages with Bellhop. Nobody else gets them.',
  onItsWay: 'The mail is on its way to your messages with Bellhop.',
  html: 'The mail as a web page. It loads nothing when you open it, but its links work.',
  text: 'The text of the mail.',
  whole:
    'The mail as it came, with its headers and attachments. Open it in a mail program. Attachments from strangers can be harmful.',
  onlyText: 'The mailbox didn’t provide the mail as it came, so this is the part that Bellhop has stored.',
  onlyTextYet: 'You get the mail as it came, with its attachments, once somebody has released it.',
  nothing: 'Neither Bellhop nor the mailbox has any text of this mail.',
  slackRefused: (code: string) => `Slack didn’t take the file (${code}). If it happens again, tell your admins.`,
}
