/** The words after a command that people need every day, the most frequent first. Slack itself offers none. */
export const EVERYDAY_WORDS: Record<string, [words: string, hint: string][]> = {
  '/mail': [
    ['write', 'Write a new email'],
    ['find', 'Find email by its words'],
    ['mine', 'See the email you’ve claimed'],
    ['open', 'See what’s open in this channel'],
    ['waiting', 'See what’s waiting for an answer'],
    ['snoozed', 'See what’s snoozed in this channel'],
    ['scheduled', 'See and change scheduled email'],
    ['help', 'See everything that /mail can do'],
  ],
  '/docs': [
    ['jobs', 'See your jobs'],
    ['help', 'See everything that /docs can do'],
  ],
}
