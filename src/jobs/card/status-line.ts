import { isAccessRefused, isUndone, type Job, type JobState } from '../model/job.ts'
import { jobText } from '../text/en.ts'

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

/** The job's emoji; a question mark for a state of a later version. */
export function stateEmoji(job: Job): string {
  const { state } = job
  if (isSilent(job)) return '⚠️'
  return Object.hasOwn(STATE_EMOJI, state) ? STATE_EMOJI[state] : STATE_EMOJI.unknown
}

/** The agent has not answered for a while. */
const isSilent = (job: Job): boolean =>
  job.silentSince !== undefined && (job.state === 'working' || job.state === 'creating')

function describeSilence(job: Job): string {
  return job.state === 'working' && isAccessRefused(job)
    ? jobText.noAccess(job.project)
    : jobText.silent(job.checkedAt ?? job.silentSince ?? job.askedAt)
}

/** One line of facts; those that are missing are left out. */
export const joinFacts = (...facts: (string | false | undefined)[]): string => facts.filter(Boolean).join(' · ')

/** How many milliseconds the run took, as far as that is known. */
export const measureRun = (job: Job): number => (job.endedAt ?? job.askedAt) - (job.startedAt ?? job.askedAt)

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
  /** The name of the person who undid it. */
  undoneBy?: string
  /** The running job that this one seems to repeat, or to which its text was sent. */
  duplicate?: Duplicate | undefined
  /** The agent's dashboard, where people look for a job whose create was not answered. */
  dashboardUrl?: string | undefined
  /** The address of the card of the job that continues this one. */
  continuedUrl?: string | undefined
}

/** Whose job it is, by name. */
export interface JobPeople {
  /** The person who asked for the job, and the one who has taken it over. */
  asker: string
  owner?: string | undefined
}

export const describePeople = ({ asker, owner }: JobPeople): string =>
  joinFacts(jobText.askedBy(asker), owner !== undefined && jobText.nowWith(owner))

/** What the job asks a person, or what went wrong with it; undefined while there is nothing that anybody has to know or decide. */
export function describeProblem(job: Job, { duplicate, dashboardUrl }: StateContext): string | undefined {
  const reference = job.trouble?.reference ?? ''
  if (isSilent(job)) return describeSilence(job)
  switch (job.state) {
    case 'picking':
      return jobText.picking
    case 'asking':
      return jobText.asking(duplicate?.isOfThread ?? false, duplicate?.url)
    case 'failed':
      return job.prLink ? jobText.failedWithPr(reference) : jobText.failed(reference)
    case 'gone':
      return job.continued === undefined ? jobText.gone : undefined
    case 'unknown':
      return jobText.unknown(job.trouble?.isAnswered ?? false, dashboardUrl)
    case 'refused':
      return describeRefusal(job)
    case 'held':
    case 'paused':
    case 'waiting':
    case 'creating':
    case 'working':
    case 'finished':
    case 'archived':
    case 'dropped':
    case 'unwatched':
    default:
      return undefined
  }
}

/** How far the job is; empty where only its problem counts. */
export function describeProgress(job: Job, context: StateContext): string {
  switch (job.state) {
    case 'held':
      return job.heldUntil === undefined ? jobText.creating : jobText.starting(holdSeconds(job))
    case 'paused':
      return jobText.paused(context.pausedBy)
    case 'waiting':
      return jobText.waiting(context.position, context.nextSlotAt)
    case 'creating':
      return isSilent(job) ? '' : jobText.creating
    case 'working':
      return joinFacts(jobText.working(job.startedAt ?? job.askedAt), job.stopAsked && jobText.stopAsked)
    case 'finished':
      return job.prLink ? joinFacts(jobText.ready, jobText.took(measureRun(job))) : jobText.nothing
    case 'archived':
    case 'gone':
      if (job.continued !== undefined) return jobText.continued(context.continuedUrl)
      return job.state === 'archived' ? jobText.archived : ''
    case 'dropped':
      if (isUndone(job)) return jobText.undone(context.undoneBy ?? jobText.someone)
      if (job.trouble?.code === 'instead') return jobText.droppedInstead(context.duplicate?.url)
      return job.trouble?.code === 'unknown' ? jobText.droppedUnknown : jobText.dropped
    case 'unwatched':
      return jobText.unwatched
    case 'picking':
    case 'asking':
    case 'failed':
    case 'unknown':
    case 'refused':
      return ''
    default:
      return jobText.laterState
  }
}

/** The job's state in words, for lists and `/docs status`: the same words as on the card. */
export const describeState = (job: Job, context: StateContext): string =>
  joinFacts(describeProgress(job, context), describeProblem(job, context))
