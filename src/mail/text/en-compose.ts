/** The texts of the form that writes a mail. */
export const englishCompose = {
  titles: { reply: 'Reply', replyToAll: 'Reply all', forward: 'Forward', new: 'New mail' },
  from: 'From',
  fromInbox: (inbox: string) => `From ${inbox}`,
  subject: 'Subject',
  forwarded: (subject: string) => `Fwd: ${subject}`.trim(),
  text: { reply: 'Your reply', forward: 'Your message', new: 'Your message' },
  notAllowed:
    'The settings don’t let you write from this inbox, so nothing was sent. Your text stays here. Bellhop has sent you a message that says whom to ask.',
  noInbox:
    'You can’t write from any inbox yet. An admin can allow it in `/mail settings`, and you have to be in the channel of the inbox.',
}
