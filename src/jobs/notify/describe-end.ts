import { sanitizeLine } from '../../core/sanitize-text.ts'
import { parseWebUrl, truncate } from '../../slack/blocks/mrkdwn.ts'
import { measureRun } from '../card/status-line.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import type { FollowUpsDone } from '../text/text-parameters.ts'
import type { JobText } from '../text/jobs-text.ts'

const QUOTE_CHARS = 80

export interface JobEnd {
  text: string
  isSuccess: boolean
}

/** Whom the sentence is for, and what it contains besides the job's record. */
export interface EndContext {
  reader?: string | undefined
  /** The follow-ups that began this run or came during it; none in the first run. */
  followUps: FollowUp[]
  /** There is still something to do about this end. */
  isOpen: boolean
}

/** The follow-ups that this run was about, the oldest first. */
export async function readRunFollowUps({ jobs }: JobScope, job: Job): Promise<FollowUp[]> {
  const { id, runFrom, followUps } = job
  if (runFrom === undefined) return []
  const { rows } = await jobs.store.followUps(id).list()
  return rows
    .map(({ value }) => value)
    .filter(({ n, state, asksToStop }) => {
      const hasArrived = state === 'sent' || state === 'unknown'
      return n >= runFrom && n <= followUps && hasArrived && !asksToStop
    })
    .toSorted((one, other) => one.n - other.n)
}

function summarizeFollowUps({ followUps, reader }: EndContext): FollowUpsDone | undefined {
  const [first] = followUps
  if (!first) return undefined
  return {
    count: followUps.length,
    first: truncate(sanitizeLine(first.text), QUOTE_CHARS),
    isReaders: reader !== undefined && followUps.every(({ users }) => users.includes(reader)),
  }
}

function comparePullRequests({ prLink, prBefore }: Job): 'none' | 'first' | 'same' | 'other' {
  if (parseWebUrl(prLink) === undefined) return 'none'
  if (prBefore === undefined) return 'first'
  return prLink === prBefore ? 'same' : 'other'
}

function describeSuccess({ done }: JobText, job: Job, context: EndContext): string {
  const [title, took, followUps] = [shortenTitle(job), measureRun(job), summarizeFollowUps(context)]
  const pullRequest = comparePullRequests(job)
  if (followUps) return done.followedUp(followUps, took, pullRequest)
  return pullRequest === 'none' ? done.nothing(title, context.reader === job.requester) : done.ready(title, took)
}

/** The sentence for the end of a run; undefined while the job has not ended. */
export function describeEnd(text: JobText, job: Job, context: EndContext): JobEnd | undefined {
  const { done } = text
  const { isOpen } = context
  const title = shortenTitle(job)
  const followUps = summarizeFollowUps(context)
  const failure = (sentence: string): JobEnd => ({ text: sentence, isSuccess: false })
  switch (job.state) {
    case 'finished':
      return { text: describeSuccess(text, job, context), isSuccess: true }
    case 'failed':
      return failure(followUps ? done.failedAfter(followUps, measureRun(job), isOpen) : done.failed(title, isOpen))
    case 'archived':
      return failure(done.archived(title))
    case 'gone':
      return failure(done.gone(title))
    case 'refused':
      return failure(done.refused(title, isOpen))
    case 'unknown':
      return failure(done.unknown(title, job.trouble?.isAnswered ?? false, isOpen))
    case 'picking':
    case 'asking':
    case 'held':
    case 'paused':
    case 'waiting':
    case 'creating':
    case 'working':
    case 'dropped':
    case 'unwatched':
    default:
      return undefined
  }
}
