import { isAccessRefused, type Job, type JobState } from '../model/job.ts'
import { formatDuration, jobText } from '../text/en.ts'

/** A running job that another one seems to repeat. */
export interface Duplicate {
  /** The address of its card. */
  url: string | undefined
  /** Both belong to one thread, whatever they ask for. */
  isOfThread: boolean
  /** What was asked may be sent to it as a follow-up: no more people would see it there. */
  takesText: boolean
}

const STATE_EMOJI: Record<JobState, string> = {
  picking: '❔',
  asking: '❔',
  held: '⏳',
  paused: '⏸',
  waiting: '⏸',
  creating: '⏳',
  working: '⏳',
  finished: '✅',
  failed: '⚠️',
  archived: '🗄',
  gone: '⚠️',
  unknown: '❔',
  refused: '⚠️',
  dropped: '⏹',
  unwatched: '⏹',
}

function describeRefusal(job: Job): string {
  const { code, reference } = job.trouble ?? { code: 'other', reference: '' }
  switch (code) {
    case 'unauthorized':
    case 'forbidden':
      return jobText.refused.access(job.project, reference)
    case 'not_found':
      return jobText.refused.not_found(job.project, reference)
    case 'no_project':
      return jobText.refused.no_project(job.project, reference)
    case 'validation_error':
      return jobText.refused.validation_error(reference)
    case 'unreachable':
      return jobText.refused.unreachable(reference)
    default:
      return jobText.refused.other(reference)
  }
}

/** The emoji in front of a job's title; a question mark for a state of a later version. */
export const stateEmoji = ({ state }: Job): string =>
  Object.hasOwn(STATE_EMOJI, state) ? STATE_EMOJI[state] : STATE_EMOJI.unknown

function describeWork(job: Job): string {
  const silence = isAccessRefused(job)
    ? jobText.noAccess(job.project)
    : jobText.silent(job.checkedAt ?? job.silentSince ?? job.askedAt)
  return [
    jobText.working(job.startedAt ?? job.askedAt),
    job.silentSince === undefined ? job.checkedAt !== undefined && jobText.checked(job.checkedAt) : silence,
    job.stopAsked && jobText.stopAsked,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ')
}

/** How long the run took, as far as that is known. */
export const formatRunTime = (job: Job): string =>
  formatDuration((job.endedAt ?? job.askedAt) - (job.startedAt ?? job.askedAt))

const holdSeconds = (job: Job): number => Math.round((job.heldForMs ?? 0) / 1000)

/** What the state in words contains besides the job's record. */
export interface StateContext {
  /** The position in the waiting line, from 1. */
  position: number
  nextSlotAt: number | undefined
  /** How many jobs an hour the agent takes. */
  limit: number
  /** The name of the person who edits the job before it starts. */
  pausedBy?: string
  duplicate?: Duplicate | undefined
}

/** The job's state in words: the same in the card, the list and `/docs status`. */
export function describeState(job: Job, context: StateContext): string {
  const reference = job.trouble?.reference ?? ''
  switch (job.state) {
    case 'picking':
      return jobText.picking
    case 'asking':
      return jobText.asking(context.duplicate?.isOfThread ?? false, context.duplicate?.url)
    case 'held':
      return job.heldUntil === undefined ? jobText.creating : jobText.starting(holdSeconds(job))
    case 'paused':
      return jobText.paused(context.pausedBy ?? jobText.someone)
    case 'waiting':
      return jobText.waiting(context.position, context.nextSlotAt)
    case 'creating':
      return job.silentSince === undefined ? jobText.creating : jobText.silent(job.checkedAt ?? job.silentSince)
    case 'working':
      return describeWork(job)
    case 'finished':
      return job.prLink
        ? [jobText.ready, formatRunTime(job), job.branch && jobText.branch(job.branch)].filter(Boolean).join(' · ')
        : jobText.nothing
    case 'failed':
      return job.prLink ? jobText.failedWithPr(reference) : jobText.failed(reference)
    case 'archived':
      return jobText.archived
    case 'gone':
      return jobText.gone
    case 'unknown':
      return jobText.unknown
    case 'refused':
      return describeRefusal(job)
    case 'dropped':
      if (job.trouble?.code === 'instead') return jobText.droppedInstead
      return job.trouble?.code === 'unknown' ? jobText.droppedUnknown : jobText.dropped
    case 'unwatched':
      return jobText.unwatched
    default:
      return jobText.laterState
  }
}
