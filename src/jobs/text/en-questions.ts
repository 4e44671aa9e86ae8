import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'

const EXAMPLE = 'What should change in the docs? For example: “add a page about inboxes”'

/** The English texts of the question whether a text is a task. Callers shorten what people typed. */
export const startQuestionText = {
  thanks: 'You’re welcome.',
  greeting: `Hi! ${EXAMPLE}`,
  talk: `I’m not sure there’s a task in this. ${EXAMPLE}`,
  word: (text: string) => `“${escapeMrkdwn(text)}” isn’t enough to start a job. ${EXAMPLE}`,
  typo: (meant: string) => `Did you mean \`/docs ${meant}\`?`,
  slip: {
    help: 'Type `/docs help` on its own to see everything Bellhop understands.',
    jobs: 'Type `/docs jobs` on its own to see your jobs, or add channel, active, finished or failed. For example: `/docs jobs channel failed`',
    status: 'Which job? You’ll find its short id in `/docs jobs`. For example: `/docs status a1b2c3`',
    list: 'Type `/docs list` on its own to see the messages you collected.',
    quota: 'Type `/docs quota` on its own to see how many jobs are left this hour.',
    settings: 'Type `/docs settings` on its own to open the settings.',
    audit: 'Type `/docs audit` on its own to see who did what. Only admins can.',
  },
  wordHelp: 'Type `/docs help` to see everything Bellhop understands.',
  typed: (text: string) => `You typed: ${escapeMrkdwn(text)}`,
  startIt: 'Start it',
  notAJob: 'Not a job',
  started: 'OK, I’m starting it.',
  notStarted: 'OK, nothing was started.',
} as const
