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
    help: '`/docs help` shows everything Bellhop understands. It takes no further words.',
    jobs: '`/docs jobs` takes channel, active, finished or failed.',
    status: 'Which job? You’ll find its short id in `/docs jobs`. For example: `/docs status a1b2c3`',
    list: '`/docs list` shows the messages you collected. It takes no further words.',
    quota: '`/docs quota` shows how many jobs are left this hour. It takes no further words.',
    settings: '`/docs settings` opens the settings. It takes no further words.',
  },
  wordHelp: 'Type `/docs help` to see everything Bellhop understands.',
  typed: (text: string) => `You typed: ${escapeMrkdwn(text)}`,
  startIt: 'Start it',
  notAJob: 'Not a job',
  started: 'OK, I’m starting it.',
  notStarted: 'OK, nothing was started.',
} as const
