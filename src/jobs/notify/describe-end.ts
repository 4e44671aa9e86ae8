import { sanitizeLine } from '../../core/sanitize-text.ts'
import { escapeMrkdwn, parseWebUrl, truncate } from '../../slack/blocks/mrkdwn.ts'
import { measureRun } from '../card/status-line.ts'
import type { FollowUp } from '../model/follow-up.ts'
import { type Job, shortenTitle } from '../model/job.ts'
import type { JobScope } from '../job-scope.ts'
import { formatBold, trimSentence } from '../text/sentence-parts.ts'
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

/** The follow-ups that a run was about, as its sentence names them. */
function summarizeFollowUps({ formats }: JobText, job: Job, { followUps, reader }: EndContext) {
  const [first] = followUps
  if (!first) return undefined
  return {
    count: followUps.length,
    first: formatBold(truncate(sanitizeLine(first.text), QUOTE_CHARS)),
    more: followUps.length - 1,
    duration: formats.duration(measureRun(job)),
    isReaders: reader !== undefined && followUps.every(({ users }) => users.includes(reader)),
  }
}

function comparePullRequests({ prLink, prBefore }: Job): 'none' | 'first' | 'same' | 'other' {
  if (parseWebUrl(prLink) === undefined) return 'none'
  if (prBefore === undefined) return 'first'
  return prLink === prBefore ? 'same' : 'other'
}

function describeSuccess(text: JobText, job: Job, context: EndContext): string {
  const { done, formats } = text
  const title = shortenTitle(job)
  const followUps = summarizeFollowUps(text, job, context)
  const pullRequest = comparePullRequests(job)
  if (followUps) return done.followedUp({ ...followUps, pullRequest })
  return pullRequest === 'none'
    ? done.nothing({ title: formatBold(title), isReaders: context.reader === job.requester })
    : done.ready({ title: escapeMrkdwn(title), duration: formats.duration(measureRun(job)) })
}

/** The sentence for the end of a run; undefined while the job has not ended. */
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
