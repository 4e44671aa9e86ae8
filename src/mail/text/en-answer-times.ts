import { createFormats } from '../../core/formats.ts'

const { count, duration } = createFormats('en')

/** How soon people had a first answer. Callers escape names from outside. */
export const englishAnswerTimes = {
  title: 'How soon people got a first answer:',
  none: 'Nobody got a first answer in that time.',
  inbox: (inbox: string, answers: number, medianMs: number, p90Ms: number) =>
    answers === 1
      ? `• ${inbox}: ${count(1, { one: 'conversation', other: 'conversations' })} answered, after ${duration(medianMs)}`
      : `• ${inbox}: ${count(answers, { one: 'conversation', other: 'conversations' })} answered, half of them within ${duration(medianMs)}, nine of ten within ${duration(p90Ms)}`,
  more: (inboxes: number) => `and ${count(inboxes, { one: 'more inbox', other: 'more inboxes' })}`,
  about:
    'Counted from the first mail of a conversation until the first reply from Slack left, nights and weekends included. Replies that reached nobody, forwards, automatic mail, imported mail, conversations that began in Slack, and answers from other programs don’t count.',
}
