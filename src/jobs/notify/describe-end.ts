import { sanitizeLine } from '../../core/sanitize-text.ts'
import { escapeMrkdwn, truncate } from '../../slack/blocks/mrkdwn.ts'
import { measureRun } from '../card/status-line.ts'
import { type FollowUp, isIncluded } from '../model/follow-up.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { formatBold, trimSentence } from '../text/sentence-parts.ts'
import type { JobText } from '../text/jobs-text.ts'

const QUOTE_CHARS = 80

export interface JobEnd {
  text: string
  isSuccess: boolean
}

/** The reader of the sentence, and its facts besides the job's record. */
export interface EndContext {
  reader?: string | undefined
  /** The follow-ups that began this run or arrived during it; empty in the first run. */
  followUps: FollowUp[]
  /** The follow-ups that the agent may not have. */
  unconfirmed?: FollowUp[]
  /** The names of their writers, in the language of the sentence. */
  by?: string
  /** The name of the person who asked the agent to stop this run. */
  stoppedBy?: string | undefined
  /** The name of the person who stopped the watching. */
  unwatchedBy?: string | undefined
  /** Set if the end still offers an action. */
  isOpen: boolean
}

/** Returns the follow-ups that began this run or arrived during it, oldest first; also those of the first run. */
export async function readRunFollowUps({ jobs }: JobScope, job: Job): Promise<FollowUp[]> {
  const { id, runFrom = 1, followUps } = job
  if (followUps === 0) return []
  const { rows } = await jobs.store.followUps(id).list()
  return rows
    .map(({ value }) => value)
    .filter(({ n, state, asksToStop }) => {
      const hasArrived = state === 'sent' || state === 'unknown'
      return n >= runFrom && n <= followUps && hasArrived && !asksToStop
    })
    .toSorted((one, other) => one.n - other.n)
}

/**
 * Splits the follow-ups of a run into those that the agent has, and those that nobody knows about. One that put an ended job back to work has arrived, and
 * one that is part of the prompt counts in neither.
 */
export function splitByConfirmation(
  job: Job,
  followUps: FollowUp[],
): { confirmed: FollowUp[]; unconfirmed: FollowUp[] } {
  const isConfirmed = ({ state, n }: FollowUp): boolean => state === 'sent' || n === job.runFrom
  const unconfirmed = followUps.filter((one) => !isConfirmed(one) && !isIncluded(job, one))
  return { confirmed: followUps.filter(isConfirmed), unconfirmed }
}

const quoteFirst = (first: FollowUp): string => formatBold(truncate(sanitizeLine(first.text), QUOTE_CHARS))

/** Names the follow-ups that the result may lack; undefined if there are none. */
export function describeUnconfirmed({ done }: JobText, followUps: FollowUp[]): string | undefined {
  const [first] = followUps
  return first && done.unconfirmed({ count: followUps.length, first: quoteFirst(first), more: followUps.length - 1 })
}

/** Summarizes the follow-ups of a run for its sentence. */
function summarizeFollowUps({ formats, someone }: JobText, job: Job, { followUps, reader, by = someone }: EndContext) {
  const [first] = followUps
  if (!first) return undefined
  return {
    count: followUps.length,
    by,
    first: quoteFirst(first),
    more: followUps.length - 1,
    duration: formats.duration(measureRun(job)),
    isReaders: reader !== undefined && followUps.every(({ users }) => users.includes(reader)),
  }
}

function comparePullRequests({ prLink, prBefore }: Job): 'none' | 'first' | 'same' | 'other' {
  if (!prLink) return 'none'
  if (prBefore === undefined) return 'first'
  return prLink === prBefore ? 'same' : 'other'
}

function describeSuccess(text: JobText, job: Job, context: EndContext): string {
  const { done, formats } = text
  const title = shortenTitle(job)
  const pullRequest = comparePullRequests(job)
  const { stoppedBy } = context
  if (stoppedBy !== undefined && (pullRequest === 'none' || pullRequest === 'same'))
    return done.stopped({ by: stoppedBy, title: formatBold(title), hasPullRequest: pullRequest === 'same' })
  const followUps = summarizeFollowUps(text, job, context)
  if (followUps) return done.followedUp({ ...followUps, pullRequest })
  return pullRequest === 'none'
    ? done.nothing({ title: formatBold(title), isReaders: context.reader === job.requester })
    : done.ready({ title: escapeMrkdwn(title), duration: formats.duration(measureRun(job)) })
}

/** Describes the end of a run, or of its watching; undefined if the job has not ended. */
export function describeEnd(text: JobText, job: Job, context: EndContext): JobEnd | undefined {
  const { done } = text
  const { isOpen } = context
  const title = trimSentence(shortenTitle(job))
  const followUps = summarizeFollowUps(text, job, context)
  const failure = (sentence: string): JobEnd => ({ text: sentence, isSuccess: false })
  switch (job.state) {
    case 'finished':
      return { text: describeSuccess(text, job, context), isSuccess: true }
    case 'failed':
      return failure(followUps ? done.failedAfter({ ...followUps, isOpen }) : done.failed({ title, isOpen }))
    case 'archived':
      return failure(done.archived({ title: escapeMrkdwn(shortenTitle(job)) }))
    case 'gone':
      return failure(done.gone({ title }))
    case 'refused':
      return failure(done.refused({ title, isOpen }))
    case 'unknown':
      return failure(done.unknown({ title, isAnswered: job.trouble?.isAnswered ?? false, isOpen }))
    case 'unwatched':
      return failure(done.unwatched({ by: context.unwatchedBy ?? text.someone, title, isOpen }))
    case 'picking':
    case 'asking':
    case 'held':
    case 'paused':
    case 'waiting':
    case 'creating':
    case 'working':
    case 'dropped':
    default:
      return undefined
  }
}
