import { escapeMrkdwn } from '../../slack/blocks/mrkdwn.ts'
import { createFormats } from '../../core/formats.ts'
import type { FollowUpsDone } from './text-parameters.ts'
import { endSentence, formatBold } from './sentence-parts.ts'

const { count: formatCount, duration, number, plural } = createFormats('en')

const nameFollowUps = ({ count, isReaders }: FollowUpsDone): string =>
  `${isReaders ? 'your' : 'the'} ${count === 1 ? 'follow-up' : formatCount(count, { one: 'follow-up', other: 'follow-ups' })}`

const quoteFollowUps = ({ count, first }: FollowUpsDone, tookMs: number): string =>
  `${formatBold(first)}${count === 1 ? '' : ` and ${number(count - 1)} more`} (${duration(tookMs)})`

const PULL_REQUESTS = {
  none: 'Nothing in the docs needed changing.',
  first: 'The pull request is ready.',
  same: 'The pull request is updated.',
  other: 'There’s a new pull request.',
} as const

/** The English sentences about the end of a run. They follow a name; `isOpen`: there is still something to do about it. */
export const endText = {
  ready: (title: string, tookMs: number) => `the pull request is ready: ${escapeMrkdwn(title)} (${duration(tookMs)})`,
  nothing: (title: string, isReaders: boolean) =>
    `${isReaders ? 'your' : 'the'} job is done. Nothing in the docs needed changing: ${formatBold(title)}`,
  followedUp: (done: FollowUpsDone, tookMs: number, pullRequest: keyof typeof PULL_REQUESTS) =>
    `${nameFollowUps(done)} ${plural(done.count, { one: 'is', other: 'are' })} done: ${quoteFollowUps(done, tookMs)}. ${PULL_REQUESTS[pullRequest]}`,
  failed: (title: string, isOpen: boolean) =>
    `this job stopped with an error: ${endSentence(title)}${isOpen ? ' *Try again* keeps the text.' : ''}`,
  failedAfter: (done: FollowUpsDone, tookMs: number, isOpen: boolean) =>
    `this job stopped with an error during ${nameFollowUps(done)}: ${quoteFollowUps(done, tookMs)}.${isOpen ? ' *Try again* starts the whole job over.' : ''}`,
  archived: (title: string) =>
    `the agent archived this job, so it can’t take follow-ups any more: ${escapeMrkdwn(title)}`,
  gone: (title: string) => `the agent no longer knows this job: ${endSentence(title)} Its text is saved.`,
  refused: (title: string, isOpen: boolean) =>
    `this job didn’t start: ${endSentence(title)}${isOpen ? ' Its text is saved. The card says why.' : ''}`,
  unknown: (title: string, isAnswered: boolean, isOpen: boolean) =>
    `this job was sent, but ${isAnswered ? 'the agent answered with an error' : 'no answer came back'}: ${endSentence(title)} ${isOpen ? `${isAnswered ? 'The job may be running all the same' : 'It may be running'}. Choose what to do on the card.` : 'The card shows what became of it.'}`,
} as const
